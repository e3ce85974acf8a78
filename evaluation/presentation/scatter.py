"""A metric's means against the ratings, as coordinates, labels and sentences of an inline SVG."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evaluation.agreement.correlation import Correlations
from evaluation.agreement.resampling import Estimate
from evaluation.agreement.system_means import RegisterPoints, SystemPoint
from evaluation.metrics.base import Direction, Metric, NotAvailable
from evaluation.presentation.labels import Label, place_labels
from evaluation.presentation.scale import Scale, decimal, scale_of
from ratings.presentation.axis import Tick
from ratings.presentation.history import shortened
from ratings.presentation.numbers import counted
from ratings.presentation.numbers import points as elo

PIXELS = 320
ROOM = 0.08  # of the span, beyond the outermost
REACH = 1.0  # spans of the points that whiskers may reach beyond them; what is wider is cut off
FEW = 10  # systems; a correlation of fewer is weak

BETTER = {
    Direction.HIGHER: "higher is better",
    Direction.LOWER: "lower is better",
    Direction.NEITHER: "",
}


@dataclass(frozen=True, slots=True)
class Bar:
    """A whisker: from low to high in percent along its own axis."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Mark:
    """One system. x, y: percent of width and height; number: its row in the table.

    label: the name, or the number where the name has no room, or None. sentence: what a screen
    reader says.
    """

    number: int
    system: str
    is_human: bool
    x: float
    y: float
    across: Bar | None
    upright: Bar | None
    label: Label | None
    sentence: str
    clips: int
    metric: str
    metric_interval: str
    rating: str
    rating_interval: str

    @property
    def is_named(self) -> bool:
        """Whether its label says more than its number."""
        return self.label is not None and self.label.text != str(self.number)


@dataclass(frozen=True, slots=True)
class Scatter:
    """The chart of one register and the table behind it."""

    title: str
    sentence: str
    x_title: str
    y_title: str
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    marks: tuple[Mark, ...]
    human_y: float | None
    cut_off: bool
    numbered: bool
    pixels: int = PIXELS


def scatter_of(
    row: RegisterPoints, metric: Metric, correlations: Correlations | NotAvailable
) -> Scatter | None:
    """Return the chart of one register; None without any point."""
    found = sorted(row.points, key=lambda point: (-point.rating, point.system))
    if not found:
        return None
    across = _scale((p.metric, p.metric_low, p.metric_high) for p in found)
    upright = _scale(((p.rating, p.rating_low, p.rating_high) for p in found), reverse=True)
    places = [(across.place(p.metric), upright.place(p.rating)) for p in found]
    labels = _labels(found, places)
    marks = tuple(_mark(k + 1, point, across, upright, labels[k]) for k, point in enumerate(found))
    return Scatter(
        title=row.register or "All registers",
        sentence=sentence(correlations),
        x_title=axis_title(metric),
        y_title="Rating in Elo points",
        x_ticks=across.ticks,
        y_ticks=upright.ticks,
        marks=marks,
        human_y=next((mark.y for mark in marks if mark.is_human), None),
        cut_off=any(
            not scale.holds(end)
            for point in found
            for scale, ends in (
                (across, (point.metric_low, point.metric_high)),
                (upright, (point.rating_low, point.rating_high)),
            )
            for end in ends
            if end is not None
        ),
        numbered=any(mark.label is not None and not mark.is_named for mark in marks),
    )


def axis_title(metric: Metric) -> str:
    """Name, unit and which way is better: “Word error rate (%), lower is better”."""
    unit = f" ({metric.unit})" if metric.unit else ""
    return ", ".join(part for part in (f"{metric.title}{unit}", BETTER[metric.direction]) if part)


def sentence(correlations: Correlations | NotAvailable) -> str:
    """What the plot shows, with its number of systems."""
    if isinstance(correlations, NotAvailable):
        return correlations.reason
    said = (
        f"Over {counted(correlations.systems, 'system')}, counted so that agreement is positive: "
        f"Spearman {estimate(correlations.srcc)}, Pearson {estimate(correlations.plcc)}, "
        f"Kendall {estimate(correlations.krcc)}."
    )
    return f"{said} So few systems say little." if correlations.systems < FEW else said


def estimate(found: Estimate, digits: int = 2) -> str:
    """A number and its interval: “0.81 (0.52 to 0.95)”."""
    value = decimal(found.value, digits)
    if found.low is None or found.high is None:
        return f"{value} (no interval)"
    return f"{value} ({decimal(found.low, digits)} to {decimal(found.high, digits)})"


def _scale(
    rows: Iterable[tuple[float, float | None, float | None]], *, reverse: bool = False
) -> Scale:
    """An axis around all points and their whiskers, within reason."""
    known = list(rows)
    values = [value for value, _, _ in known]
    ends = [end for row in known for end in row if end is not None]
    span = max(values) - min(values)
    low, high = min(ends), max(ends)
    if span:
        low, high = max(low, min(values) - REACH * span), min(high, max(values) + REACH * span)
    room = ROOM * (high - low)
    return scale_of(low - room, high + room, reverse=reverse)


def _labels(
    points: Sequence[SystemPoint], places: Sequence[tuple[float, float]]
) -> list[Label | None]:
    """The human's is placed first, then from the best rating down."""
    order = sorted(range(len(points)), key=lambda k: not points[k].is_human)
    texts = [(shortened(points[k].system), str(k + 1)) for k in order]
    placed = place_labels([places[k] for k in order], texts, pixels=PIXELS)
    return [placed[order.index(k)] for k in range(len(points))]


def _mark(
    number: int, point: SystemPoint, across: Scale, upright: Scale, label: Label | None
) -> Mark:
    value = decimal(point.metric, across.digits)
    interval = _interval(point.metric_low, point.metric_high, across.digits)
    rating_interval = _interval(point.rating_low, point.rating_high, 0)
    who = f"{point.system} (human)" if point.is_human else point.system
    return Mark(
        number=number,
        system=point.system,
        is_human=point.is_human,
        x=across.place(point.metric),
        y=upright.place(point.rating),
        across=_bar(across, point.metric_low, point.metric_high),
        upright=_bar(upright, point.rating_low, point.rating_high),
        label=label,
        sentence=f"{who}: metric {value}{_bracketed(interval)}, "
        f"rating {elo(point.rating)}{_bracketed(rating_interval)}",
        clips=point.clips,
        metric=value,
        metric_interval=interval,
        rating=elo(point.rating),
        rating_interval=rating_interval,
    )


def _bar(scale: Scale, low: float | None, high: float | None) -> Bar | None:
    if low is None or high is None:
        return None
    first, second = scale.place(low), scale.place(high)
    return Bar(min(first, second), max(first, second))


def _interval(low: float | None, high: float | None, digits: int) -> str:
    if low is None or high is None:
        return ""
    return f"{decimal(low, digits)} to {decimal(high, digits)}"


def _bracketed(interval: str) -> str:
    return f" ({interval})" if interval else ""
