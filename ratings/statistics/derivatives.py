"""Gradient and Fisher information of a table of counts."""

from dataclasses import dataclass

import numpy as np

from ratings.statistics.model import Moments, Parameters
from ratings.statistics.votes import FloatArray, Outcome


@dataclass(frozen=True, slots=True, eq=False)
class Totals:
    """What the derivatives need of counts (n, n, 3): per cell, votes, Σ y and ties, each (n, n)."""

    votes: FloatArray
    score: FloatArray
    ties: FloatArray

    @classmethod
    def of(cls, counts: FloatArray) -> "Totals":
        """Sum the outcomes of every cell."""
        left, right, ties = (counts[..., outcome] for outcome in Outcome)
        return cls(votes=left + right + ties, score=left + ties / 2, ties=ties)


def score(totals: Totals, at: Moments, parameters: Parameters) -> FloatArray:
    """Gradient of the log-likelihood, in the order of `Parameters.vector`."""
    residual = totals.score - totals.votes * at.score
    net: FloatArray = residual.sum(axis=1) - residual.sum(axis=0)
    if not parameters.has_extras:
        return net
    tie_residual = totals.ties - totals.votes * at.tie
    extras = np.array([residual.sum(), tie_residual.sum()])
    return np.concatenate([net, extras])[parameters.used]


def information(totals: Totals, at: Moments, parameters: Parameters) -> FloatArray:
    """Fisher information (p, p); singular along a common shift of all θ."""
    weight = totals.votes * at.score_variance
    laplacian: FloatArray = -(weight + weight.T)
    np.fill_diagonal(laplacian, 0.0)
    np.fill_diagonal(laplacian, -laplacian.sum(axis=1))
    if not parameters.has_extras:
        return laplacian
    cross = totals.votes * at.covariance
    n = len(weight)
    matrix = np.zeros((n + 2, n + 2))
    matrix[:n, :n] = laplacian
    matrix[:n, n] = matrix[n, :n] = weight.sum(axis=1) - weight.sum(axis=0)
    matrix[:n, n + 1] = matrix[n + 1, :n] = cross.sum(axis=1) - cross.sum(axis=0)
    matrix[n, n] = weight.sum()
    matrix[n, n + 1] = matrix[n + 1, n] = cross.sum()
    matrix[n + 1, n + 1] = (totals.votes * at.tie_variance).sum()
    used = parameters.used
    return matrix[np.ix_(used, used)]
