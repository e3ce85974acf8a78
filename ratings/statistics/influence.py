"""Whose votes decide? Each listener left out, first in one step, then by refitting the top few.

One step of Newton from the full fit: leaving out listener l moves the estimate by about
-I⁻¹ · score_l (Cook 1986; the infinitesimal jackknife). That ranks all listeners for one matrix
product; the largest are then left out for good and the fit is repeated.

That step is far too short for listeners who carry much of the information on something: the
residuals of what they alone judged sum to zero. Those of high leverage get their own step,
-(I - I_l)⁻¹ · score_l. Their leverage, the trace of I⁻¹ · I_l, sums to n - 1 over all listeners, so
they are few.
"""

from dataclasses import dataclass

import numpy as np
import scipy

from ratings.statistics import elo
from ratings.statistics.analysis import Analysis
from ratings.statistics.blas import single_threaded
from ratings.statistics.components import connectivity
from ratings.statistics.counts import count_votes, wins
from ratings.statistics.derivatives import Totals, information
from ratings.statistics.fit import Fit, fit, newton_step
from ratings.statistics.model import FitError
from ratings.statistics.scores import compact
from ratings.statistics.tabulation import Tabulation
from ratings.statistics.votes import BoolArray, FloatArray, IntArray, Outcome, Votes

TOP = 5  # listeners looked at for what they change, and as many for what they reorder
HIGH_LEVERAGE = 0.1  # below, the short step is about a tenth too short at most
MOST_STEPS = 300  # of their own; a matrix is solved for each
LIKELY_SWAP = 0.5  # of the gap between neighbours that the step closes; from here on we look closer
LEAST_GAP = 1e-9  # natural-log odds; neighbours closer than that are level


@dataclass(frozen=True, slots=True)
class Influence:
    """What leaving out one listener does to the rated systems.

    listener: the code in the votes. votes: how many (or which weight) entered the fit.
    one_step, refitted: shift of the most affected system, Elo points; refitted is None when the
        others' votes cannot be fitted: they no longer connect the systems (`disconnects`), or the
        likelihood has no finite maximum.
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
def influential_listeners(analysis: Analysis, *, top: int = TOP) -> tuple[Influence, ...]:
    """The listeners whose absence changes most, each verified by a refit.

    First those without whom the systems fall apart: one step cannot see them, since the residuals
    of a system that one listener judged alone sum to zero. Then by the largest shift of a rating,
    `top` of both together; then up to `top` others who may make neighbours change places. Empty
    when nothing is rated or the listeners are unknown.
    """
    if analysis.fit is None or analysis.crowd is None:
        return ()
    members = analysis.crowd.members
    alone = np.isin(members, indispensable(analysis))
    shifts = _one_steps(analysis.votes, analysis.fit, analysis.crowd.scores, skip=alone)
    largest = np.abs(shifts).max(axis=1)
    largest[alone] = np.inf
    chosen = _chosen(
        largest,
        _closing(_best_first(analysis, analysis.fit.theta), analysis.fit.theta, shifts),
        top=top,
    )
    found = [_without(analysis, analysis.fit, int(members[k]), shifts[k]) for k in chosen]
    return tuple(sorted(found, key=_size, reverse=True))


def _size(one: Influence) -> float:
    return np.inf if one.refitted is None else abs(one.refitted)


def _one_steps(votes: Votes, full: Fit, scores: FloatArray, *, skip: BoolArray) -> FloatArray:
    """Shift of every strength when a listener is left out, in one step: (listeners, n).

    scores: (listeners, p), of the listeners of the votes in ascending order. skip: (listeners,).
    """
    if votes.listener is None:
        raise ValueError("These votes do not name their listeners.")
    n = len(full.theta)
    codes = compact(votes.listener)[0]
    shifts = -(scores @ full.inverse_information)
    leverage = _leverage(votes, full, codes, len(scores))
    leverage[skip] = 0.0
    for k in np.argsort(-leverage, kind="stable")[:MOST_STEPS]:
        if leverage[k] > HIGH_LEVERAGE:
            shifts[k] = _own_step(votes.where(codes == k), full, scores[k])
    strengths: FloatArray = shifts[:, :n]
    return strengths


def _own_step(own: Votes, full: Fit, score: FloatArray) -> FloatArray:
    """The step without the information that the listener's own votes add."""
    n = len(full.theta)
    rest = full.counts - count_votes(own, systems=n)[0]
    remaining = information(Totals.of(rest), full.moments, full.parameters)
    return -newton_step(remaining, score, systems=n)


def _leverage(votes: Votes, full: Fit, codes: IntArray, number: int) -> FloatArray:
    """Trace of I⁻¹ · I_l over the strengths, for what each listener's votes add: (listeners,)."""
    n = len(full.theta)
    covariance = full.inverse_information[:n, :n]
    variance = np.diag(covariance)
    spread = variance[:, None] + variance[None, :] - 2 * covariance
    of_vote = (full.moments.score_variance * spread)[votes.left, votes.right]
    weighted = of_vote if votes.weight is None else of_vote * votes.weight
    leverage: FloatArray = np.bincount(codes, weighted, number).astype(np.float64)
    return leverage


def _best_first(analysis: Analysis, theta: FloatArray) -> list[int]:
    """Positions of the rated systems as the board lists them."""
    return elo.best_first(theta, [analysis.names[i] for i in analysis.connectivity.rated])


def _closing(order: list[int], theta: FloatArray, shifts: FloatArray) -> FloatArray:
    """Share of a gap between neighbours that each listener's absence closes at most; 1 swaps them.

    Neighbours are enough: an order changes only if two of them change places.
    """
    better, worse = order[:-1], order[1:]
    gap = np.maximum(theta[better] - theta[worse], LEAST_GAP)
    closing: FloatArray = ((shifts[:, worse] - shifts[:, better]) / gap).max(axis=1)
    return closing


def _chosen(largest: FloatArray, closing: FloatArray, *, top: int) -> list[int]:
    first = [int(k) for k in np.argsort(-largest, kind="stable")[:top]]
    order = (int(k) for k in np.argsort(-closing, kind="stable"))
    likely = [k for k in order if closing[k] > LIKELY_SWAP]
    return first + [k for k in likely if k not in set(first)][:top]


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
        parts, _ = scipy.sparse.csgraph.connected_components(rest, connection="strong")
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
    table = analysis.table
    own = _votes_of(analysis, member)
    counts = _counts_without(analysis, member, own)
    connected = _connects(analysis, counts)
    rest = _refit(full, counts) if connected else None
    most = int(np.abs(shifts if rest is None else rest.theta - full.theta).argmax())
    return Influence(
        listener=-1 if table.listener_codes is None else int(table.listener_codes[member]),
        votes=float(len(own) if own.weight is None else own.weight.sum()),
        one_step=float(elo.POINTS_PER_UNIT * shifts[most]),
        system=int(analysis.connectivity.rated[most]),
        refitted=_points(rest, full, most),
        moved=() if rest is None else _moved(analysis, full.theta, rest.theta),
        disconnects=not connected,
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


def _connects(analysis: Analysis, counts: FloatArray) -> bool:
    """Whether counts still join all of the rated systems."""
    names = [analysis.names[i] for i in analysis.connectivity.rated]
    return len(connectivity(wins(counts), names=names).rated) == len(names)


def _refit(full: Fit, counts: FloatArray) -> Fit | None:
    """None where the likelihood has no finite maximum."""
    try:
        return fit(counts, ties=full.ties, order_effect=full.parameters.order_effect is not None)
    except FitError:
        return None


def _moved(analysis: Analysis, before: FloatArray, after: FloatArray) -> tuple[int, ...]:
    def position(theta: FloatArray) -> IntArray:
        return np.argsort(_best_first(analysis, theta))

    changed = position(before) != position(after)
    return tuple(int(i) for i in analysis.connectivity.rated[changed])
