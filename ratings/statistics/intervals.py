"""Two-sided intervals from an estimate, its standard error and the right quantile."""

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr, ndtri, stdtr, stdtridf, stdtrit

from ratings.statistics.covariance import Covariance
from ratings.statistics.votes import FloatArray


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its standard error and interval, all in the same unit.

    error, low and high are None when the votes do not allow an interval; `Ratings.notes` says why.
    """

    value: float
    error: float | None = None
    low: float | None = None
    high: float | None = None

    def degrees_of_freedom(self, level: float) -> float | None:
        """Of Student's t behind the interval, told from its width; None without an interval."""
        if self.high is None or not self.error:
            return None
        return float(stdtridf((1 + level) / 2, (self.high - self.value) / self.error))

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


def upper_tail(critical_value: float, degrees_of_freedom: float | None) -> float:
    """P(T > critical value) of Student's t, or of the normal law (None)."""
    if degrees_of_freedom is None:
        return float(ndtr(-critical_value))
    return float(stdtr(degrees_of_freedom, -critical_value))


def quantiles(tail: float, degrees_of_freedom: FloatArray) -> FloatArray:
    """Values that Student's t exceeds with probability `tail`; infinite degrees: the normal law."""
    normal = np.isinf(degrees_of_freedom)
    finite = np.where(normal, 1.0, degrees_of_freedom)
    values: FloatArray = np.where(normal, -ndtri(tail), -stdtrit(finite, tail))
    return values


@dataclass(frozen=True, slots=True)
class Simultaneous:
    """What turns the interval of one difference into one that holds for all of a board together.

    level, width: of the single intervals, and their half-width in standard errors for a system that
    met clusters as the board did. critical_value: the half-width for all differences together.
    """

    level: float
    width: float
    critical_value: float

    def margin(self, difference: Estimate) -> float | None:
        """Half-width for `difference` in its own unit; None where it has no interval.

        An interval wider than `width` stands on fewer degrees of freedom, which its own width
        tells; the critical value is then the quantile of the same tail probability on those.
        """
        freedom = difference.degrees_of_freedom(self.level)
        if difference.error is None or difference.high is None or freedom is None:
            return None
        if difference.high - difference.value <= self.width * (1 + 1e-9) * difference.error:
            return self.critical_value * difference.error
        tail = upper_tail(self.critical_value, float(stdtridf((1 + self.level) / 2, self.width)))
        return float(-stdtrit(freedom, tail)) * difference.error
