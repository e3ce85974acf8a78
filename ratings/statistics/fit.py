"""Maximum likelihood for one connected table of counts.

choix (Luce spectral ranking; Maystre & Grossglauser 2015) brings us close in one step; Newton's
method on the full likelihood finishes to rounding error, and adds order effect and ties.
"""

import math
from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy.linalg.lapack import dposv

from ratings.statistics.counts import counted, wins
from ratings.statistics.derivatives import Totals, information
from ratings.statistics.model import (
    FitError,
    Moments,
    Parameters,
    deviance,
    log_likelihood,
    moments,
)
from ratings.statistics.newton import maximise
from ratings.statistics.separation import require_order_effect, require_tie_parameter
from ratings.statistics.votes import FloatArray, Outcome, Ties


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """Maximum-likelihood estimate on n systems.

    counts: (n, n, 3) that entered. parameters: θ mean-centred, in natural-log odds; δ and log ν
    where fitted. inverse_information: (p, p) covariance of `parameters.vector` under the model, in
    the mean-centred gauge (the pseudo-inverse of the Fisher information).
    """

    counts: FloatArray
    parameters: Parameters
    inverse_information: FloatArray
    moments: Moments
    ties: Ties

    @property
    def theta(self) -> FloatArray:
        """Strengths (n,), mean zero."""
        return self.parameters.theta

    @property
    def nu(self) -> float | None:
        """Davidson's ν; 0 when there was no tie to fit, None under another rule for ties."""
        if self.ties is not Ties.DAVIDSON:
            return None
        return 0.0 if self.parameters.log_nu is None else math.exp(self.parameters.log_nu)

    @property
    def log_likelihood(self) -> float:
        """At the maximum."""
        return log_likelihood(self.counts, self.parameters)

    @property
    def deviance(self) -> float:
        """Against the saturated model of all (left, right) cells."""
        return deviance(self.counts, self.parameters)

    @property
    def degrees_of_freedom(self) -> int:
        """Of the deviance: what the cells with votes leave free, minus the parameters."""
        cells = int((self.counts.sum(axis=-1) > 0).sum())
        free_per_cell = 1 if self.parameters.log_nu is None else 2
        return cells * free_per_cell - (len(self.parameters.vector) - 1)


def fit(counts: FloatArray, *, ties: Ties = Ties.HALF, order_effect: bool = False) -> Fit:
    """Fit Bradley-Terry to counts (n, n, 3) of systems that form one strong component.

    Raises FitError when the likelihood has no finite maximum.
    """
    seen = counted(counts, ties)
    start = _start(seen, ties=ties, order_effect=order_effect)
    parameters = maximise(seen, start, partial(newton_step, systems=len(counts)))
    at = moments(parameters)
    matrix = information(Totals.of(seen), at, parameters)
    return Fit(seen, parameters, _pseudo_inverse(matrix, len(counts)), at, ties)


def _start(counts: FloatArray, *, ties: Ties, order_effect: bool) -> Parameters:
    import choix  # noqa: PLC0415 - loads scipy.stats, which is much for a process that fits nothing

    with np.errstate(all="ignore"):
        theta = choix.lsr_pairwise_dense(wins(counts))
    if not np.isfinite(theta).all():  # near-separated votes; Newton arrives from zero as well
        theta = np.zeros(len(counts))
    log_nu = None
    if ties is Ties.DAVIDSON and counts[..., Outcome.TIE].any():
        require_tie_parameter(counts)
        log_nu = 0.0
    if order_effect:
        require_order_effect(counts)
    return Parameters(theta - theta.mean(), 0.0 if order_effect else None, log_nu)


def newton_step(matrix: FloatArray, gradient: FloatArray, *, systems: int) -> FloatArray:
    """Information (p, p) inverted on a score (p,), in the mean-centred gauge.

    Raises FitError when the votes do not determine every parameter.
    """
    filled, _ = _grounded(matrix, systems)
    return _solve(filled, gradient)


def _pseudo_inverse(matrix: FloatArray, n: int) -> FloatArray:
    filled, fill = _grounded(matrix, n)
    inverse = _solve(filled, np.eye(len(matrix)))
    inverse[:n, :n] -= 1 / (n**2 * fill)
    return (inverse + inverse.T) / 2


def _grounded(matrix: FloatArray, n: int) -> tuple[FloatArray, float]:
    """Fill the null direction, a common shift of θ, so that the matrix can be inverted.

    Returns the filled matrix, and what was added to each entry of the block of θ.
    """
    fill = float(np.trace(matrix[:n, :n])) / n**2
    filled = matrix.copy()
    filled[:n, :n] += fill
    return filled, fill


def _solve(matrix: FloatArray, right: FloatArray) -> FloatArray:
    """Solution for a symmetric positive definite matrix, by Cholesky."""
    _, solution, failed = dposv(matrix, right, lower=1)
    if failed:
        raise FitError("The votes do not determine every parameter of this model.")
    solved: FloatArray = solution
    return solved
