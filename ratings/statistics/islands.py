"""Tables of their own for systems that the votes do not join to the rated ones.

A board's largest component is rated first. Every other component of at least two systems has a
scale of its own, so it is fitted alone: its mean, its intervals, its ranks. What a number means
ends at the island's shore.
"""

from dataclasses import replace

import numpy as np

from ratings.statistics.analysis import Analysis, analyse_slices
from ratings.statistics.components import State
from ratings.statistics.model import FitError
from ratings.statistics.rows import unrated_rows
from ratings.statistics.scores import compact
from ratings.statistics.standings import Island, Method, Ratings, Standing
from ratings.statistics.summary import summarise
from ratings.statistics.votes import IntArray

APART = {
    State.ISLAND: (
        "No vote joins these systems to those of an earlier table, not even through others."
    ),
    State.NOT_CONNECTED: (
        "Wins do not lead both ways between these systems and those of an earlier table, "
        "so nothing limits how far apart they are."
    ),
}


def islands_of(analysis: Analysis, method: Method) -> tuple[Island, ...]:
    """The islands of an analysis, largest first."""
    graph = analysis.connectivity
    return tuple(
        Island(
            reason=APART[graph.apart[place]],
            ratings=_ratings(analysis, method, place, np.union1d(island, graph.companions[place])),
        )
        for place, island in enumerate(graph.islands)
    )


def _ratings(analysis: Analysis, method: Method, place: int, members: IntArray) -> Ratings:
    """Ratings of an island; votes and listeners are those between its members (listed ones too)."""
    votes = analysis.table.votes_in(analysis.part)
    inside = votes.entering(members, systems=len(analysis.names), ties=method.ties)
    listeners = None if inside.listener is None else compact(inside.listener)[1]
    total = float(analysis.counts[np.ix_(members, members)].sum())
    try:
        (alone,) = analyse_slices(
            analysis.table,
            [analysis.part],
            systems=analysis.names,
            anchor=None if analysis.anchor is None else analysis.names[analysis.anchor],
            order_effect=method.order_effect,
            clustering=analysis.clustering,
            island=place,
        )
    except FitError as error:
        rows = _of(members, unrated_rows(analysis, method.level))
        return Ratings(rows, method, total, listeners, notes=(str(error),))
    found = summarise(alone, method)
    rows = _of(members, found.standings)
    return replace(found, standings=rows, votes=total, listeners=listeners)


def _of(members: IntArray, rows: list[Standing] | tuple[Standing, ...]) -> tuple[Standing, ...]:
    own = set(members.tolist())
    return tuple(row for row in rows if row.index in own)
