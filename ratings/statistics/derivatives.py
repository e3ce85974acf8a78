"""Gradient and Fisher information of a table of counts."""

import numpy as np

from ratings.statistics.model import Moments, Parameters
from ratings.statistics.votes import FloatArray, Outcome


def score(counts: FloatArray, at: Moments, parameters: Parameters) -> FloatArray:
    """Gradient of the log-likelihood of counts (n, n, 3), in the order of `Parameters.vector`."""
    votes = counts.sum(axis=-1)
    residual = counts[..., Outcome.LEFT] + counts[..., Outcome.TIE] / 2 - votes * at.score
    tie_residual = counts[..., Outcome.TIE] - votes * at.tie
    net = residual.sum(axis=1) - residual.sum(axis=0)
    extras = np.array([residual.sum(), tie_residual.sum()])
    return np.concatenate([net, extras])[parameters.used]


def information(counts: FloatArray, at: Moments, parameters: Parameters) -> FloatArray:
    """Fisher information (p, p); singular along a common shift of all θ."""
    votes = counts.sum(axis=-1)
    weight, cross = votes * at.score_variance, votes * at.covariance
    n = len(counts)
    matrix = np.zeros((n + 2, n + 2))
    matrix[:n, :n] = np.diag((weight + weight.T).sum(axis=1)) - weight - weight.T
    matrix[:n, n] = matrix[n, :n] = weight.sum(axis=1) - weight.sum(axis=0)
    matrix[:n, n + 1] = matrix[n + 1, :n] = cross.sum(axis=1) - cross.sum(axis=0)
    matrix[n, n] = weight.sum()
    matrix[n, n + 1] = matrix[n + 1, n] = cross.sum()
    matrix[n + 1, n + 1] = (votes * at.tie_variance).sum()
    used = parameters.used
    return matrix[np.ix_(used, used)]
