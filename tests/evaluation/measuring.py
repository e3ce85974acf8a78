"""Measurements that a test says outright, where what matters is what they are compared with."""

from collections.abc import Callable

from arena.models import Study
from corpus.models import Clip
from evaluation.clips import clips_of
from evaluation.metrics.base import Direction
from evaluation.models import Measurement


def measure_as(
    study: Study,
    metric: str,
    amount: Callable[[Clip], float | None],
    *,
    direction: Direction = Direction.HIGHER,
    version: str = "1",
) -> None:
    """Store what *amount* says of each clip that the study may issue; None: not available."""
    Measurement.objects.bulk_create(
        Measurement(
            clip=clip,
            family=metric,
            metric=metric,
            version=version,
            rendition_digest=clip.rendition_digest,
            amount=(value := amount(clip)),
            reason="" if value is not None else "Not this one.",
            direction=direction.value,
        )
        for clip in clips_of(study).select_related("voice__system", "prompt")
    )
