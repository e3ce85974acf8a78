"""One-sided bounds for a system that has won, or lost, every vote against the rated ones.

Its likelihood rises for ever, so there is no estimate; but strengths below some value make such a
record improbable, and that value is a bound. The record's own likelihood tends to 1, so how far the
profile likelihood, all else fitted, lies below its supremum is the probability of the record; the
bound is where that is 1 - level. Against one known rival it is the exact binomial bound (Clopper &
Pearson 1934). The usual z²/2, half as far, would be exceeded three times as often as stated: at the
edge of the parameters the likelihood ratio has no chi-square law.

Votes of one listener are alike, so the distance is enlarged by the design effect of the rated
systems (Rao & Scott 1984), and by (t/z)² of Student's t on the degrees of freedom of the listeners
who judged the system, counted as many as they are in effect.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np
import scipy
from scipy.special import ndtri, stdtrit

from ratings.statistics.analysis import Analysis
from ratings.statistics.components import State
from ratings.statistics.covariance import effective_of_systems
from ratings.statistics.effective import LEAST_EFFECTIVE
from ratings.statistics.fit import Fit
from ratings.statistics.model import log_likelihood
from ratings.statistics.newton import maximise
from ratings.statistics.uncertainty import design_effect
from ratings.statistics.votes import FloatArray

REACH = 20.0  # natural-log odds, 3474 Elo points; a bound further away says nothing


def one_sided_bounds(analysis: Analysis, *, level: float) -> dict[int, float]:
    """Bounds of undefeated (at least) and winless (at most) systems, by system index.

    In natural-log odds from the mean of the rated systems. level: one-sided confidence. A system
    has no bound and is left out without a vote against a rated one, when a single listener gave
    (nearly) all of those, or when the listeners differ so much that its votes prove nothing. Nor
    is there a bound when nothing is rated or the uncertainty is unknown.
    """
    if analysis.fit is None or analysis.covariance is None:
        return {}
    judges = _judges(analysis)
    found = {
        index: _bound(analysis, analysis.fit, index, undefeated=undefeated, drop=drop)
        for index, undefeated in _one_sided(analysis)
        if (drop := _drop(analysis, judges, index, level)) is not None
    }
    return {index: bound for index, bound in found.items() if bound is not None}


def _judges(analysis: Analysis) -> FloatArray | None:
    """As how many clusters count those that set each unrated system against a rated one: (n,).

    None if model-based, or where no system is unrated.
    """
    n = len(analysis.names)
    rated = np.isin(np.arange(n), analysis.connectivity.rated)
    if rated.all():
        return None
    votes = analysis.table.votes_in(analysis.part)
    across = votes.where(rated[votes.left] != rated[votes.right])
    return effective_of_systems(across, n, analysis.clustering)


def _drop(analysis: Analysis, judges: FloatArray | None, index: int, level: float) -> float | None:
    """How far the log-likelihood falls to the bound; None where one listener gave (nearly) all."""
    drop = -math.log(1 - level)
    if judges is None or analysis.covariance is None:
        return drop
    clusters = float(judges[index])
    if clusters < LEAST_EFFECTIVE:
        return None
    freedom = min(clusters - 1, analysis.covariance.degrees_of_freedom or clusters - 1)
    widened = max(1.0, float(stdtrit(freedom, level) / ndtri(level))) ** 2 if level > 0.5 else 1.0
    return drop * widened * design_effect(analysis)


def _one_sided(analysis: Analysis) -> Iterator[tuple[int, bool]]:
    rated = analysis.connectivity.rated
    for index, state in enumerate(analysis.connectivity.states):
        met = analysis.wins[index, rated].sum() + analysis.wins[rated, index].sum()
        if state in (State.UNDEFEATED, State.WINLESS) and met > 0:
            yield index, state is State.UNDEFEATED


def _bound(
    analysis: Analysis, fitted: Fit, index: int, *, undefeated: bool, drop: float
) -> float | None:
    systems = np.append(analysis.connectivity.rated, index)
    counts = analysis.counts[np.ix_(systems, systems)]
    # The record is perfect, so its own likelihood tends to 1 and the supremum is that of the rest.
    supremum = fitted.log_likelihood

    def height(strength: float) -> float:
        return _profile(counts, fitted, strength) - (supremum - drop)

    low, high = _bracket(height, rising=undefeated)
    if height(low) * height(high) > 0:
        return None
    return float(scipy.optimize.brentq(height, low, high, xtol=1e-10))


def _bracket(height: Callable[[float], float], *, rising: bool) -> tuple[float, float]:
    """An interval that holds the zero of a monotone function."""
    forward = 1.0 if rising else -1.0
    near = far = 0.0
    while height(near) > 0 and abs(near) < REACH:
        near -= forward
    while height(far) <= 0 and abs(far) < REACH:
        far += forward
    return min(near, far), max(near, far)


def _profile(counts: FloatArray, fitted: Fit, strength: float) -> float:
    """Log-likelihood with the last system held at a strength above the mean of the others."""
    start = replace(fitted.parameters, theta=np.append(fitted.theta, strength))
    at = maximise(counts, start, partial(_held_step, held=len(fitted.theta)))
    return log_likelihood(counts, at)


def _held_step(matrix: FloatArray, gradient: FloatArray, *, held: int) -> FloatArray:
    """Newton step that keeps system `held` in place, and the mean of those before it."""
    free = np.delete(np.arange(len(gradient)), held)
    centre = (free < held) * (np.trace(matrix) / len(matrix))
    constrained = np.block(
        [[matrix[np.ix_(free, free)], centre[:, None]], [centre[None, :], np.zeros((1, 1))]]
    )
    step = np.zeros(len(gradient))
    step[free] = np.linalg.solve(constrained, np.append(gradient[free], 0.0))[:-1]
    return step
