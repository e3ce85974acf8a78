"""What has no value, by reason."""

from dataclasses import dataclass

from django.db.models import Count

from arena.models import Study
from evaluation.results import measurements_of, shown_of


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
    """The reasons of the models whose values are shown, most frequent first, in two queries.

    What an earlier model failed at stays stored, but nobody can try it again.
    """
    shown = {(one.family.name, one.family.version, one.digest) for one in shown_of(study)}
    rows = (
        measurements_of(study)
        .not_available()
        .filter(family__in={family for family, _, _ in shown})
        .order_by()
        .values_list("family", "version", "model_digest", "reason", "is_retryable")
        .annotate(Count("clip", distinct=True))
    )
    found = [
        Gap(family, reason, is_retryable, clips)
        for family, version, digest, reason, is_retryable, clips in rows
        if (family, version, digest) in shown
    ]
    return sorted(found, key=lambda one: (-one.clips, one.family, one.reason))
