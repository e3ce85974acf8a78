"""One row for each file and metric, with a value or the reason why there is none."""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from corpus.audio.errors import AudioError
from evaluation.measuring.files import read_sound
from evaluation.metrics.attempt import attempt
from evaluation.metrics.base import (
    Family,
    Metric,
    Model,
    NotAvailable,
    Outcome,
    Subject,
    none_of,
)
from evaluation.metrics.registry import Registry


@dataclass(frozen=True, slots=True)
class Row:
    """value: None where available is False; reason: empty where it is True.

    model: names of the models behind it and the SHA-256 of their weights; empty if there are none.
    """

    file: str
    metric: str
    value: float | None
    unit: str
    available: bool
    reason: str
    model: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A family, and which of its metrics are asked for."""

    family: Family
    metrics: tuple[Metric, ...]


def asked_for(registry: Registry, names: Sequence[str]) -> tuple[Asked, ...]:
    """Return what *names* ask for: a family stands for all its metrics; no names for everything.

    Raises UnknownMetric.
    """
    return tuple(
        Asked(
            family,
            tuple(m for m in family.metrics if not names or {family.name, m.name} & set(names)),
        )
        for family in registry.selected(names)
    )


def measured(path: Path, known: Subject, asked: Iterable[Asked]) -> Iterator[Row]:
    """Yield a row for each metric of the file at *path*.

    *known* is what is known of the file; its sound is replaced. A file that cannot be read gives
    rows with the reason.
    """
    unreadable, subject = _subject(path, known)
    for each in asked:
        outcomes = (
            none_of(each.metrics, unreadable) if unreadable else attempt(each.family, subject)
        )
        model = "" if each.family.missing() else describe(each.family.models())
        for metric in each.metrics:
            yield _row(_written(path), metric, outcomes[metric.name], model)


def _written(path: Path) -> str:
    """The name of a file as text: bytes that are no UTF-8 stand as \\xff."""
    return os.fsencode(path).decode(errors="backslashreplace")


def describe(models: Iterable[Model]) -> str:
    """Return names and digests of *models* in one line."""
    return "; ".join(
        f"{model.name} sha256:{model.digest}" if model.digest else model.name for model in models
    )


def _subject(path: Path, known: Subject) -> tuple[str | None, Subject]:
    try:
        return None, replace(known, sound=read_sound(path))
    except AudioError as error:
        return str(error), known
    except OSError as error:
        return f"The file cannot be read: {error.strerror}.", known


def _row(file: str, metric: Metric, outcome: Outcome, model: str) -> Row:
    amount, reason = (
        (None, outcome.reason) if isinstance(outcome, NotAvailable) else (outcome.amount, "")
    )
    return Row(
        file=file,
        metric=metric.name,
        value=amount,
        unit=metric.unit,
        available=amount is not None,
        reason=reason,
        model=model,
    )
