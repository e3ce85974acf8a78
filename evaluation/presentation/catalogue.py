"""What each family says of itself."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from evaluation.metrics.base import Family, Metric, Model
from evaluation.presentation.numbers import range_label
from evaluation.presentation.table import BETTER


@dataclass(frozen=True, slots=True)
class Entry:
    """One metric of the list."""

    name: str
    title: str
    unit: str
    better: str
    range: str
    claim: str


@dataclass(frozen=True, slots=True)
class Leaf:
    """One family. missing: what brings it, empty if it can run here. needs: in words."""

    name: str
    version: str
    missing: str
    needs: str
    metrics: tuple[Entry, ...]
    models: tuple[Model, ...]


def catalogue_of(
    families: Sequence[Family], models_of: Callable[[Family], tuple[Model, ...]]
) -> list[Leaf]:
    """Return what *families* say of themselves. models_of: asked where a family can run."""
    return [
        Leaf(
            name=family.name,
            version=family.version,
            missing=family.missing() or "",
            needs=", ".join(sorted(need.value for need in family.needs)),
            metrics=tuple(_entry(metric) for metric in family.metrics),
            models=() if family.missing() else models_of(family),
        )
        for family in families
    ]


def _entry(metric: Metric) -> Entry:
    return Entry(
        name=metric.name,
        title=metric.title,
        unit=metric.unit,
        better=BETTER[metric.direction],
        range=range_label(metric.low, metric.high),
        claim=metric.claim,
    )
