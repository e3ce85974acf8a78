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
from scipy.sparse.csgraph import connected_components

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
    State.NO_VOTES: "No votes yet.",
    State.UNDEFEATED: "Has won every vote so far, so its strength has no upper limit.",
    State.WINLESS: "Has lost every vote so far, so its strength has no lower limit.",
    State.ISLAND: "Was never compared, even through others, with the rated systems.",
    State.NOT_CONNECTED: (
        "Its group has only won, or only lost, against the rated systems, "
        "so the distance between them has no limit."
    ),
}


@dataclass(frozen=True, slots=True, eq=False)
class Connectivity:
    """Components of the win graph.

    rated: indices of the largest component, ascending; empty when no two systems beat each other.
    islands: the other components of at least two systems, largest first; each has a scale of its
        own and must never share a table with the rated ones.
    states: one per system.
    """

    rated: IntArray
    islands: tuple[IntArray, ...]
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
    return Connectivity(rated, tuple(ranked[1:]), _states(wins, rated))


def _components(wins: FloatArray, connection: Literal["strong", "weak"]) -> list[IntArray]:
    count, labels = connected_components(wins > 0, directed=True, connection=connection)
    return [np.flatnonzero(labels == label) for label in range(count)]


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
