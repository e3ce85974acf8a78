"""Axes in any unit: round ticks, numbers of the same precision, places in percent."""

import math
from dataclasses import dataclass

from ratings.presentation.axis import Tick

STEPS = (1, 2, 5, 10)
TICKS = 5


@dataclass(frozen=True, slots=True)
class Scale:
    """An axis from `low` to `high`; digits: decimals that its values are shown with."""

    low: float
    high: float
    digits: int
    step: float
    reverse: bool = False  # SVG counts y downwards

    def place(self, value: float) -> float:
        """Where a value stands, 0 to 100; ends beyond the axis are cut off."""
        share = min(max((value - self.low) / (self.high - self.low), 0.0), 1.0)
        return round(100 * (1 - share if self.reverse else share), 2)

    def holds(self, value: float) -> bool:
        """Whether a value lies within the axis."""
        return self.low <= value <= self.high

    @property
    def ticks(self) -> tuple[Tick, ...]:
        """Round values along the axis."""
        first, last = math.ceil(self.low / self.step), math.floor(self.high / self.step)
        decimals = max(0, self.digits - 2)
        return tuple(
            Tick(self.place(k * self.step), decimal(k * self.step, decimals))
            for k in range(first, last + 1)
        )


def scale_of(low: float, high: float, *, reverse: bool = False) -> Scale:
    """Return the axis from *low* to *high*; a single value gets room on both sides."""
    if high <= low:
        room = max(abs(low) * 0.1, 1e-6)
        low, high = low - room, high + room
    rough = (high - low) / TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * m for m in STEPS if power * m >= rough * (1 - 1e-9))
    digits = max(0, 2 - math.floor(math.log10(step) + 1e-9))  # two more than its ticks
    return Scale(low, high, digits, step, reverse)


def decimal(value: float, digits: int) -> str:
    """A number with so many decimals and a real minus sign, never “−0”."""
    rounded = round(value, digits)
    text = f"{abs(rounded):.{digits}f}"
    return f"−{text}" if rounded < 0 else text
