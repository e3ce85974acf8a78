"""The table of systems × metrics, one part for each family."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaluation.metrics.base import Direction, Family, Metric
from evaluation.presentation.numbers import amount_label, with_decimals_of
from evaluation.presentation.summary import Summary

SHA = re.compile(r"(sha256:[0-9a-f]{12})[0-9a-f]+")  # shortened for reading
BETTER = {
    Direction.HIGHER: "higher is better",
    Direction.LOWER: "lower is better",
    Direction.NEITHER: "a fact, no judgement",
}


@dataclass(frozen=True, slots=True)
class Speaker:
    """A system in the table. slug leads to its clips."""

    slug: str
    name: str
    is_human: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """What a system reaches; `mean` is empty without values, `pooled` for most metrics."""

    metric: str
    mean: str
    interval: str
    count: str
    gaps: str
    pooled: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A system and its cells, as many as the part has columns."""

    speaker: Speaker
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A metric. about: unit and direction."""

    name: str
    title: str
    about: str


@dataclass(frozen=True, slots=True)
class Part:
    """A family's table. model: behind its values; others: how many values by others are kept."""

    family: str
    version: str
    model: str
    others: int
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


def part_of(
    family: Family,
    speakers: Sequence[Speaker],
    summaries: Mapping[tuple[str, str], Summary],
    *,
    model: str,
    others: int,
) -> Part:
    """Lay out one family. summaries: by slug of the system and name of the metric."""
    nothing = Summary(0, 0, 0)
    return Part(
        family=family.name,
        version=family.version,
        model=SHA.sub(r"\1…", model),
        others=others,
        columns=tuple(_column(metric) for metric in family.metrics),
        rows=tuple(
            Row(
                one,
                tuple(
                    _cell(m.name, summaries.get((one.slug, m.name), nothing))
                    for m in family.metrics
                ),
            )
            for one in speakers
        ),
    )


def _column(metric: Metric) -> Column:
    better = BETTER[metric.direction]
    return Column(metric.name, metric.title, f"{metric.unit}, {better}" if metric.unit else better)


def _cell(metric: str, summary: Summary) -> Cell:
    gaps = f"{summary.not_available:,} not available" if summary.not_available else ""
    if summary.mean is None:
        return Cell(metric, "", "", "", gaps)
    mean = amount_label(summary.mean)
    interval = ""
    if summary.low is not None and summary.high is not None:
        ends = (with_decimals_of(end, mean) for end in (summary.low, summary.high))
        interval = " to ".join(ends)
    pooled = "" if summary.pooled is None else f"pooled {with_decimals_of(summary.pooled, mean)}"
    return Cell(metric, mean, interval, f"n = {summary.n:,}", gaps, pooled)
