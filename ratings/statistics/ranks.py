"""Ranks that hold together: simultaneous rank sets from the largest pair difference.

A rank is a count of differences, so it is uncertain as far as the differences are. We simulate the
largest standardised error over all pairs, call a pair separated when its difference exceeds that
critical value times its own standard error, and count the separated systems above and below
(Mogstad, Romano, Shaikh & Wilhelm 2024). All rank sets cover at once with the stated level.

Few listeners spoil the textbook version twice. Their covariance has fewer dimensions than there are
systems, so that simulated errors miss most directions: it is shrunk towards the shape of the
model's. And every standard error is uncertain by itself, not all by one common factor: the largest
normal error gives the tail probability that a single pair may use up (min-p; Westfall & Young
1993), and Student's t on the pair's own degrees of freedom turns it into standard errors.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ratings.statistics import elo
from ratings.statistics.analysis import Analysis
from ratings.statistics.covariance import Covariance
from ratings.statistics.intervals import quantiles, upper_tail
from ratings.statistics.uncertainty import Uncertainty, uncertainty
from ratings.statistics.votes import BoolArray, FloatArray, IntArray

DRAWS = 10_000
DRAWS_OF_MANY = 2_000  # beyond MANY systems, where every draw costs tens of thousands of pairs
MANY = 100
MOST_LEVEL = 0.999  # of which some draws must lie beyond
BLOCK = 500  # draws looked at together: they stay in the processor's cache


@dataclass(frozen=True, slots=True, eq=False)
class RankSets:
    """Rank 1 is best. All arrays are in the order of the systems.

    low, high: (n,) bounds of each rank, simultaneous. critical_value: of a pair that met clusters
    as the board did, in standard errors. separated: (n, n), whether row is better than column
    beyond noise.
    tier: (n,), 1 is best; no two systems of a tier are separated.
    best: (n,) share of draws around the estimate in which the system comes out best; None where
    the error of some system is unknown, since that one might be the best.
    """

    low: IntArray
    high: IntArray
    tier: IntArray
    best: FloatArray | None
    separated: BoolArray
    critical_value: float


def ranks_of(analysis: Analysis, *, level: float, seed: int) -> RankSets | None:
    """Rank sets of the rated systems; None when nothing is rated or the uncertainty is unknown."""
    known = uncertainty(analysis, level)
    if analysis.fit is None or known is None:
        return None
    m = len(analysis.fit.theta)
    covariance = shrunk(known.covariance, analysis.fit.inverse_information, systems=m)
    theta = analysis.fit.theta
    order = elo.best_first(theta, [analysis.names[i] for i in analysis.connectivity.rated])
    noise = error_draws(order, covariance, seed=seed)
    critical = critical_value(known, covariance, noise, level=level)
    margins = known.margins(critical)
    separated = theta[:, None] - theta[None, :] > margins
    np.fill_diagonal(separated, val=False)
    return RankSets(
        low=1 + separated.sum(axis=0, dtype=np.int64),
        high=len(theta) - separated.sum(axis=1, dtype=np.int64),
        tier=tiers(order, separated),
        best=_best(theta, known, noise, seed=seed),
        separated=separated,
        critical_value=critical,
    )


def shrunk(known: Covariance, by_model: FloatArray, *, systems: int) -> FloatArray:
    """Covariance (n, n) of θ, shrunk towards the shape of the model's where clusters are few.

    The weights are the effective number of clusters and the number of systems: with thousands of
    listeners nothing changes, with three the model decides which errors go together, and only the
    size is that of the listeners.
    """
    robust, model = known.matrix[:systems, :systems], by_model[:systems, :systems]
    if known.effective is None:
        return robust
    size = np.trace(robust) / np.trace(model)
    mixed: FloatArray = known.effective * robust + systems * size * model
    return mixed / (known.effective + systems)


def critical_value(
    known: Uncertainty, covariance: FloatArray, noise: FloatArray, *, level: float
) -> float:
    """Standard errors beyond which no difference lies by chance, in `level` of all cases.

    covariance: (n, n) of θ, for the dependence between pairs; noise: (draws, n) of it. Pairs
    of unknown error are left out: they are never separated.
    """
    variance = np.diag(covariance)
    spread = np.sqrt(
        np.maximum(variance[:, None] + variance[None, :] - covariance - covariance.T, 0.0)
    )
    spread[np.isinf(known.differences)] = np.inf
    normal = largest_ratio(noise, spread, level=level)
    freedom = known.covariance.degrees_of_freedom
    critical = float(quantiles(upper_tail(normal, None), np.array(freedom or np.inf)))
    return max(critical, known.width)  # that of a single pair, also when no error is known


def error_draws(order: Sequence[int], covariance: FloatArray, *, seed: int) -> FloatArray:
    """Random normal errors of θ with this covariance: (draws, n).

    order: of the systems, best first. They are drawn in it, so that their input order does not
    matter.
    """
    draws = DRAWS if len(order) <= MANY else DRAWS_OF_MANY
    place = np.argsort(order)
    root = square_root(covariance[np.ix_(order, order)])
    normals = _standard_normals(seed, draws, len(order))
    noise: FloatArray = np.take(normals @ root, place, axis=1)
    return noise


@functools.lru_cache(maxsize=2)  # the slices of a study have the same systems and the same seed
def _standard_normals(seed: int, draws: int, systems: int) -> FloatArray:
    normals = np.random.default_rng(seed).standard_normal((draws, systems))
    normals.flags.writeable = False
    return normals


def _best(
    theta: FloatArray, known: Uncertainty, noise: FloatArray, *, seed: int
) -> FloatArray | None:
    """Share of draws in which each system is the best; None where an error is unknown.

    A system that fewer clusters met is drawn wider, as its interval is.
    """
    if np.isinf(known.differences).any():
        return None
    wider = noise * (known.widths / known.width)
    freedom = known.covariance.degrees_of_freedom
    if freedom is not None:
        chi_square = np.random.default_rng([seed, 1]).chisquare(freedom, size=(len(noise), 1))
        wider /= np.sqrt(chi_square / freedom)
    return share_best(theta + wider)


def tiers(order: Sequence[int], separated: BoolArray) -> IntArray:
    """Going down the ratings, a new tier begins with the first system separated from its tier.

    order: of the systems, best first.
    """
    tier = np.empty(len(order), dtype=np.int64)
    members: list[int] = []
    current = 1
    for system in order:
        if separated[members, system].any():
            current, members = current + 1, []
        members.append(system)
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


def largest_ratio(noise: FloatArray, errors: FloatArray, *, level: float) -> float:
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
