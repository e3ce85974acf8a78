"""Which pair of systems to ask about next: uniform, or where a vote tells most.

Every rule returns the probability of each pair, so that the draw can be stored with its
probability, and mixes in a uniform floor: no pair is ever left out, and any later analysis can
weight by what was drawn.
"""

from enum import StrEnum

import numpy as np
from scipy.special import expit

from ratings.statistics.votes import BoolArray, FloatArray

LEAST_FLOOR = 0.1


class Sampling(StrEnum):
    """How pairs are drawn."""

    UNIFORM = "uniform"
    PRECISION = "precision"
    RANKING = "ranking"


def uniform_pairs(available: BoolArray) -> FloatArray:
    """The same probability for every available pair: symmetric (n, n), the upper half sums to 1.

    available: (n, n) symmetric, whether the two can be compared at all.
    """
    return _normalised(available.astype(np.float64), available)


def precision_pairs(
    theta: FloatArray, covariance: FloatArray, available: BoolArray, *, floor: float = LEAST_FLOOR
) -> FloatArray:
    """Pairs by how much one vote shrinks the joint uncertainty of all strengths (D-optimality).

    To first order the determinant of the covariance falls by p(1 - p) · Var(θ_i - θ_j), the share
    that a vote's information takes of what is not known (Silvey 1980). theta, covariance: of all n
    systems. Returns (n, n) as `uniform_pairs`.
    """
    p = expit(theta[:, None] - theta[None, :])
    variance = np.diag(covariance)
    spread = variance[:, None] + variance[None, :] - covariance - covariance.T
    return _with_floor(p * (1 - p) * np.maximum(spread, 0.0), available, floor)


def ranking_pairs(
    theta: FloatArray, separated: BoolArray, available: BoolArray, *, floor: float = LEAST_FLOOR
) -> FloatArray:
    """Only neighbours by strength that are not yet separated, all with the same probability.

    separated: (n, n), whether row is better than column beyond noise (`RankSets.separated`). When
    every pair of neighbours is separated, or none of them is available, all pairs are equal.
    Returns (n, n) as `uniform_pairs`.
    """
    order = np.argsort(-theta, kind="stable")
    better, worse = order[:-1], order[1:]
    open_ = ~separated[better, worse]
    weight = np.zeros(available.shape)
    weight[better[open_], worse[open_]] = weight[worse[open_], better[open_]] = 1.0
    return _with_floor(weight, available, floor)


def _with_floor(weight: FloatArray, available: BoolArray, floor: float) -> FloatArray:
    if not LEAST_FLOOR <= floor <= 1:
        raise ValueError(f"The uniform floor must lie between {LEAST_FLOOR} and 1, not {floor}.")
    uniform = uniform_pairs(available)
    if not (weight * available).any():
        return uniform
    return floor * uniform + (1 - floor) * _normalised(weight, available)


def _normalised(weight: FloatArray, available: BoolArray) -> FloatArray:
    allowed = np.where(available, weight, 0.0)
    np.fill_diagonal(allowed, 0.0)
    total = np.triu(allowed).sum()
    if total <= 0:
        raise ValueError("There is no pair of systems to draw.")
    shares: FloatArray = allowed / total
    return shares
