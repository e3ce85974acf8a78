"""Who judged what in a slice, and how hard each listener pulls at its estimate.

One pass over the votes serves all slices that share no cell: a table says for each kind of vote
(cell, left, right, outcome) which slice it belongs to and what its residual is there.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ratings.statistics.effective import effective_number
from ratings.statistics.kinds import Kinds, SliceFit
from ratings.statistics.scores import MAX_CELLS
from ratings.statistics.tabulation import Tabulation
from ratings.statistics.votes import BoolArray, FloatArray, IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Crowd:
    """The listeners of one slice.

    listeners: how many; listeners_of: (n,) how many of them judged each system.
    members: (G,) numbers (see `Tabulation`) of those whose votes entered the fit; effective: as how
    many of these count that gave equal numbers of votes, (Σ v)² / Σ v² for v votes each;
    effective_of: (m,) the same of the votes on each rated system. scores: (G, p) sum of the score
    vectors of each member's votes.
    """

    listeners: int
    listeners_of: IntArray
    members: IntArray
    effective: float
    effective_of: FloatArray
    scores: FloatArray


def crowds(table: Tabulation, slices: Sequence[SliceFit]) -> list[Crowd]:
    """The crowd of every slice, in the order of the slices. The listeners must be known.

    Sums run over the votes in their order, whichever slices are asked for together: the same votes
    give the same bytes.
    """
    found: dict[int, Crowd] = {}
    for group in _disjoint(table, slices):
        look = _Pass.over(table, [slices[k] for k in group])
        found |= {k: look.crowd(place, slices[k]) for place, k in enumerate(group)}
    return [found[k] for k in range(len(slices))]


def _disjoint(table: Tabulation, slices: Sequence[SliceFit]) -> list[list[int]]:
    """Groups of slices, by number, that share no cell and whose tables are not too large."""
    most = max(1, MAX_CELLS // max(1, table.listeners * table.systems) - 1)
    groups: list[list[int]] = []
    for k, one in enumerate(slices):
        fitting = (
            group
            for group in groups
            if len(group) < most
            and not any((slices[other].part & one.part).any() for other in group)
        )
        group = next(fitting, None)
        if group is None:
            groups.append([k])
        else:
            group.append(k)
    return groups


@dataclass(frozen=True, slots=True, eq=False)
class _Pass:
    """Tables of L listeners, S slices and one more for votes outside of them, and n systems.

    theta: (L, S + 1, n) sums of scores; sides, ties: (L, S + 1) of the order effect and the tie
    parameter, None where no slice has one.
    met: (L, S + 1, n) whether by any vote; None if all entered their fit. given: (L, S + 1, n)
    votes that did, or their weight.
    """

    theta: FloatArray
    sides: FloatArray | None
    ties: FloatArray | None
    met: BoolArray | None
    given: FloatArray

    @classmethod
    def over(cls, table: Tabulation, group: Sequence[SliceFit]) -> "_Pass":
        kinds = Kinds.of(table, group)
        shape = (table.listeners, len(group) + 1, table.systems)
        look = cls(
            theta=np.zeros(shape),
            sides=np.zeros(shape[:2]) if kinds.sided else None,
            ties=None if kinds.ties is None else np.zeros(shape[:2]),
            met=None if kinds.inner is kinds.place else np.zeros(shape, dtype=bool),
            given=np.zeros(shape),
        )
        for run, first, last in table.runs:
            look._add(table, kinds, run, first, last)
        return look

    def _add(self, table: Tabulation, kinds: "Kinds", run: slice, first: int, last: int) -> None:
        """Look at a stretch of votes, of the listeners from `first` to before `last`."""
        slots, n = self.theta.shape[1:]
        size = (last - first) * slots
        sides = table.votes.left[run], table.votes.right[run]
        keys, weight = table.keys[run], _weights(table, run)
        row = (_listener(table)[run] - first) * slots
        at = row + kinds.inner[keys]
        left, right = (side + at * n for side in sides)
        residual = _weighted(kinds.residual[keys], weight)
        sums = np.bincount(left, residual, size * n)
        sums -= np.bincount(right, residual, size * n)
        self.theta[first:last] = sums.reshape(-1, slots, n)
        if self.sides is not None:
            self.sides[first:last] = np.bincount(at, residual, size).reshape(-1, slots)
        if self.ties is not None and kinds.ties is not None:
            ties = _weighted(kinds.ties[keys], weight)
            self.ties[first:last] = np.bincount(at, ties, size).reshape(-1, slots)
        given = np.bincount(left, weight, size * n) + np.bincount(right, weight, size * n)
        self.given[first:last] = given.reshape(-1, slots, n)
        if self.met is not None:
            at = row + kinds.place[keys]
            _mark(self.met[first:last], *(side + at * n for side in sides))

    def crowd(self, place: int, one: SliceFit) -> Crowd:
        """Of the slice at a place of the group."""
        given = self.given[:, place]
        entered = given > 0
        met = entered if self.met is None else self.met[:, place]
        own = given[:, one.rated]
        members = np.flatnonzero(entered.any(axis=1))
        columns = [self.theta[members, place][:, one.rated]]
        if one.fit is not None and one.fit.parameters.order_effect is not None:
            columns += [self.sides[members, place, None]] if self.sides is not None else []
        if one.fit is not None and one.fit.parameters.log_nu is not None:
            columns += [self.ties[members, place, None]] if self.ties is not None else []
        return Crowd(
            listeners=int(np.count_nonzero(met.any(axis=1))),
            listeners_of=met.sum(axis=0, dtype=np.int64),
            members=members,
            effective=float(effective_number(own.sum(axis=1))),
            effective_of=effective_number(own),
            scores=np.ascontiguousarray(np.hstack(columns)),
        )


def _mark(table: BoolArray, *places: IntArray) -> None:
    flat = table.reshape(-1)
    for at in places:
        flat[at] = True


def _listener(table: Tabulation) -> NDArray[np.int64]:
    if table.listener is None:
        raise ValueError("These votes do not name their listeners.")
    return table.listener


def _weights(table: Tabulation, run: slice) -> FloatArray | None:
    return None if table.votes.weight is None else table.votes.weight[run]


def _weighted(values: FloatArray, weight: FloatArray | None) -> FloatArray:
    return values if weight is None else values * weight
