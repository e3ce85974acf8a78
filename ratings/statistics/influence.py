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
from ratings.statistics.tabulation import Tabulation
from ratings.statistics.votes import BoolArray, FloatArray, IntArray, Outcome, Votes


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
    if analysis.fit is None or analysis.crowd is None:
        return ()
    members = analysis.crowd.members
    pulls = analysis.crowd.scores @ analysis.fit.inverse_information
    shifts = -pulls[:, : len(analysis.fit.theta)]
    largest = np.abs(shifts).max(axis=1)
    largest[np.isin(members, indispensable(analysis))] = np.inf
    chosen = np.argsort(-largest, kind="stable")[:top]
    return tuple(_without(analysis, analysis.fit, int(members[k]), shifts[k]) for k in chosen)


def indispensable(analysis: Analysis) -> IntArray:
    """Numbers of the listeners without whom the win graph is no longer strongly connected.

    Only a listener who alone gave some edge of the graph can be one.
    """
    rated = analysis.connectivity.rated
    graph = analysis.wins[np.ix_(rated, rated)] > 0
    givers = sole_givers(analysis.table, analysis.part)[np.ix_(rated, rated)]
    found = []
    for listener in np.unique(givers[givers >= 0]):
        rest = graph & (givers != listener)
        parts, _ = connected_components(rest, connection="strong")
        if parts > 1:
            found.append(int(listener))
    return np.array(found, dtype=np.int64)


def sole_givers(table: Tabulation, part: BoolArray) -> IntArray:
    """The listener who alone let row win against column, or tie: (n, n); -1 where there is none."""
    n, listener = table.systems, table.listener
    if listener is None:
        raise ValueError("These votes do not name their listeners.")
    nowhere = n * n  # where votes of other slices go
    shared = np.zeros(nowhere + 1, dtype=bool)
    edge = np.arange(n * n).reshape(n, n)
    giver = np.full(nowhere + 1, -1, dtype=np.int64)
    for winner, against in ((Outcome.LEFT, edge), (Outcome.RIGHT, edge.T)):
        edges = np.full((len(part), n, n, len(Outcome)), nowhere)
        edges[part, ..., winner] = edges[part, ..., Outcome.TIE] = against
        at = edges.ravel()[table.keys]
        before = giver.copy()
        giver[at] = listener
        shared[at[giver[at] != listener]] = True
        shared |= (before >= 0) & (giver != before)
    giver[shared] = -1
    return giver[:nowhere].reshape(n, n)


def _without(analysis: Analysis, full: Fit, member: int, shifts: FloatArray) -> Influence:
    table, most = analysis.table, int(np.abs(shifts).argmax())
    own = _votes_of(analysis, member)
    rest = _refit(analysis, full, _counts_without(analysis, member, own))
    return Influence(
        listener=-1 if table.listener_codes is None else int(table.listener_codes[member]),
        votes=float(len(own) if own.weight is None else own.weight.sum()),
        one_step=float(elo.POINTS_PER_UNIT * shifts[most]),
        system=int(analysis.connectivity.rated[most]),
        refitted=_points(rest, full, most),
        moved=() if rest is None else _moved(analysis, full.theta, rest.theta),
        disconnects=rest is None,
    )


def _votes_of(analysis: Analysis, member: int) -> Votes:
    """A listener's votes that entered the fit."""
    table = analysis.table
    mine = np.flatnonzero(table.listener == member)
    if table.cells is not None:
        mine = mine[analysis.part[table.cells[mine]]]
    rated = analysis.connectivity.rated
    return table.votes.where(mine).entering(rated, systems=table.systems, ties=table.ties)


def _points(rest: Fit | None, full: Fit, system: int) -> float | None:
    if rest is None:
        return None
    return float(elo.POINTS_PER_UNIT * (rest.theta[system] - full.theta[system]))


def _counts_without(analysis: Analysis, member: int, own: Votes) -> FloatArray:
    """Counts of the others' votes, by subtraction where that is exact."""
    rated, codes = analysis.connectivity.rated, analysis.table.listener_codes
    rest: FloatArray
    if own.weight is None or codes is None:
        every = analysis.counts[np.ix_(rated, rated)]
        rest = every - count_votes(own, systems=len(rated))[0]
    else:
        votes = analysis.votes
        others = votes.where(votes.listener != codes[member])
        rest = count_votes(others, systems=len(rated))[0]
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
