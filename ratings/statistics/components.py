"""Which systems can be rated together, and why the others cannot.

A Bradley-Terry maximum-likelihood fit exists exactly within a strongly connected component of the
win graph, in which an edge runs from every winner to the loser (Ford 1957; Hunter 2004, assumption
1). A system outside has no finite strength on the common scale; we say why instead of inventing
one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

import numpy as np
import scipy

from ratings.statistics.votes import FloatArray, IntArray


class State(StrEnum):
    """Whether a system has a rating, and if not, why."""

    RATED = "rated"
    NO_VOTES = "no votes"
    UNDEFEATED = "undefeated"
    WINLESS = "winless"
    ISLAND = "island"
    NOT_CONNECTED = "not connected"


REASONS = {
    State.RATED: "",
    State.NO_VOTES: "No counted votes yet.",
    State.UNDEFEATED: "Has won every counted vote so far, so its strength has no upper limit.",
    State.WINLESS: "Has lost every counted vote so far, so its strength has no lower limit.",
    State.ISLAND: "Was never compared, even through others, with the rated systems.",
    State.NOT_CONNECTED: (
        "Wins lead only one way between its group and the rated systems, or neither way, "
        "so the distance between them has no limit."
    ),
}


@dataclass(frozen=True, slots=True, eq=False)
class Connectivity:
    """Components of the win graph.

    rated: indices of the largest component, ascending; empty when no two systems beat each other.
    islands: the other components of at least two systems, largest first; each has a scale of its
        own and must never share a table with the rated ones.
    apart: for each island, ISLAND when no vote joins it to a larger component, not even through
        others, else NOT_CONNECTED.
    companions: for each island, the systems that are listed with it without a rating: they belong
        to no component, and met this one before any larger one.
    states: one per system.
    """

    rated: IntArray
    islands: tuple[IntArray, ...]
    apart: tuple[State, ...]
    companions: tuple[IntArray, ...]
    states: tuple[State, ...]


def connectivity(
    wins: FloatArray, *, names: Sequence[str], anchor: int | None = None
) -> Connectivity:
    """Sort systems into the rated component and the rest.

    wins: (n, n), how often row beat column. Components of equal size are told apart by votes, then
    by holding the anchor, then by name, so the order of the input does not matter.
    """
    groups = _components(wins, connection="strong")
    played = wins + wins.T

    def precedence(group: IntArray) -> tuple[int, float, bool, str]:
        votes = float(played[np.ix_(group, group)].sum())
        return -len(group), -votes, anchor not in group, min(names[i] for i in group)

    ranked = sorted((group for group in groups if len(group) > 1), key=precedence)
    rated = ranked[0] if ranked else np.empty(0, dtype=np.int64)
    whole = _labels(wins, "weak")
    return Connectivity(
        rated=rated,
        islands=tuple(ranked[1:]),
        apart=_apart(ranked, whole),
        companions=_companions(wins, ranked, whole),
        states=_states(wins, rated),
    )


def seen_from_island(graph: Connectivity, place: int, wins: FloatArray) -> Connectivity:
    """The same systems with an island in the place of the rated component.

    place: position in `graph.islands`. The others are still told apart by what they did against
    everyone: who lost to a system elsewhere is not undefeated here.
    """
    rated = graph.islands[place]
    islands = (graph.rated, *graph.islands[:place], *graph.islands[place + 1 :])
    return Connectivity(rated, islands, (), (), _states(wins, rated))


def _apart(ranked: Sequence[IntArray], whole: IntArray) -> tuple[State, ...]:
    wholes = [int(whole[group[0]]) for group in ranked]
    return tuple(
        State.NOT_CONNECTED if wholes[place] in wholes[:place] else State.ISLAND
        for place in range(1, len(ranked))
    )


def _companions(
    wins: FloatArray, ranked: Sequence[IntArray], whole: IntArray
) -> tuple[IntArray, ...]:
    """Single systems by the table that they are listed with; those of the first are left out."""
    if len(ranked) < 2:
        return ()
    met = (wins + wins.T) > 0
    directly = [met[:, group].any(axis=1) for group in ranked]
    through_others = [whole == whole[group[0]] for group in ranked]
    table = np.full(len(wins), -1)
    for touched in (directly, through_others):
        for place, systems in enumerate(touched):
            table[(table < 0) & systems] = place
    table[np.concatenate(ranked)] = -1
    return tuple(np.flatnonzero(table == place) for place in range(1, len(ranked)))


def _components(wins: FloatArray, connection: Literal["strong", "weak"]) -> list[IntArray]:
    labels = _labels(wins, connection)
    return [np.flatnonzero(labels == label) for label in range(labels.max(initial=-1) + 1)]


def _labels(wins: FloatArray, connection: Literal["strong", "weak"]) -> IntArray:
    _, labels = scipy.sparse.csgraph.connected_components(
        wins > 0, directed=True, connection=connection
    )
    return np.asarray(labels, dtype=np.int64)


def _states(wins: FloatArray, rated: IntArray) -> tuple[State, ...]:
    reachable = np.zeros(len(wins), dtype=bool)
    for group in _components(wins, connection="weak"):
        reachable[group] = not len(rated) or rated[0] in group
    won, lost = wins.sum(axis=1), wins.sum(axis=0)
    choices = [
        (np.isin(np.arange(len(wins)), rated), State.RATED),
        (won + lost == 0, State.NO_VOTES),
        (~reachable, State.ISLAND),
        (lost == 0, State.UNDEFEATED),
        (won == 0, State.WINLESS),
    ]
    return tuple(
        next((state for applies, state in choices if applies[i]), State.NOT_CONNECTED)
        for i in range(len(wins))
    )
