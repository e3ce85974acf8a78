"""Shares of votes and correlations with their intervals, as a reader sees them."""

from evaluation.agreement.resampling import Estimate
from evaluation.presentation.scale import decimal

NO_INTERVAL = "no interval"


def percent(share: float) -> str:
    """Whole percent: “63 %”."""
    return f"{100 * share:.0f} %"


def share_interval(found: Estimate) -> str:
    """“58–68”, or that there is none."""
    if found.low is None or found.high is None:
        return NO_INTERVAL
    return f"{100 * found.low:.0f}–{100 * found.high:.0f}"


def share_label(found: Estimate) -> str:
    """“63 % (58–68)”."""
    return f"{percent(found.value)} ({share_interval(found)})"


def coefficient_label(found: Estimate) -> str:
    """“0.41 (0.12 to 0.63)”."""
    if found.low is None or found.high is None:
        return f"{decimal(found.value, 2)} ({NO_INTERVAL})"
    return f"{decimal(found.value, 2)} ({decimal(found.low, 2)} to {decimal(found.high, 2)})"
