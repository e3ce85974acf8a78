"""Who judged what in a slice, and how hard each listener pulls at its estimate.

One pass over the votes serves all slices that share no cell: a table says for each kind of vote
(cell, left, right, outcome) which slice it belongs to and what its residual is there.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ratings.statistics.fit import Fit
from ratings.statistics.scores import MAX_CELLS, residual_table, tie_residual_table
from ratings.statistics.tabulation import Tabulation
from ratings.statistics.votes import BoolArray, FloatArray, IntArray, Outcome

MOST_CELLS_PER_VOTE = 4  # of a table of listeners and pairs


@dataclass(frozen=True, slots=True, eq=False)
class SliceFit:
    """A slice and its fit. part: (C,) which cells; rated: (m,) systems; fit: None if none is."""

    part: BoolArray
    rated: IntArray
    fit: Fit | None


@dataclass(frozen=True, slots=True, eq=False)
class Crowd:
    """The listeners of one slice.

    listeners: how many; listeners_of: (n,) how many of them judged each system.
    members: (G,) numbers (see `Tabulation`) of those whose votes entered the fit; members_of: (m,)
    how many of these met each rated system; scores: (G, p) sum of the score vectors of each
    member's votes.
    """

    listeners: int
    listeners_of: IntArray
    members: IntArray
    members_of: IntArray
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


def votes_per_pair(table: Tabulation, part: BoolArray) -> FloatArray | None:
    """How many votes of a slice each listener gave on each pair of systems: (L, pairs).

    Pairs stand in the order of `np.triu_indices(n, k=1)`. None when the table would be much larger
    than the votes.
    """
    n = table.systems
    first, second = np.triu_indices(n, k=1)
    pairs = len(first)
    if table.listeners * pairs > MOST_CELLS_PER_VOTE * len(table.keys):
        return None
    number = np.full((n, n), pairs)
    number[first, second] = number[second, first] = np.arange(pairs)
    place = np.full((len(table.counts), n, n, len(Outcome)), pairs)
    place[part] = number[..., None]
    found = np.empty((table.listeners, pairs))
    for run, low, high in table.runs:
        at = (_listener(table)[run] - low) * (pairs + 1) + place.ravel()[table.keys[run]]
        counts = np.bincount(at, minlength=(high - low) * (pairs + 1))
        found[low:high] = counts.reshape(-1, pairs + 1)[:, :pairs]
    return found


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
    met: (L, S + 1, n) by any vote; entered: by a vote that entered the fit.
    """

    theta: FloatArray
    sides: FloatArray | None
    ties: FloatArray | None
    met: BoolArray
    entered: BoolArray

    @classmethod
    def over(cls, table: Tabulation, group: Sequence[SliceFit]) -> "_Pass":
        kinds = _Kinds.of(table, group)
        shape = (table.listeners, len(group) + 1, table.systems)
        met = np.zeros(shape, dtype=bool)
        look = cls(
            theta=np.zeros(shape),
            sides=np.zeros(shape[:2]) if kinds.sided else None,
            ties=None if kinds.ties is None else np.zeros(shape[:2]),
            met=met,
            entered=met if kinds.inner is kinds.place else np.zeros(shape, dtype=bool),
        )
        for run, first, last in table.runs:
            look._add(table, kinds, run, first, last)
        return look

    def _add(self, table: Tabulation, kinds: "_Kinds", run: slice, first: int, last: int) -> None:
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
        _mark(self.entered[first:last], left, right)
        if self.entered is not self.met:
            at = row + kinds.place[keys]
            _mark(self.met[first:last], *(side + at * n for side in sides))

    def crowd(self, place: int, one: SliceFit) -> Crowd:
        """Of the slice at a place of the group."""
        met, entered = self.met[:, place], self.entered[:, place]
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
            members_of=entered.sum(axis=0, dtype=np.int64)[one.rated],
            scores=np.ascontiguousarray(np.hstack(columns)),
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Kinds:
    """What to do with a vote of each kind, by its key: (C · n · n · 3,) each.

    place: number of its slice in the group, S for none; inner: the same, and S for votes that did
    not enter the fit of their slice. residual, ties: its scores; ties None if not needed.
    """

    place: NDArray[np.int16]
    inner: NDArray[np.int16]
    residual: FloatArray
    ties: FloatArray | None
    sided: bool

    @classmethod
    def of(cls, table: Tabulation, group: Sequence[SliceFit]) -> "_Kinds":
        shape = table.counts.shape
        place = np.full(shape, len(group), dtype=np.int16)
        for k, one in enumerate(group):
            place[one.part] = k
        inner = _of_rated(place, group)
        fits = [(one, one.fit) for one in group if one.fit is not None]
        residual = np.zeros(shape)
        for one, fit in fits:
            residual[one.part] = _spread(residual_table(fit), one.rated, table.systems)
        tied = [(one, fit) for one, fit in fits if fit.parameters.log_nu is not None]
        ties = np.zeros(shape if tied else 0)
        for one, fit in tied:
            ties[one.part] = _spread(tie_residual_table(fit), one.rated, table.systems)
        flat = place.ravel()
        return cls(
            place=flat,
            inner=flat if inner is place else inner.ravel(),
            residual=residual.ravel(),
            ties=ties.ravel() if tied else None,
            sided=any(fit.parameters.order_effect is not None for _, fit in fits),
        )


def _mark(table: BoolArray, *places: IntArray) -> None:
    flat = table.reshape(-1)
    for at in places:
        flat[at] = True


def _of_rated(place: NDArray[np.int16], group: Sequence[SliceFit]) -> NDArray[np.int16]:
    """The same table, with votes that did not enter the fit of their slice outside of it."""
    n = place.shape[1]
    if all(len(one.rated) == n for one in group):
        return place
    inner = place.copy()
    for one in group:
        unrated = np.ones((n, n), dtype=bool)
        unrated[np.ix_(one.rated, one.rated)] = False
        first, second = np.nonzero(unrated)
        inner[np.flatnonzero(one.part)[:, None], first, second] = len(group)
    return inner


def _spread(values: FloatArray, rated: IntArray, systems: int) -> FloatArray:
    """A table of the rated systems as one of all, with zeros."""
    wide = np.zeros((systems, systems, len(Outcome)))
    wide[np.ix_(rated, rated)] = values
    return wide


def _listener(table: Tabulation) -> NDArray[np.int64]:
    if table.listener is None:
        raise ValueError("These votes do not name their listeners.")
    return table.listener


def _weights(table: Tabulation, run: slice) -> FloatArray | None:
    return None if table.votes.weight is None else table.votes.weight[run]


def _weighted(values: FloatArray, weight: FloatArray | None) -> FloatArray:
    return values if weight is None else values * weight
