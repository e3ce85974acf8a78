"""Ranks that hold together: simultaneous rank sets from the largest pair difference.

A rank is a count of differences, so it is uncertain as far as the differences are. We simulate the
largest standardised error over all pairs (max-t), call a pair separated when its difference exceeds
that critical value times its own standard error, and count the separated systems above and below
(Mogstad, Romano, Shaikh & Wilhelm 2024). All rank sets cover at once with the stated level.
"""

import functools
from dataclasses import dataclass
from typing import Any

import numpy as np

from ratings.statistics.analysis import Analysis
from ratings.statistics.uncertainty import uncertainty
from ratings.statistics.votes import BoolArray, FloatArray, IntArray

DRAWS = 10_000
DRAWS_OF_MANY = 2_000  # beyond MANY systems, where every draw costs tens of thousands of pairs
MANY = 100
BLOCK = 500  # draws looked at together: they stay in the processor's cache


@dataclass(frozen=True, slots=True, eq=False)
class RankSets:
    """Rank 1 is best. All arrays are in the order of the systems.

    low, high: (n,) bounds of each rank, simultaneous. critical_value: the max-t quantile.
    separated: (n, n), whether row is better than column beyond noise.
    tier: (n,), 1 is best; no two systems of a tier are separated.
    best: (n,) share of draws around the estimate in which the system comes out best.
    """

    low: IntArray
    high: IntArray
    tier: IntArray
    best: FloatArray
    separated: BoolArray
    critical_value: float


def ranks_of(analysis: Analysis, *, level: float, seed: int) -> RankSets | None:
    """Rank sets of the rated systems; None when nothing is rated or the uncertainty is unknown."""
    known = uncertainty(analysis, level)
    if analysis.fit is None or known is None:
        return None
    m = len(analysis.fit.theta)
    return rank_sets(
        analysis.fit.theta,
        known.covariance.matrix[:m, :m],
        known.comparable_differences,
        degrees_of_freedom=known.covariance.degrees_of_freedom,
        level=level,
        seed=seed,
    )


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
    noise = error_draws(theta, covariance, degrees_of_freedom=degrees_of_freedom, seed=seed)
    critical = critical_value(noise, errors, level=level)
    margin = np.multiply(critical, errors, out=np.full_like(errors, np.inf), where=errors < np.inf)
    separated = theta[:, None] - theta[None, :] > margin
    np.fill_diagonal(separated, val=False)
    return RankSets(
        low=1 + separated.sum(axis=0, dtype=np.int64),
        high=len(theta) - separated.sum(axis=1, dtype=np.int64),
        tier=tiers(theta, separated),
        best=share_best(theta + noise),
        separated=separated,
        critical_value=critical,
    )


def error_draws(
    theta: FloatArray,
    covariance: FloatArray,
    *,
    degrees_of_freedom: int | None,
    seed: int,
) -> FloatArray:
    """Random errors of θ with this covariance: (draws, n).

    Normal (the law of a listener bootstrap with normal multipliers), or multivariate t when degrees
    of freedom are given. Drawn in the order of strength, so names and input order do not matter.
    """
    draws = DRAWS if len(theta) <= MANY else DRAWS_OF_MANY
    order = np.argsort(theta, kind="stable")
    place = np.argsort(order)
    root = square_root(covariance[np.ix_(order, order)])
    normals, after = _standard_normals(seed, draws, len(theta))
    noise: FloatArray = np.take(normals @ root, place, axis=1)
    if degrees_of_freedom is not None:
        rng = np.random.default_rng(seed)
        rng.bit_generator.state = after
        chi_square = rng.chisquare(degrees_of_freedom, size=(draws, 1))
        noise /= np.sqrt(chi_square / degrees_of_freedom)
    return noise


@functools.lru_cache(maxsize=2)  # the slices of a study have the same systems and the same seed
def _standard_normals(seed: int, draws: int, systems: int) -> tuple[FloatArray, Any]:
    """Normal numbers (draws, systems), and the state of the generator after them."""
    rng = np.random.default_rng(seed)
    normals = rng.standard_normal((draws, systems))
    normals.flags.writeable = False
    return normals, rng.bit_generator.state


def tiers(theta: FloatArray, separated: BoolArray) -> IntArray:
    """Going down the ratings, a new tier begins with the first system separated from its tier."""
    tier = np.empty(len(theta), dtype=np.int64)
    members: list[int] = []
    current = 1
    for system in np.argsort(-theta, kind="stable"):
        if separated[members, system].any():
            current, members = current + 1, []
        members.append(int(system))
        tier[system] = current
    return tier


def share_best(draws: FloatArray) -> FloatArray:
    """In which share of the draws (draws, n) each system is the best: (n,)."""
    winners = np.bincount(draws.argmax(axis=1), minlength=draws.shape[1])
    share: FloatArray = winners / len(draws)
    return share


def square_root(matrix: FloatArray) -> FloatArray:
    """Symmetric square root of a covariance; rounding below zero is cut off."""
    values, vectors = np.linalg.eigh(matrix)
    root: FloatArray = (vectors * np.sqrt(np.maximum(values, 0.0))) @ vectors.T
    return root


def critical_value(noise: FloatArray, errors: FloatArray, *, level: float) -> float:
    """Quantile over the draws of the maximum over pairs of |noise_i - noise_j| / error_ij.

    noise: (draws, n); errors: (n, n). Only the draws that may lie at the quantile or above are
    looked at pair by pair. In each draw the pair of extremes is a lower limit, and the farthest
    distance from every system divided by its smallest error an upper one; whatever stays below the
    quantile of the lower limits cannot be the quantile.
    """
    precision = np.divide(1.0, errors, out=np.zeros_like(errors), where=errors > 0)
    top, bottom = noise.argmax(axis=1), noise.argmin(axis=1)
    columns = np.ascontiguousarray(noise.T)
    high, low = columns.max(axis=0), columns.min(axis=0)
    largest: FloatArray = (high - low) * precision[top, bottom]
    farthest = np.zeros(len(noise))
    for column, most in zip(columns, precision.max(axis=1), strict=True):
        distance = np.maximum(high - column, column - low)
        distance *= most
        np.maximum(farthest, distance, out=farthest)
    at = int(level * (len(noise) - 1))
    close = np.flatnonzero(farthest >= np.partition(largest, at)[at])
    for start in range(0, len(close), BLOCK):
        block = close[start : start + BLOCK]
        largest[block] = _largest_ratio(noise[block], precision)
    return float(np.quantile(largest, level))


def _largest_ratio(noise: FloatArray, precision: FloatArray) -> FloatArray:
    largest = np.zeros(len(noise))
    columns = np.ascontiguousarray(noise.T)
    buffer = np.empty_like(columns)
    for i in range(1, len(columns)):
        ratio = np.subtract(columns[:i], columns[i], out=buffer[:i])
        np.abs(ratio, out=ratio)
        ratio *= precision[:i, i, None]
        np.maximum(largest, ratio.max(axis=0), out=largest)
    return largest
