"""Two-sided intervals from an estimate, its standard error and the right quantile."""

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri, stdtrit

from ratings.statistics.covariance import Covariance


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its standard error and interval, all in the same unit.

    error, low and high are None when the votes do not allow an interval; `Ratings.notes` says why.
    """

    value: float
    error: float | None = None
    low: float | None = None
    high: float | None = None

    def scaled(self, factor: float, shift: float = 0.0) -> "Estimate":
        """The same estimate in another unit: factor · x + shift, factor > 0."""

        def moved(x: float | None) -> float | None:
            return None if x is None else factor * x + shift

        error = None if self.error is None else factor * self.error
        return Estimate(factor * self.value + shift, error, moved(self.low), moved(self.high))


def quantile(covariance: Covariance, level: float) -> float:
    """Half-width of a two-sided interval in standard errors: Student t, or normal."""
    upper = (1 + level) / 2
    if covariance.degrees_of_freedom is None:
        return float(ndtri(upper))
    return float(stdtrit(covariance.degrees_of_freedom, upper))


def estimate(value: float, error: float | None, width: float | None) -> Estimate:
    """Interval value ± width · error; without a usable error, the value alone."""
    if error is None or width is None or not np.isfinite(error):
        return Estimate(float(value))
    margin = float(width) * float(error)
    return Estimate(float(value), float(error), float(value) - margin, float(value) + margin)
