"""Amounts as a reader sees them."""

import math

DIGITS = 3  # that count, of amounts below 1000


def amount_label(amount: float) -> str:
    """Three digits that count, a real minus sign, an exponent if tiny or huge: “−0.0123”."""
    size = abs(amount)
    if size and not 1e-4 <= size < 1e7:
        written = f"{size:.2e}"
    else:
        decimals = max(0, DIGITS - 1 - math.floor(math.log10(size))) if size else 2
        written = f"{size:,.{decimals}f}"
    return f"−{written}" if amount < 0 and float(written.replace(",", "")) else written


def with_decimals_of(amount: float, shown: str) -> str:
    """*amount* with the decimals of *shown*, so that the ends of an interval fit its mean."""
    if "e" in shown:
        return amount_label(amount)
    decimals = len(shown.partition(".")[2])
    written = f"{abs(amount):,.{decimals}f}"
    return f"−{written}" if amount < 0 and float(written.replace(",", "")) else written


def range_label(low: float | None, high: float | None) -> str:
    """“1 to 5”, “at least 0”, “at most 1”, “unbounded”."""
    if low is None and high is None:
        return "unbounded"
    if high is None:
        return f"at least {low:g}"
    return f"at most {high:g}" if low is None else f"{low:g} to {high:g}"
