"""Who judged what in a slice, and how hard each listener pulls at its estimate.

One pass over the votes serves all slices that share no cell: a table says for each kind of vote
(cell, left, right, outcome) which slice it belongs to and what its residual is there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ratings.statistics.fit import Fit
from ratings.statistics.scores import MAX_CELLS, residual_table, tie_residual_table
from ratings.statistics.tabulation import Tabulation
from ratings.statistics.votes import BoolArray, FloatArray, IntArray, Outcome

RUN = 2**16  # votes looked at together: what is made of them stays in the processor's cache


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


def _disjoint(table: Tabulation, slices: Sequence[SliceFit]) -> list[list[int]]:
    """Groups of slices, by number, that share no cell and whose tables are not too large."""
    most = max(1, MAX_CELLS // max(1, table.listeners * table.systems) - 1)
    groups: list[list[int]] = []
    covered: list[BoolArray] = []
    for k, one in enumerate(slices):
        for group, cells in zip(groups, covered, strict=True):
            if len(group) < most and not (cells & one.part).any():
                group.append(k)
                cells |= one.part
                break
        else:
            groups.append([k])
            covered.append(one.part.copy())
    return groups


@dataclass(frozen=True, slots=True, eq=False)
class _Pass:
    """Tables of L listeners, S slices and one more for votes outside of them, and n systems.

    theta: (L, S + 1, n) sums of scores; extras: (L, S + 1) of each further parameter.
    met: (L, S + 1, n) by any vote; entered: by a vote that entered the fit.
    """

    theta: FloatArray
    extras: list[FloatArray]
    met: BoolArray
    entered: BoolArray

    @classmethod
    def over(cls, table: Tabulation, group: Sequence[SliceFit]) -> "_Pass":
        n, slots = table.systems, len(group) + 1
        shape = (table.listeners, slots, n)
        place = np.full((len(table.counts), n, n, len(Outcome)), slots - 1)
        for k, one in enumerate(group):
            place[one.part] = k
        inner = _places_of_rated(place, group)
        values = _value_tables(table, group)
        theta = np.zeros(shape)
        extras = [np.zeros(shape[:2]) for _ in values[1:]]
        met = np.zeros(shape, dtype=bool)
        entered = met if inner is place else np.zeros(shape, dtype=bool)
        for run, first, last in _runs(table):
            keys = table.keys[run]
            row = (_listener(table)[run] - first) * slots
            own = table.votes.weight[run] if table.votes.weight is not None else None
            at = row + inner.ravel()[keys]
            left, right = at * n + table.votes.left[run], at * n + table.votes.right[run]
            entered[first:last].reshape(-1)[left] = True
            entered[first:last].reshape(-1)[right] = True
            residual = _weighted(values[0].ravel()[keys], own)
            size = (last - first) * slots
            sums = np.bincount(left, residual, size * n)
            sums -= np.bincount(right, residual, size * n)
            theta[first:last] = sums.reshape(-1, slots, n)
            for extra, value in zip(extras, values[1:], strict=True):
                part = _weighted(value.ravel()[keys], own)
                extra[first:last] = np.bincount(at, part, size).reshape(-1, slots)
            if entered is not met:
                at = row + place.ravel()[keys]
                met[first:last].reshape(-1)[at * n + table.votes.left[run]] = True
                met[first:last].reshape(-1)[at * n + table.votes.right[run]] = True
        return cls(theta, extras, met, entered)

    def crowd(self, place: int, one: SliceFit) -> Crowd:
        """Of the slice at a place of the group."""
        met, entered = self.met[:, place], self.entered[:, place]
        members = np.flatnonzero(entered.any(axis=1))
        columns = [self.theta[members, place][:, one.rated]]
        columns += [extra[members, place][:, None] for extra in self.extras]
        return Crowd(
            listeners=int(np.count_nonzero(met.any(axis=1))),
            listeners_of=met.sum(axis=0, dtype=np.int64),
            members=members,
            members_of=entered.sum(axis=0, dtype=np.int64)[one.rated],
            scores=np.ascontiguousarray(np.hstack(columns)),
        )


def _places_of_rated(place: IntArray, group: Sequence[SliceFit]) -> IntArray:
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


def _value_tables(table: Tabulation, group: Sequence[SliceFit]) -> list[FloatArray]:
    """Score of one vote of every kind: for the strengths, then for each further parameter."""
    shape = table.counts.shape
    fitted = [one for one in group if one.fit is not None]
    sides = any(one.fit and one.fit.parameters.order_effect is not None for one in fitted)
    tied = any(one.fit and one.fit.parameters.log_nu is not None for one in fitted)
    residual = np.zeros(shape)
    ties = np.zeros(shape) if tied else None
    for one in fitted:
        assert one.fit is not None
        residual[one.part] = _spread(residual_table(one.fit), one.rated, table.systems)
        if ties is not None:
            ties[one.part] = _spread(tie_residual_table(one.fit), one.rated, table.systems)
    return [residual] + [residual] * sides + ([ties] if ties is not None else [])


def _spread(values: FloatArray, rated: IntArray, systems: int) -> FloatArray:
    """A table of the rated systems as one of all, with zeros."""
    wide = np.zeros((systems, systems, len(Outcome)))
    wide[np.ix_(rated, rated)] = values
    return wide


def _runs(table: Tabulation) -> Iterator[tuple[slice, int, int]]:
    """Stretches of votes that hold all votes of the listeners from a first to before a last.

    All votes at once, unless they are in the order of the listeners.
    """
    listener = _listener(table)
    if len(listener) <= RUN or (np.diff(listener) < 0).any():
        yield slice(0, len(listener)), 0, table.listeners
        return
    firsts = np.unique(listener[::RUN])
    starts = np.searchsorted(listener, firsts)
    ends, lasts = [*starts[1:], len(listener)], [*firsts[1:], table.listeners]
    for start, end, first, last in zip(starts, ends, firsts, lasts, strict=True):
        yield slice(int(start), int(end)), int(first), int(last)


def _listener(table: Tabulation) -> NDArray[np.int64]:
    if table.listener is None:
        raise ValueError("These votes do not name their listeners.")
    return table.listener


def _weighted(values: FloatArray, weight: FloatArray | None) -> FloatArray:
    return values if weight is None else values * weight
