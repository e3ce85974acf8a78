"""What has no value, by reason."""

from dataclasses import dataclass

from django.db.models import Count

from arena.models import Study
from evaluation import configured
from evaluation.results import measurements_of


@dataclass(frozen=True, slots=True)
class Gap:
    """A reason of a family, and how many clips it stands for.

    is_retryable: another attempt may bring a value.
    """

    family: str
    reason: str
    is_retryable: bool
    clips: int


def gaps_of(study: Study) -> list[Gap]:
    """The reasons of the present versions, most frequent first, in one query."""
    versions = {one.name: one.version for one in configured.registry().families}
    rows = (
        measurements_of(study)
        .not_available()
        .filter(family__in=versions)
        .order_by()
        .values_list("family", "version", "reason", "is_retryable")
        .annotate(Count("clip", distinct=True))
    )
    found = [
        Gap(family, reason, is_retryable, clips)
        for family, version, reason, is_retryable, clips in rows
        if versions[family] == version
    ]
    return sorted(found, key=lambda one: (-one.clips, one.family, one.reason))
