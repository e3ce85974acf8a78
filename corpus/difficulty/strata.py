"""Strata of difficulty within each register, and how widely a register's difficulty is spread."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from corpus.difficulty.language_model import FloatArray

STRATA = ("low", "middle", "high")
NARROW = 1.0
"""Orders of magnitude below which a register counts as narrow."""


@dataclass(frozen=True, slots=True)
class Boundaries:
    """The terciles of one register: low ≤ ``low`` < middle ≤ ``high`` < high, in perplexity."""

    low: float
    high: float

    def stratum(self, perplexity: float) -> str:
        """Return low, middle or high; "" if the perplexity is unknown (NaN)."""
        if np.isnan(perplexity):
            return ""
        return STRATA[int(perplexity > self.low) + int(perplexity > self.high)]


@dataclass(frozen=True, slots=True)
class Spread:
    """How the perplexities of one register are spread; all NaN if none is known."""

    count: int
    lowest: float
    quartiles: tuple[float, float, float]
    highest: float
    percentiles: tuple[float, float]
    """The 5th and the 95th."""
    orders_of_magnitude: float
    """log₁₀ of the 95th percentile over the 5th."""

    @property
    def is_narrow(self) -> bool:
        """Whether less than one order of magnitude is spanned; False if nothing is known."""
        return self.orders_of_magnitude < NARROW


def boundaries(perplexities: FloatArray, registers: Sequence[str]) -> dict[str, Boundaries]:
    """Return the terciles of each register, leaving out unknown perplexities (NaN).

    Terciles are Hyndman & Fan's definition 7, linear between order statistics. A register without
    any known perplexity is left out.
    """
    return {
        register: Boundaries(*map(float, np.quantile(known, [1 / 3, 2 / 3])))
        for register, known in _known(perplexities, registers).items()
        if known.size
    }


def strata(perplexities: FloatArray, registers: Sequence[str]) -> list[str]:
    """Return the stratum of each prompt within its register: low, middle or high.

    Equal perplexities share a stratum, whatever their order, so strata are of equal size (give or
    take one) only where perplexities differ. An unknown perplexity (NaN) has the stratum "".

    perplexities: per prompt; registers: the register of each, of the same length.
    """
    limits = boundaries(perplexities, registers)
    return [
        limits[register].stratum(perplexity) if register in limits else ""
        for perplexity, register in zip(perplexities, registers, strict=True)
    ]


def spread(perplexities: FloatArray) -> Spread:
    """Return how the perplexities of one register are spread, unknown ones (NaN) left out.

    The span is taken from the 5th to the 95th percentile: from the lowest to the highest, two odd
    prompts would hide that all others are alike, and more prompts would always span more.
    """
    known = perplexities[~np.isnan(perplexities)]
    if not known.size:
        nothing = float("nan")
        return Spread(0, nothing, (nothing, nothing, nothing), nothing, (nothing, nothing), nothing)
    lowest, p5, first, median, third, p95, highest = map(
        float, np.percentile(known, [0, 5, 25, 50, 75, 95, 100])
    )
    return Spread(
        count=known.size,
        lowest=lowest,
        quartiles=(first, median, third),
        highest=highest,
        percentiles=(p5, p95),
        orders_of_magnitude=float(np.log10(p95 / p5)),
    )


def _known(perplexities: FloatArray, registers: Sequence[str]) -> dict[str, FloatArray]:
    """The known perplexities of each register, registers in order of their first prompt."""
    if len(perplexities) != len(registers):
        raise ValueError(f"{len(perplexities)} perplexities do not fit {len(registers)} registers.")
    names = np.asarray(registers, dtype=object)
    known = ~np.isnan(perplexities)
    return {name: perplexities[known & (names == name)] for name in dict.fromkeys(registers)}
