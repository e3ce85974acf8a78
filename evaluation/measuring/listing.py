"""What can be measured here, and what would bring the rest."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from evaluation.metrics.base import Family, Metric
from evaluation.metrics.registry import Registry


@runtime_checkable
class PartlyMissing(Protocol):
    """A family some of whose metrics may be missing while the others run."""

    def missing_of(self, metric: str) -> str | None:
        """None if *metric* can run here, else a sentence with the command that brings it."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A metric. missing: empty if it is available; models and digests then say what is behind it.

    low and high: None where unbounded.
    """

    family: str
    metric: str
    title: str
    version: str
    available: bool
    missing: str
    models: tuple[str, ...]
    digests: tuple[str, ...]
    licences: tuple[str, ...]
    sources: tuple[str, ...]
    needs: tuple[str, ...]
    direction: str
    unit: str
    low: float | None
    high: float | None
    claim: str


def listed(registry: Registry) -> Iterator[Listed]:
    """Yield each metric of each family."""
    for family in registry.families:
        models = () if family.missing() else family.models()
        for metric in family.metrics:
            missing = _missing(family, metric)
            yield Listed(
                family=family.name,
                metric=metric.name,
                title=metric.title,
                version=family.version,
                available=missing is None,
                missing=missing or "",
                models=tuple(model.name for model in models),
                digests=tuple(model.digest for model in models),
                licences=tuple(model.licence for model in models),
                sources=tuple(model.source for model in models),
                needs=tuple(sorted(need.value for need in family.needs)),
                direction=metric.direction.value,
                unit=metric.unit,
                low=metric.low,
                high=metric.high,
                claim=metric.claim,
            )


def _missing(family: Family, metric: Metric) -> str | None:
    partly = family.missing_of(metric.name) if isinstance(family, PartlyMissing) else None
    return family.missing() or partly
