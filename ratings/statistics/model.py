"""The Bradley-Terry family: probabilities, likelihood and moments of one table of counts.

P(left beats right) = logistic(η), η = θ_left - θ_right + δ (Bradley & Terry 1952; δ is the order
effect, Davidson & Beaver 1977). With Davidson ties (1970),

    P(left) : P(right) : P(tie) = exp(η/2) : exp(-η/2) : ν.

Let y be 1, 0 or ½ for left, right or tie. In both models the score of θ is Σ (y - E y)(e_left -
e_right), so one set of moments of y and of the tie indicator serves every fit and every covariance.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, xlogy

from ratings.statistics.votes import FloatArray, Outcome


class FitError(ValueError):
    """The likelihood has no finite maximum, so there is no estimate to give."""


@dataclass(frozen=True, slots=True, eq=False)
class Parameters:
    """Strengths θ (n,), order effect δ and log ν; None where the model has no such parameter."""

    theta: FloatArray
    order_effect: float | None = None
    log_nu: float | None = None

    @property
    def vector(self) -> FloatArray:
        """All parameters in one array: θ, then δ, then log ν, as far as they exist."""
        extras = [value for value in (self.order_effect, self.log_nu) if value is not None]
        return np.concatenate([self.theta, np.array(extras)])

    @property
    def has_extras(self) -> bool:
        """Whether there is more than θ."""
        return self.order_effect is not None or self.log_nu is not None

    @property
    def used(self) -> NDArray[np.intp]:
        """Positions of `vector` in the longest vector, θ then δ then log ν."""
        extras = [self.order_effect is not None, self.log_nu is not None]
        return np.flatnonzero([True] * len(self.theta) + extras)

    def moved(self, step: FloatArray) -> "Parameters":
        """The parameters after adding a step of the length of `vector`; θ stays mean-centred."""
        n = len(self.theta)
        theta = self.theta + step[:n]
        order_effect = None if self.order_effect is None else self.order_effect + float(step[n])
        log_nu = None if self.log_nu is None else self.log_nu + float(step[-1])
        return Parameters(theta - theta.mean(), order_effect, log_nu)


@dataclass(frozen=True, slots=True, eq=False)
class Moments:
    """Per cell (left, right), for one vote: means, variances and covariance of y and of a tie."""

    score: FloatArray
    score_variance: FloatArray
    tie: FloatArray
    tie_variance: FloatArray
    covariance: FloatArray


def predictor(parameters: Parameters) -> FloatArray:
    """η for every (left, right): shape (n, n)."""
    eta: FloatArray = parameters.theta[:, None] - parameters.theta[None, :]
    return eta + (parameters.order_effect or 0.0)


def probabilities(parameters: Parameters) -> FloatArray:
    """P(outcome) for every (left, right): shape (n, n, 3), on the axes of a count table."""
    eta = predictor(parameters)
    if parameters.log_nu is None:
        return np.stack([expit(eta), expit(-eta), np.zeros_like(eta)], axis=-1)
    logits = np.stack([eta / 2, -eta / 2, np.full_like(eta, parameters.log_nu)], axis=-1)
    odds = np.exp(logits - logits.max(axis=-1, keepdims=True))
    shares: FloatArray = odds / odds.sum(axis=-1, keepdims=True)
    return shares


def moments(parameters: Parameters) -> Moments:
    """Moments of one vote in every cell, each (n, n)."""
    if parameters.log_nu is None:
        eta = predictor(parameters)
        score, none = expit(eta), np.zeros_like(eta)
        return Moments(score, score * expit(-eta), none, none, none)
    p = probabilities(parameters)
    tie = p[..., Outcome.TIE]
    score = p[..., Outcome.LEFT] + tie / 2
    variance = p[..., Outcome.LEFT] * p[..., Outcome.RIGHT] + tie * (1 - tie) / 4
    return Moments(score, variance, tie, tie * (1 - tie), tie * (0.5 - score))


def log_likelihood(counts: FloatArray, parameters: Parameters) -> float:
    """Log-likelihood of counts (n, n, 3).

    Without ν a tie counts as half a left and half a right win: a quasi-likelihood, since a tie is
    then no outcome of the model.
    """
    p = probabilities(parameters)
    return float(xlogy(observed(counts, parameters), p).sum())


def deviance(counts: FloatArray, parameters: Parameters) -> float:
    """Twice the log-likelihood ratio of the saturated model of every (left, right) cell."""
    seen = observed(counts, parameters)
    expected = seen.sum(axis=-1, keepdims=True) * probabilities(parameters)
    return float(2 * (xlogy(seen, seen) - xlogy(seen, expected)).sum())


def observed(counts: FloatArray, parameters: Parameters) -> FloatArray:
    """Counts as the model sees them: without ν, a tie is split between left and right."""
    if parameters.log_nu is not None:
        return counts
    half = counts[..., Outcome.TIE] / 2
    left, right = counts[..., Outcome.LEFT] + half, counts[..., Outcome.RIGHT] + half
    return np.stack([left, right, np.zeros_like(half)], axis=-1)
