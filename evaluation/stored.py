"""What is stored of a study's clips, as the pure parts ask for it."""

from collections.abc import Sequence

from django.db.models import Count, Q

from arena.models import Study
from evaluation.clips import clips_of, heard_in
from evaluation.due import Due, Stored, Wanted, due
from evaluation.identities import identity_of
from evaluation.metrics.base import Family, Need
from evaluation.models import Measurement


def wanted_of(family: Family, *, by_any_model: bool = False) -> Wanted:
    """A family as it computes now. by_any_model: reads no weights, so that a page may ask."""
    return Wanted(
        family=family.name,
        version=family.version,
        metrics=len(family.metrics),
        model=None if by_any_model else identity_of(family).digest,
        compares=Need.REFERENCE in family.needs,
    )


def stored_of(study: Study, families: Sequence[Family], *, job: int | None = None) -> list[Stored]:
    """What the study's clips have, in one query. job: what it has tried itself is not failed."""
    failed = Q(is_retryable=True)
    if job is not None:
        failed &= ~Q(job=job) | Q(job=None)
    rows = (
        Measurement.objects.of_what_is_heard()
        .filter(clip__in=clips_of(study), family__in=[family.name for family in families])
        .order_by()
        .values_list("clip", "family", "version", "model_digest", "reference_digest")
        .annotate(metrics=Count("pk"), failed=Count("pk", filter=failed))
    )
    return [Stored(*row) for row in rows]


def due_in(
    study: Study,
    families: Sequence[Family],
    *,
    retry_failed: bool = False,
    job: int | None = None,
    by_any_model: bool = False,
) -> list[Due]:
    """What is to be measured of a study, in three queries. Arguments as of the functions above."""
    return due(
        heard_in(study),
        [wanted_of(family, by_any_model=by_any_model) for family in families],
        stored_of(study, families, job=job),
        retry_failed=retry_failed,
    )
