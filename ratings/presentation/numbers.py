"""Numbers as a reader sees them."""

import math

from ratings.statistics.elo import POINTS_PER_UNIT
from ratings.statistics.intervals import Estimate

LEAST_SHOWN_P = 0.001
LEVEL_SHARE = 1e-9  # from one half; closer is rounding
MOST_DIGITS = 6  # of a share in percent


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


def signed_decimal(value: float, digits: int) -> str:
    """A signed number with decimals, with a real minus sign: “+1.3”, “−1.3”, “0.0”."""
    size = f"{abs(value):.{digits}f}"
    sign = "+" if value > 0 else "−"
    return f"{sign}{size}" if float(size) else size


def chance(difference: float) -> float:
    """How often the better is chosen, 0 to 1, from a difference in Elo points."""
    return 1 / (1 + math.exp(-difference / POINTS_PER_UNIT))


def percent(share: float) -> int:
    """A share, 0 to 1, in whole percent."""
    return round(100 * share)


def reached(share: float) -> str:
    """A share that has been reached, 0 to 1, in percent: “79.6”; rounded down, never up."""
    return f"{math.floor(1e4 * share + 1e-6) / 100:g}"


def share_label(difference: Estimate) -> str:
    """How often a system is chosen, in the model's terms: “46 % (42–48)”.

    Near one half as many digits more as it takes, so that less than half is never called 50 %.
    """
    ends = [difference.value, difference.low, difference.high]
    shares = [None if end is None else chance(end) for end in ends]
    off = [abs(s - 0.5) for s in shares if s is not None and abs(s - 0.5) > LEVEL_SHARE]
    digits = next(
        (d for d in range(MOST_DIGITS) if all(o > 0.005 / 10**d for o in off)), MOST_DIGITS
    )
    share, low, high = (None if s is None else f"{100 * s:.{digits}f}" for s in shares)
    return f"{share} %" if low is None or high is None else f"{share} % ({low}–{high})"


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


def at_most(shift: float, *, verb: str = "") -> str:
    """How far ratings move: “no rating by more than 3 points”. verb: said after “rating”."""
    who = f"no rating {verb}".rstrip()
    if abs(shift) < 1:
        return f"{who} by a whole point"
    return f"{who} by more than {counted(math.ceil(abs(shift)), 'point')}"


def listed(names: list[str], *, most: int = 4) -> str:
    """“A, B and C”; past ``most``, “A, B, C and 5 more”."""
    if len(names) > most:
        names = [*names[: most - 1], f"{len(names) - most + 1} more"]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
