"""Standard errors of strengths and differences, and which of them are known at all."""

import math
from dataclasses import dataclass

import numpy as np

from ratings.statistics.analysis import Analysis
from ratings.statistics.covariance import Covariance, model_based
from ratings.statistics.effective import LEAST_EFFECTIVE
from ratings.statistics.fit import Fit
from ratings.statistics.intervals import quantile, quantiles, upper_tail
from ratings.statistics.votes import BoolArray, FloatArray

LEAST_SHARE = 1e-4  # of the model-based standard error; below, an error is rounding


@dataclass(frozen=True, slots=True, eq=False)
class Uncertainty:
    """Of m rated systems: errors (m,) of θ, differences (m, m) of θ_i - θ_j; infinite if unknown.

    width: half-width of a two-sided interval at the chosen level in standard errors, for a system
    that met clusters as the board did; widths (m,), difference_widths (m, m): of each system and
    pair, larger where it met fewer. freedom (m, m): degrees of freedom of each difference, infinite
    for the normal law. order_effect: error of δ, None where it is not fitted or not known.
    """

    covariance: Covariance
    errors: FloatArray
    differences: FloatArray
    width: float
    widths: FloatArray
    difference_widths: FloatArray
    freedom: FloatArray
    order_effect: float | None

    def margins(self, critical_value: float) -> FloatArray:
        """How large each difference must be to count, (m, m); infinite where its error is unknown.

        critical_value: in standard errors, on the degrees of freedom of the board. Pairs of fewer
        get the quantile of the same tail probability on their own.
        """
        tail = upper_tail(critical_value, self.covariance.degrees_of_freedom)
        margins: FloatArray = self.differences * quantiles(tail, self.freedom)
        return margins


def uncertainty(analysis: Analysis, level: float) -> Uncertainty | None:
    """None when nothing is rated, or when (nearly) all votes belong to one cluster.

    The estimating equation forces the residuals of a system to sum to zero. If one listener judged
    it (nearly) alone, the clustered standard error would therefore be near zero: it is unknown
    instead. If those who judged it count as k (see `ratings.statistics.effective`), what they say
    of each other carries k - 1 degrees of freedom, however many judged the rest of the board; a
    difference has those of the system that has fewer. An error that vanishes beside that of the
    model (all votes ties, or two listeners who mirror each other) is an accident of few votes:
    unknown. What is unknown of one system is also missing from the mean that the others are
    measured from; there the model and the design effect stand in.
    """
    if analysis.fit is None or analysis.covariance is None:
        return None
    m = len(analysis.fit.theta)
    errors = analysis.covariance.standard_errors(m)
    differences = analysis.covariance.difference_errors(m)
    unknown = by_one_cluster(analysis)
    differences[unknown, :] = differences[:, unknown] = np.inf
    by_model = model_based(analysis.fit)
    errors = np.hypot(errors, _error_of_mean(analysis, unknown, by_model))
    unit = _unit(analysis)
    errors[unknown | _vanishing(errors, unit * by_model.standard_errors(m))] = np.inf
    differences[_vanishing(differences, unit * by_model.difference_errors(m))] = np.inf
    freedom = _freedom(analysis, m)
    width = quantile(analysis.covariance, level)
    widths = np.maximum(quantiles((1 - level) / 2, freedom), width)
    return Uncertainty(
        covariance=analysis.covariance,
        errors=errors,
        differences=differences,
        width=width,
        widths=widths,
        difference_widths=np.maximum(widths[:, None], widths[None, :]),
        freedom=np.minimum(freedom[:, None], freedom[None, :]),
        order_effect=_order_effect_error(analysis.fit, analysis.covariance, by_model, unit),
    )


def _error_of_mean(analysis: Analysis, unknown: BoolArray, by_model: Covariance) -> float:
    """Error that systems of unknown error bring into the mean from which all are measured.

    Their sandwich is near zero, so it is that of the model times the design effect: of the mean of
    all less the mean of the others.
    """
    if not unknown.any() or unknown.all():
        return 0.0
    m = len(unknown)
    contrast = np.where(unknown, 1 / m, 1 / m - 1 / (~unknown).sum())
    variance = float(contrast @ by_model.matrix[:m, :m] @ contrast)
    return math.sqrt(design_effect(analysis) * max(variance, 0.0))


def _order_effect_error(
    fit: Fit, known: Covariance, by_model: Covariance, unit: float
) -> float | None:
    if fit.parameters.order_effect is None:
        return None
    at = len(fit.theta)
    variance = known.matrix[at, at]
    if variance < (LEAST_SHARE * unit) ** 2 * by_model.matrix[at, at]:
        return None
    return float(np.sqrt(variance))


def _unit(analysis: Analysis) -> float:
    """By what the model's errors are too large because weights are in a small unit; at most 1.

    Its errors take weights for numbers of votes; clustered ones do not depend on their unit.
    """
    weight = analysis.table.votes.weight
    used = np.ones(1) if weight is None else weight[weight > 0]
    return math.sqrt(min(1.0, float(used.mean())))


def _vanishing(errors: FloatArray, by_model: FloatArray) -> BoolArray:
    vanishing: BoolArray = errors < LEAST_SHARE * by_model
    return vanishing


def _freedom(analysis: Analysis, systems: int) -> FloatArray:
    """Degrees of freedom of each system (m,): those of the board, or fewer where fewer met it."""
    of_board = None if analysis.covariance is None else analysis.covariance.degrees_of_freedom
    board = np.full(systems, np.inf if of_board is None else float(of_board))
    if analysis.effective_of is None:
        return board
    known = np.maximum(analysis.effective_of, LEAST_EFFECTIVE) - 1  # below, the error is unknown
    freedom: FloatArray = np.minimum(known, board)
    return freedom


def by_one_cluster(analysis: Analysis) -> BoolArray:
    """Which rated systems one cluster (one listener, say) gave all, or nearly all, votes on: (m,).

    Nothing is known then of how clusters differ on them.
    """
    if analysis.effective_of is None:
        return np.zeros(len(analysis.connectivity.rated), dtype=bool)
    few: BoolArray = analysis.effective_of < LEAST_EFFECTIVE
    return few


def design_effect(analysis: Analysis) -> float:
    """How much larger than model-based the variances are, on average over all differences.

    At least 1. Differences of systems that one cluster judged (nearly) alone do not count, since
    their error is unknown.
    """
    if analysis.fit is None or analysis.covariance is None:
        raise ValueError("Without a covariance there is no design effect.")
    known = np.flatnonzero(~by_one_cluster(analysis))
    if len(known) < 2:
        return 1.0
    places = np.ix_(known, known)
    robust, model = analysis.covariance.matrix[places], analysis.fit.inverse_information[places]
    return max(1.0, _of_differences(robust) / _of_differences(model))


def _of_differences(covariance: FloatArray) -> float:
    """Sum of the variances of all differences, over the number of systems."""
    return float(np.trace(covariance) - covariance.sum() / len(covariance))
