"""Fisher's interval of a correlation: how wide the interval of few points must at least be.

Points on one line give the same correlation in every resample, so that a bootstrap of few systems
finds them surer than they are. Fisher (1921) for Pearson's r; for ranks the variances of Fieller,
Hartley and Pearson (1957, Biometrika 44, 470–481).
"""

from dataclasses import replace
from enum import StrEnum

import numpy as np

from evaluation.agreement.resampling import LEVEL, Estimate


class Coefficient(StrEnum):
    """Which correlation."""

    SRCC = "srcc"
    PLCC = "plcc"
    KRCC = "krcc"


SCALE = {Coefficient.SRCC: 1.06, Coefficient.PLCC: 1.0, Coefficient.KRCC: 0.437}
TAKEN = {Coefficient.SRCC: 3, Coefficient.PLCC: 3, Coefficient.KRCC: 4}  # from n


def widened(found: Estimate, n: int, kind: Coefficient) -> Estimate:
    """Return an estimate whose interval holds Fisher's of n points as well."""
    if found.low is None or found.high is None:
        return found
    low, high = fisher(found.value, n, kind)
    return replace(found, low=min(found.low, low), high=max(found.high, high))


def fisher(value: float, n: int, kind: Coefficient, *, level: float = LEVEL) -> tuple[float, float]:
    """Return the interval at *level*; −1 … 1 where n is too small for one."""
    from scipy import special  # noqa: PLC0415 - slow to load

    if n <= TAKEN[kind]:
        return -1.0, 1.0
    most = _most(n, kind)
    half = special.ndtri((1 + level) / 2) * np.sqrt(SCALE[kind] / (n - TAKEN[kind]))
    z = np.arctanh(np.clip(value, -most, most))
    low = -1.0 if value <= -most else float(np.tanh(z - half))
    return low, 1.0 if value >= most else float(np.tanh(z + half))


def _most(n: int, kind: Coefficient) -> float:
    """Half a step below 1: what exchanging two neighbours changes; ranks cannot tell more."""
    step = {Coefficient.SRCC: 12 / (n**3 - n), Coefficient.KRCC: 4 / (n * (n - 1))}
    return 1 - step.get(kind, 1e-12) / 2
