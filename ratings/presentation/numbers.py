"""Numbers as a reader sees them."""

import math

from ratings.statistics.elo import POINTS_PER_UNIT
from ratings.statistics.intervals import Estimate

LEAST_SHOWN_P = 0.001


def whole(value: float) -> str:
    """Rounded, thousands apart, with a real minus sign: “50,000”, “−12”."""
    rounded = round(value)
    return f"−{-rounded:,}" if rounded < 0 else f"{rounded:,}"


def points(value: float) -> str:
    """Elo points: whole, with a real minus sign, thousands not apart: “1420”."""
    rounded = round(value)
    return f"−{-rounded}" if rounded < 0 else str(rounded)


def signed(value: float) -> str:
    """Whole Elo points of a difference: “+12”, “−12”, “0”."""
    rounded = round(value)
    return f"+{rounded}" if rounded > 0 else points(rounded)


def chance(difference: float) -> float:
    """How often the better is chosen, 0 to 1, from a difference in Elo points."""
    return 1 / (1 + math.exp(-difference / POINTS_PER_UNIT))


def percent(share: float) -> int:
    """A share, 0 to 1, in whole percent."""
    return round(100 * share)


def share_label(difference: Estimate) -> str:
    """How often a system is chosen, in the model's terms: “46 % (42–50)”."""
    share = percent(chance(difference.value))
    if difference.low is None or difference.high is None:
        return f"{share} %"
    low, high = percent(chance(difference.low)), percent(chance(difference.high))
    return f"{share} % ({low}–{high})"


def difference_label(difference: Estimate) -> str:
    """A difference in Elo points: “−12 (−20 to −4)”."""
    if difference.low is None or difference.high is None:
        return signed(difference.value)
    return f"{signed(difference.value)} ({signed(difference.low)} to {signed(difference.high)})"


def p_label(p_value: float) -> str:
    """A p value: “p = 0.03”, “p < 0.001”."""
    if p_value < LEAST_SHOWN_P:
        return f"p < {LEAST_SHOWN_P}"
    digits = 2 if p_value >= 0.1 else 3
    return f"p = {p_value:.{digits}f}"


def counted(number: float, one: str, many: str | None = None) -> str:
    """A number and its noun: “1 vote”, “2,400 votes”."""
    return f"{whole(number)} {one if round(number) == 1 else many or one + 's'}"


def at_most(shift: float) -> str:
    """How far ratings move: “no rating by more than 3 points”."""
    if abs(shift) < 1:
        return "no rating by a whole point"
    return f"no rating by more than {counted(math.ceil(abs(shift)), 'point')}"


def listed(names: list[str], *, most: int = 4) -> str:
    """“A, B and C”; past ``most``, “A, B, C and 5 more”."""
    if len(names) > most:
        names = [*names[: most - 1], f"{len(names) - most + 1} more"]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
