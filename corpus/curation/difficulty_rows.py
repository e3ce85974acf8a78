"""The spread of registers as sentences, table cells and chart coordinates."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from corpus.difficulty.strip import Axis, Bar, Tick, axis_over, bars, fullest_bin
from corpus.registers_difficulty import RegisterDifficulty


@dataclass(frozen=True, slots=True)
class Row:
    """One register: its strip (places in percent), its sentences, its line of the table."""

    register: str
    bars: list[Bar]
    terciles: tuple[float, float]
    span: tuple[float, float]
    summary: str
    strata: str
    is_narrow: bool
    cells: list[str]


@dataclass(frozen=True, slots=True)
class Strips:
    """All registers on one axis, and the names of those where nothing is measured."""

    rows: list[Row]
    ticks: list[Tick]
    unmeasured: list[str]


COLUMNS = ("Prompts", "Lowest", "5 %", "25 %", "Median", "75 %", "95 %", "Highest", "Factor")


def difficulty_rows(registers: Sequence[RegisterDifficulty]) -> Strips:
    """Lay out the registers that have anything measured on a shared axis."""
    shown = [register for register in registers if register.perplexities.size]
    unmeasured = [register.register for register in registers if not register.perplexities.size]
    if not shown:
        return Strips([], [], unmeasured)
    axis = axis_over(np.concatenate([register.perplexities for register in shown]))
    tallest = fullest_bin([register.perplexities for register in shown], axis)
    return Strips([_row(register, axis, tallest) for register in shown], axis.ticks(), unmeasured)


def _row(register: RegisterDifficulty, axis: Axis, tallest: int) -> Row:
    spread, limits = register.spread, register.boundaries
    if limits is None:
        raise ValueError(f"Nothing is measured in {register.register}.")
    low, high = spread.percentiles
    figures = (spread.lowest, low, *spread.quartiles, high, spread.highest)
    return Row(
        register=register.register,
        bars=bars(register.perplexities, axis, tallest=tallest),
        terciles=(axis.place(limits.low), axis.place(limits.high)),
        span=(axis.place(low), axis.place(high)),
        summary=(
            f"From {_whole(low)} to {_whole(high)} (5th to 95th percentile of {spread.count:,} "
            f"prompts): a factor of {_factor(high / low)}."
        ),
        strata=f"Low up to {_whole(limits.low)}, middle up to {_whole(limits.high)}, high above.",
        is_narrow=spread.is_narrow,
        cells=[f"{spread.count:,}", *map(_whole, figures), _factor(high / low)],
    )


def _factor(ratio: float) -> str:
    return f"{ratio:.1f}" if ratio < 100 else _whole(ratio)


def _whole(perplexity: float) -> str:
    return f"{perplexity:,.0f}"
