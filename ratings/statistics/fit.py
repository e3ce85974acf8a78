"""Maximum likelihood for one connected table of counts.

choix (iterative Luce spectral ranking; Maystre & Grossglauser 2015) brings us close; Newton steps
on the full likelihood finish to rounding error and add order effect and ties where asked for.
"""

import math
from dataclasses import dataclass
from functools import partial

import choix
import numpy as np
from scipy.linalg import cho_factor, cho_solve

from ratings.statistics.counts import counted, wins
from ratings.statistics.derivatives import information
from ratings.statistics.model import (
    FitError,
    Moments,
    Parameters,
    deviance,
    log_likelihood,
    moments,
    observed,
)
from ratings.statistics.newton import maximise
from ratings.statistics.separation import require_order_effect, require_tie_parameter
from ratings.statistics.votes import FloatArray, Outcome, Ties

START_TOLERANCE = 1e-3  # Newton needs no more, and converges quadratically from there


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """Maximum-likelihood estimate on n systems.

    parameters: θ mean-centred, in natural-log odds; δ and log ν where fitted.
    inverse_information: (p, p) covariance of `parameters.vector` under the model, in the
        mean-centred gauge (the pseudo-inverse of the Fisher information).
    deviance: against the saturated model of all (left, right) cells; degrees_of_freedom likewise.
    """

    parameters: Parameters
    inverse_information: FloatArray
    moments: Moments
    deviance: float
    degrees_of_freedom: int
    log_likelihood: float
    ties: Ties

    @property
    def nu(self) -> float | None:
        """Davidson's ν; 0 when there was no tie to fit, None under another rule for ties."""
        if self.ties is not Ties.DAVIDSON:
            return None
        return 0.0 if self.parameters.log_nu is None else math.exp(self.parameters.log_nu)

    @property
    def theta(self) -> FloatArray:
        """Strengths (n,), mean zero."""
        return self.parameters.theta


def fit(counts: FloatArray, *, ties: Ties = Ties.HALF, order_effect: bool = False) -> Fit:
    """Fit Bradley-Terry to counts (n, n, 3) of systems that form one strong component.

    Raises FitError when the likelihood has no finite maximum.
    """
    seen = counted(counts, ties)
    start = _start(seen, ties=ties, order_effect=order_effect)
    parameters = maximise(seen, start, partial(_step, systems=len(counts)))
    at = moments(parameters)
    return Fit(
        parameters=parameters,
        inverse_information=_pseudo_inverse(information(seen, at, parameters), len(counts)),
        moments=at,
        deviance=deviance(seen, parameters),
        degrees_of_freedom=_degrees_of_freedom(seen, parameters),
        log_likelihood=log_likelihood(seen, parameters),
        ties=ties,
    )


def _start(counts: FloatArray, *, ties: Ties, order_effect: bool) -> Parameters:
    # Where choix runs out of iterations, Newton from zero arrives too: the likelihood is concave.
    try:
        theta = choix.ilsr_pairwise_dense(wins(counts), tol=START_TOLERANCE)
    except RuntimeError:
        theta = np.zeros(len(counts))
    log_nu = None
    if ties is Ties.DAVIDSON and counts[..., Outcome.TIE].any():
        require_tie_parameter(counts)
        log_nu = 0.0
    if order_effect:
        require_order_effect(counts)
    return Parameters(theta - theta.mean(), 0.0 if order_effect else None, log_nu)


def _grounded(matrix: FloatArray, n: int) -> tuple[FloatArray, FloatArray]:
    """Fill the null direction (a common shift of θ) so that the matrix can be inverted."""
    shift = np.zeros(len(matrix))
    shift[:n] = 1 / np.sqrt(n)
    scale = np.trace(matrix[:n, :n]) / n
    return matrix + scale * np.outer(shift, shift), np.outer(shift, shift) / scale


def _step(matrix: FloatArray, gradient: FloatArray, *, systems: int) -> FloatArray:
    filled, _ = _grounded(matrix, systems)
    return _cholesky_solve(filled, gradient)


def _pseudo_inverse(matrix: FloatArray, n: int) -> FloatArray:
    filled, null = _grounded(matrix, n)
    return _cholesky_solve(filled, np.eye(len(matrix))) - null


def _cholesky_solve(matrix: FloatArray, right: FloatArray) -> FloatArray:
    try:
        solution: FloatArray = cho_solve(cho_factor(matrix, lower=True), right)
    except np.linalg.LinAlgError as error:
        raise FitError("The votes do not determine every parameter of this model.") from error
    return solution


def _degrees_of_freedom(counts: FloatArray, parameters: Parameters) -> int:
    cells = int((observed(counts, parameters).sum(axis=-1) > 0).sum())
    free_per_cell = 1 if parameters.log_nu is None else 2
    return cells * free_per_cell - (len(parameters.vector) - 1)
