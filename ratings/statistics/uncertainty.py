"""Standard errors of strengths and differences, and which of them are known at all."""

from dataclasses import dataclass

import numpy as np

from ratings.statistics.analysis import Analysis
from ratings.statistics.covariance import Covariance
from ratings.statistics.intervals import quantile
from ratings.statistics.votes import BoolArray, FloatArray

MIN_CLUSTERS = 2  # with one listener, nothing is known about how listeners differ


@dataclass(frozen=True, slots=True, eq=False)
class Uncertainty:
    """Of m rated systems: errors (m,) of θ, differences (m, m) of θ_i - θ_j; infinite if unknown.

    width: half-width of a two-sided interval at the chosen level, in standard errors.
    """

    covariance: Covariance
    errors: FloatArray
    differences: FloatArray
    width: float


def uncertainty(analysis: Analysis, level: float) -> Uncertainty | None:
    """None when nothing is rated, or when all votes belong to one cluster.

    The estimating equation forces the residuals of a system to sum to zero. If one listener judged
    it alone, the clustered standard error would therefore be near zero: it is unknown instead.
    """
    if analysis.fit is None or analysis.covariance is None:
        return None
    m = len(analysis.fit.theta)
    errors = analysis.covariance.standard_errors(m)
    differences = analysis.covariance.difference_errors(m)
    unknown = met_once(analysis)
    errors[unknown] = np.inf
    differences[unknown, :] = np.inf
    differences[:, unknown] = np.inf
    return Uncertainty(
        analysis.covariance, errors, differences, quantile(analysis.covariance, level)
    )


def met_once(analysis: Analysis) -> BoolArray:
    """Which of the rated systems were met by one cluster (one listener, say) only: (m,)."""
    if analysis.clusters_of is None:
        return np.zeros(len(analysis.connectivity.rated), dtype=bool)
    few: BoolArray = analysis.clusters_of < MIN_CLUSTERS
    return few


def design_effect(analysis: Analysis) -> float:
    """How much larger than model-based the variances are, on average over the rated; at least 1."""
    if analysis.fit is None or analysis.covariance is None:
        raise ValueError("Without a covariance there is no design effect.")
    m = len(analysis.fit.theta)
    robust = np.trace(analysis.covariance.matrix[:m, :m])
    return max(1.0, float(robust / np.trace(analysis.fit.inverse_information[:m, :m])))
