"""Standard errors of strengths and differences, and which of them are known at all."""

from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

from ratings.statistics.analysis import Analysis
from ratings.statistics.covariance import Covariance, model_based
from ratings.statistics.fit import Fit
from ratings.statistics.intervals import quantile
from ratings.statistics.votes import BoolArray, FloatArray

MIN_CLUSTERS = 2  # with one listener, nothing is known about how listeners differ

LEAST_SHARE = 1e-4  # of the model-based standard error; below, an error is rounding


@dataclass(frozen=True, slots=True, eq=False)
class Uncertainty:
    """Of m rated systems: errors (m,) of θ, differences (m, m) of θ_i - θ_j; infinite if unknown.

    width: half-width of a two-sided interval at the chosen level in standard errors, for a system
    that every cluster met; widths (m,), difference_widths (m, m): of each system and pair, larger
    where fewer clusters met it. order_effect: error of δ, None where it is not fitted or not known.
    """

    covariance: Covariance
    errors: FloatArray
    differences: FloatArray
    width: float
    widths: FloatArray
    difference_widths: FloatArray
    order_effect: float | None

    @property
    def comparable_differences(self) -> FloatArray:
        """Errors of the differences, enlarged so that one critical value serves all pairs."""
        enlarged: FloatArray = self.differences * (self.difference_widths / self.width)
        return enlarged


def uncertainty(analysis: Analysis, level: float) -> Uncertainty | None:
    """None when nothing is rated, or when all votes belong to one cluster.

    The estimating equation forces the residuals of a system to sum to zero. If one listener judged
    it alone, the clustered standard error would therefore be near zero: it is unknown instead. If
    k listeners judged it, what they say of each other carries k - 1 degrees of freedom, however
    many listeners judged the rest of the board. An error that vanishes beside that of the model
    (all votes ties, or two listeners who mirror each other) is an accident of few votes: unknown.
    """
    if analysis.fit is None or analysis.covariance is None:
        return None
    m = len(analysis.fit.theta)
    errors = analysis.covariance.standard_errors(m)
    differences = analysis.covariance.difference_errors(m)
    unknown = met_once(analysis)
    differences[unknown, :] = differences[:, unknown] = np.inf
    by_model = model_based(analysis.fit)
    errors[unknown | _vanishing(errors, by_model.standard_errors(m))] = np.inf
    differences[_vanishing(differences, by_model.difference_errors(m))] = np.inf
    widths = _widths(analysis, quantile(analysis.covariance, level), level)
    return Uncertainty(
        covariance=analysis.covariance,
        errors=errors,
        differences=differences,
        width=quantile(analysis.covariance, level),
        widths=widths,
        difference_widths=np.maximum(widths[:, None], widths[None, :]),
        order_effect=_order_effect_error(analysis.fit, analysis.covariance, by_model),
    )


def _order_effect_error(fit: Fit, known: Covariance, by_model: Covariance) -> float | None:
    if fit.parameters.order_effect is None:
        return None
    at = len(fit.theta)
    variance = known.matrix[at, at]
    if variance < LEAST_SHARE**2 * by_model.matrix[at, at]:
        return None
    return float(np.sqrt(variance))


def _vanishing(errors: FloatArray, by_model: FloatArray) -> BoolArray:
    vanishing: BoolArray = errors < LEAST_SHARE * by_model
    return vanishing


def _widths(analysis: Analysis, width: float, level: float) -> FloatArray:
    if analysis.clusters_of is None:
        return np.full(len(analysis.connectivity.rated), width)
    known = np.maximum(analysis.clusters_of, MIN_CLUSTERS)
    widths: FloatArray = np.maximum(stdtrit(known - 1.0, (1 + level) / 2), width)
    return widths


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
