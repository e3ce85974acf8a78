"""What one more vote on a pair of systems would tell: gains for the draws of a study.

A gain has no unit; the study mixes it with a uniform floor when it draws, so that no pair is left
out and every draw has a probability that can be stored.
"""

import numpy as np
from scipy.special import expit

from ratings.statistics.votes import BoolArray, FloatArray


def precision_gain(theta: FloatArray, covariance: FloatArray) -> FloatArray:
    """How much one vote shrinks the joint uncertainty of all strengths (D-optimality): (n, n).

    To first order the determinant of the covariance falls by p(1 - p) · Var(θ_i - θ_j), the share
    that a vote's information takes of what is not known (Silvey 1980). covariance: (n, n) of theta,
    best the model's own, which is what a vote adds to. Symmetric, zero on the diagonal.
    """
    p = expit(theta[:, None] - theta[None, :])
    variance = np.diag(covariance)
    spread = variance[:, None] + variance[None, :] - covariance - covariance.T
    gain: FloatArray = p * (1 - p) * np.maximum(spread, 0.0)
    np.fill_diagonal(gain, 0.0)
    return gain


def ranking_gain(theta: FloatArray, separated: BoolArray) -> FloatArray:
    """1 for neighbours by strength that are not yet separated, 0 for all other pairs: (n, n).

    separated: (n, n), whether row is better than column beyond noise (`RankSets.separated`). When
    all neighbours are separated there is nothing left to prefer, and every pair has gain 1.
    """
    order = np.argsort(-theta, kind="stable")
    better, worse = order[:-1], order[1:]
    open_ = ~separated[better, worse]
    if not open_.any():
        return np.ones(separated.shape) - np.eye(len(theta))
    gain = np.zeros(separated.shape)
    gain[better[open_], worse[open_]] = gain[worse[open_], better[open_]] = 1.0
    return gain
