"""Ranks that hold together: simultaneous rank sets from the largest pair difference.

A rank is a count of differences, so it is uncertain as far as the differences are. We simulate the
largest standardised error over all pairs (max-t), call a pair separated when its difference exceeds
that critical value times its own standard error, and count the separated systems above and below
(Mogstad, Romano, Shaikh & Wilhelm 2024). All rank sets cover at once with the stated level.
"""

from dataclasses import dataclass

import numpy as np

from ratings.statistics.votes import FloatArray, IntArray

DRAWS = 10_000


@dataclass(frozen=True, slots=True, eq=False)
class RankSets:
    """Rank 1 is best. low, high: (n,) bounds of each rank; critical_value: the max-t quantile."""

    low: IntArray
    high: IntArray
    critical_value: float


def rank_sets(
    theta: FloatArray,
    covariance: FloatArray,
    errors: FloatArray,
    *,
    degrees_of_freedom: int | None,
    level: float,
    seed: int,
) -> RankSets:
    """Simultaneous rank sets of n systems.

    theta: (n,); covariance: (n, n) of theta; errors: (n, n) standard errors of the differences,
    infinite where unknown, so that such a pair is never called separated.
    """
    critical = critical_value(
        theta, covariance, errors, degrees_of_freedom=degrees_of_freedom, level=level, seed=seed
    )
    margin = np.where(np.isfinite(errors), critical * errors, np.inf)
    above = theta[None, :] - theta[:, None] > margin
    np.fill_diagonal(above, val=False)
    low = 1 + above.sum(axis=1)
    high = len(theta) - above.sum(axis=0)
    return RankSets(low.astype(np.int64), high.astype(np.int64), critical)


def critical_value(
    theta: FloatArray,
    covariance: FloatArray,
    errors: FloatArray,
    *,
    degrees_of_freedom: int | None,
    level: float,
    seed: int,
    draws: int = DRAWS,
) -> float:
    """Quantile at `level` of the largest |standardised error| over all pair differences.

    Drawn from the normal distribution with this covariance (the same law as a listener bootstrap
    with normal multipliers), or from the multivariate t when degrees of freedom are given. Systems
    are drawn in the order of their strength, so names and input order have no influence.
    """
    order = np.argsort(theta, kind="stable")
    rng = np.random.default_rng(seed)
    noise = rng.standard_normal((draws, len(theta))) @ square_root(covariance[np.ix_(order, order)])
    if degrees_of_freedom is not None:
        chi_square = rng.chisquare(degrees_of_freedom, size=(draws, 1))
        noise /= np.sqrt(chi_square / degrees_of_freedom)
    return float(np.quantile(_largest(noise, errors[np.ix_(order, order)]), level))


def square_root(matrix: FloatArray) -> FloatArray:
    """Symmetric square root of a covariance; rounding below zero is cut off."""
    values, vectors = np.linalg.eigh(matrix)
    root: FloatArray = (vectors * np.sqrt(np.maximum(values, 0.0))) @ vectors.T
    return root


def _largest(noise: FloatArray, errors: FloatArray) -> FloatArray:
    """Per draw, the maximum over pairs of |noise_i - noise_j| / error_ij."""
    largest = np.zeros(len(noise))
    precision = np.divide(1.0, errors, out=np.zeros_like(errors), where=errors > 0)
    columns = np.ascontiguousarray(noise.T)
    for i in range(1, len(columns)):
        ratio = np.abs(columns[:i] - columns[i]) * precision[:i, i, None]
        np.maximum(largest, ratio.max(axis=0), out=largest)
    return largest
