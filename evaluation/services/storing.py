"""Keeping what was measured."""

import json
from collections.abc import Sequence

from django.db import transaction

from corpus.models import Clip
from evaluation.due import Heard
from evaluation.identities import Identity
from evaluation.metrics.base import Family, Metric, Need, NotAvailable, Outcome, Outcomes
from evaluation.models import Measurement

KEY = ("clip", "metric", "version", "model_digest", "rendition_digest")
REPLACED = (
    *("family", "model", "reference_digest", "amount", "reason", "is_retryable", "unit"),
    *("direction", "details", "measured_at", "job"),
)


def rows_of(
    family: Family, identity: Identity, heard: Heard, outcomes: Outcomes, *, job: int
) -> list[Measurement]:
    """What a family answered about a clip, as rows that are not stored yet."""
    reference = heard.reference if Need.REFERENCE in family.needs else ""
    return [
        Measurement(
            clip_id=heard.clip,
            family=family.name,
            metric=metric.name,
            version=family.version,
            model=identity.text,
            model_digest=identity.digest,
            rendition_digest=heard.digest,
            reference_digest=reference,
            job_id=job,
            **_answer(metric, outcomes[metric.name]),
        )
        for metric in family.metrics
    ]


@transaction.atomic
def store(rows: Sequence[Measurement]) -> None:
    """Write *rows*, in place of what was measured of the same before; those of clips that are gone
    are dropped."""
    clips = {row.clip_id for row in rows}
    there = set(Clip.objects.select_for_update().filter(pk__in=clips).values_list("pk", flat=True))
    Measurement.objects.bulk_create(
        [row for row in rows if row.clip_id in there],
        update_conflicts=True,
        unique_fields=KEY,
        update_fields=REPLACED,
    )


def _answer(metric: Metric, outcome: Outcome) -> dict[str, object]:
    said: dict[str, object] = {"unit": metric.unit, "direction": metric.direction.value}
    if isinstance(outcome, NotAvailable):
        reason = outcome.reason or f"{metric.name} gave no answer and no reason."
        return said | {"amount": None, "reason": reason, "is_retryable": outcome.is_retryable}
    try:
        details = json.loads(json.dumps(dict(outcome.details), allow_nan=False))
    except (TypeError, ValueError):
        reason = f"{metric.name} told details that cannot be stored. Report it as a fault."
        return said | {"amount": None, "reason": reason}
    return said | {"amount": float(outcome.amount), "reason": "", "details": details}
