"""Whose votes decide? Each listener left out, first in one step, then by refitting the top few.

One step of Newton from the full fit: leaving out listener l moves the estimate by about
-I⁻¹ · score_l (Cook 1986; the infinitesimal jackknife). That ranks all listeners for one matrix
product; the largest are then left out for good and the fit is repeated.
"""

from dataclasses import dataclass

import numpy as np
from scipy.sparse.csgraph import connected_components

from ratings.statistics import elo
from ratings.statistics.analysis import Analysis
from ratings.statistics.blas import single_threaded
from ratings.statistics.components import connectivity
from ratings.statistics.counts import count_votes, wins
from ratings.statistics.fit import Fit, fit
from ratings.statistics.model import FitError
from ratings.statistics.scores import cluster_scores, compact
from ratings.statistics.votes import BoolArray, FloatArray, IntArray, Outcome, Votes

SPREAD = 32  # bytes of a table per key, up to which it is quicker than sorting the keys


@dataclass(frozen=True, slots=True)
class Influence:
    """What leaving out one listener does to the rated systems.

    listener: the code in the votes. votes: how many (or which weight) entered the fit.
    one_step, refitted: shift of the most affected system, Elo points; refitted is None when the
        others' votes no longer connect the systems, which `disconnects` says.
    system: index of that system. moved: indices of systems whose position changes on refitting.
    """

    listener: int
    votes: float
    one_step: float
    system: int
    refitted: float | None
    moved: tuple[int, ...]
    disconnects: bool


@single_threaded
def influential_listeners(analysis: Analysis, *, top: int = 5) -> tuple[Influence, ...]:
    """The listeners whose absence changes most, each verified by a refit.

    First those without whom the systems fall apart: one step cannot see them, since the residuals
    of a system that one listener judged alone sum to zero. Then by the largest shift of a rating.
    Empty when nothing is rated or the listeners are unknown.
    """
    if analysis.fit is None or analysis.votes.listener is None:
        return ()
    codes, number = compact(analysis.votes.listener)
    listeners = np.zeros(number, dtype=np.int64)
    listeners[codes] = analysis.votes.listener
    scores = cluster_scores(analysis.fit, analysis.votes, codes, number)
    shifts = -(scores @ analysis.fit.inverse_information)[:, : len(analysis.fit.theta)]
    alone = indispensable(analysis.votes, codes, systems=len(analysis.fit.theta))
    largest = np.abs(shifts).max(axis=1)
    largest[alone] = np.inf
    chosen = np.argsort(-largest, kind="stable")[:top]
    return tuple(
        _without(analysis, analysis.fit, int(listeners[k]), codes == k, shifts[k]) for k in chosen
    )


def indispensable(votes: Votes, codes: IntArray, *, systems: int) -> IntArray:
    """Codes of the listeners without whom the win graph is no longer strongly connected.

    Only a listener who alone gave some edge of the graph can be one.
    """
    edges, givers = _edges(votes, codes, systems)
    number_of_givers = np.bincount(edges, minlength=systems**2)
    graph = number_of_givers > 0
    sole = number_of_givers[edges] == 1
    found = []
    for listener in np.unique(givers[sole]):
        rest = graph.copy()
        rest[edges[sole & (givers == listener)]] = False
        parts, _ = connected_components(rest.reshape(systems, systems), connection="strong")
        if parts > 1:
            found.append(int(listener))
    return np.array(found, dtype=np.int64)


def _edges(votes: Votes, codes: IntArray, systems: int) -> tuple[IntArray, IntArray]:
    """Every winner-to-loser edge (winner · n + loser) once per listener who gave it."""
    left_scored = votes.outcome != Outcome.RIGHT
    right_scored = votes.outcome != Outcome.LEFT
    edge = np.concatenate(
        [
            (votes.left * systems + votes.right)[left_scored],
            (votes.right * systems + votes.left)[right_scored],
        ]
    )
    giver = np.concatenate([codes[left_scored], codes[right_scored]])
    once = _distinct(giver * systems**2 + edge)
    return once % systems**2, once // systems**2


def _distinct(keys: IntArray) -> IntArray:
    """Ascending; through a table of all possible keys unless they are spread too widely."""
    top = int(keys.max(initial=-1)) + 1
    if top > SPREAD * len(keys):
        return np.unique(keys)
    seen = np.zeros(top, dtype=bool)
    seen[keys] = True
    return np.flatnonzero(seen)


def _without(
    analysis: Analysis, full: Fit, listener: int, own: BoolArray, shifts: FloatArray
) -> Influence:
    most = int(np.abs(shifts).argmax())
    rest = _refit(analysis, full, _counts_without(analysis.votes, own, len(full.theta)))
    weight = analysis.votes.weight
    return Influence(
        listener=listener,
        votes=float(own.sum() if weight is None else weight[own].sum()),
        one_step=float(elo.POINTS_PER_UNIT * shifts[most]),
        system=int(analysis.connectivity.rated[most]),
        refitted=_points(rest, full, most),
        moved=() if rest is None else _moved(analysis, full.theta, rest.theta),
        disconnects=rest is None,
    )


def _points(rest: Fit | None, full: Fit, system: int) -> float | None:
    if rest is None:
        return None
    return float(elo.POINTS_PER_UNIT * (rest.theta[system] - full.theta[system]))


def _counts_without(votes: Votes, own: BoolArray, systems: int) -> FloatArray:
    """Counts of the others' votes, by subtraction where that is exact."""
    rest: FloatArray
    if votes.weight is None:
        every = count_votes(votes, systems=systems)[0]
        rest = every - count_votes(votes.where(own), systems=systems)[0]
    else:
        rest = count_votes(votes.where(~own), systems=systems)[0]
    return rest


def _refit(analysis: Analysis, full: Fit, counts: FloatArray) -> Fit | None:
    names = [analysis.names[i] for i in analysis.connectivity.rated]
    if len(connectivity(wins(counts), names=names).rated) < len(names):
        return None
    try:
        return fit(counts, ties=full.ties, order_effect=full.parameters.order_effect is not None)
    except FitError:
        return None


def _moved(analysis: Analysis, before: FloatArray, after: FloatArray) -> tuple[int, ...]:
    def position(theta: FloatArray) -> IntArray:
        return np.argsort(np.argsort(-theta, kind="stable"), kind="stable")

    changed = position(before) != position(after)
    return tuple(int(i) for i in analysis.connectivity.rated[changed])
