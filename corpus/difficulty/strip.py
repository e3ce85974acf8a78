"""Where the perplexities of a register are drawn: a histogram on a logarithmic axis.

Along the axis in percent of its width, upwards in percent of the plot's height, so that a page may
give it any size.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from corpus.difficulty.language_model import FloatArray

BINS = 50
WIDE = 2.0
"""Orders of magnitude above which an axis is labelled at powers of ten alone."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled place of the axis, in percent."""

    x: float
    label: str


@dataclass(frozen=True, slots=True)
class Bar:
    """One bin: its left edge, width, upper edge and height, in percent."""

    x: float
    width: float
    y: float
    height: float


@dataclass(frozen=True, slots=True)
class Axis:
    """A logarithmic axis from ``low`` to ``high``, both perplexities."""

    low: float
    high: float

    def place(self, perplexity: float) -> float:
        """Where a perplexity lies, in percent from the left, to a hundredth."""
        share = np.log(perplexity / self.low) / np.log(self.high / self.low)
        return round(float(100 * share), 2)

    def ticks(self) -> list[Tick]:
        """Round perplexities within the axis."""
        steps = (1,) if np.log10(self.high / self.low) > WIDE else (1, 2, 5)
        rounds = (value for value in _round_numbers(steps) if self.low <= value <= self.high)
        return [Tick(self.place(value), short(value)) for value in rounds]


def short(number: float) -> str:
    """A round number that leaves room for its neighbours on a phone: 1,000, 20k, 5M."""
    for power, letter in ((9, "B"), (6, "M"), (3, "k")):
        if number >= 10**power and number >= 10_000:
            return f"{number / 10**power:,.0f}{letter}"
    return f"{number:,.0f}"


def axis_over(perplexities: FloatArray) -> Axis:
    """Return the axis between the round numbers (1, 2, 5, 10, …) around all *perplexities*.

    Raises ValueError if there is none.
    """
    if not perplexities.size:
        raise ValueError("There is no perplexity to draw an axis over.")
    rounds = _round_numbers((1, 2, 5))
    low = max(value for value in rounds if value <= max(1.0, perplexities.min()))
    high = min((value for value in rounds if value >= perplexities.max()), default=rounds[-1])
    return Axis(low, high if high > low else 2 * low)


def bars(perplexities: FloatArray, axis: Axis, *, tallest: int) -> list[Bar]:
    """Return the bins that hold anything; a bin of *tallest* prompts fills the height."""
    counts, edges = _histogram(perplexities, axis)
    return [
        Bar(
            axis.place(left),
            round(axis.place(right) - axis.place(left), 2),
            round(100 - 100 * int(count) / tallest, 2),
            round(100 * int(count) / tallest, 2),
        )
        for count, (left, right) in zip(counts, pairwise(edges), strict=True)
        if count
    ]


def fullest_bin(registers: Sequence[FloatArray], axis: Axis) -> int:
    """How many prompts the fullest bin of any register holds."""
    return max((int(_histogram(values, axis)[0].max()) for values in registers), default=0)


def _histogram(perplexities: FloatArray, axis: Axis) -> tuple[FloatArray, FloatArray]:
    edges = np.geomspace(axis.low, axis.high, BINS + 1)
    edges[0], edges[-1] = axis.low, axis.high  # exact, or the outermost value falls out
    counts, _ = np.histogram(np.clip(perplexities, axis.low, axis.high), edges)
    return counts.astype(np.float64), edges


def _round_numbers(steps: Sequence[int]) -> list[float]:
    return [float(step * 10**power) for power in range(308) for step in steps]
