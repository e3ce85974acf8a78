"""What could not be measured, by reason."""

from dataclasses import dataclass

from django.db.models import Count

from arena.models import Study
from evaluation import configured
from evaluation.results import measurements_of


@dataclass(frozen=True, slots=True)
class Failures:
    """A reason of a family, and how many clips it stands for."""

    family: str
    reason: str
    clips: int


def failures_of(study: Study) -> list[Failures]:
    """The reasons of the present versions, most frequent first, in one query."""
    versions = {one.name: one.version for one in configured.registry().families}
    rows = (
        measurements_of(study)
        .failed()
        .filter(family__in=versions)
        .order_by()
        .values_list("family", "version", "reason")
        .annotate(Count("clip", distinct=True))
    )
    found = [
        Failures(family, reason, clips)
        for family, version, reason, clips in rows
        if versions[family] == version
    ]
    return sorted(found, key=lambda one: (-one.clips, one.family, one.reason))
