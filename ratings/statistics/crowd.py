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


def pair_sums(
    table: Tabulation, part: BoolArray, rated: IntArray, fit: Fit | None = None
) -> FloatArray | None:
    """What each listener's votes on each pair of systems of a slice add up to: (L, pairs).

    Votes; or, given a fit, their residuals as seen from the first system of the pair. Pairs of m
    rated systems stand in the order of `np.triu_indices(m, k=1)`. None when so large a table would
    be almost empty.
    """
    first, second = np.triu_indices(len(rated), k=1)
    pairs, n = len(first), table.systems
    if table.listeners * pairs > MOST_CELLS_PER_VOTE * len(table.keys):
        return None
    number = np.full((n, n), pairs)
    number[rated[first], rated[second]] = number[rated[second], rated[first]] = np.arange(pairs)
    place = np.full((len(table.counts), n, n, len(Outcome)), pairs)
    place[part] = number[..., None]
    value = np.ones((n, n, len(Outcome)))
    if fit is not None:
        sign = np.sign(np.arange(n) - np.arange(n)[:, None])[..., None]
        value = _spread(residual_table(fit), rated, n) * sign
    sums = np.empty((table.listeners, pairs))
    for run, low, high in table.runs:
        keys = table.keys[run]
        at = (_listener(table)[run] - low) * (pairs + 1) + place.ravel()[keys]
        values = _weighted(value.ravel()[keys % value.size], _weights(table, run))
        found = np.bincount(at, values, (high - low) * (pairs + 1))
        sums[low:high] = found.reshape(-1, pairs + 1)[:, :pairs]
    return sums


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
        for run, first, last in table.runs:
            sides = table.votes.left[run], table.votes.right[run]
            keys, weight = table.keys[run], _weights(table, run)
            row = (_listener(table)[run] - first) * slots
            at = row + inner.ravel()[keys]
            places = [side + at * n for side in sides]
            residual = _weighted(values[0].ravel()[keys], weight)
            size = (last - first) * slots
            sums = np.bincount(places[0], residual, size * n)
            sums -= np.bincount(places[1], residual, size * n)
            theta[first:last] = sums.reshape(-1, slots, n)
            for extra, value in zip(extras, values[1:], strict=True):
                part = _weighted(value.ravel()[keys], weight)
                extra[first:last] = np.bincount(at, part, size).reshape(-1, slots)
            _mark(entered[first:last], places)
            if entered is not met:
                at = row + place.ravel()[keys]
                _mark(met[first:last], [side + at * n for side in sides])
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


def _mark(table: BoolArray, places: Sequence[IntArray]) -> None:
    flat = table.reshape(-1)
    for at in places:
        flat[at] = True


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


def _listener(table: Tabulation) -> NDArray[np.int64]:
    if table.listener is None:
        raise ValueError("These votes do not name their listeners.")
    return table.listener


def _weights(table: Tabulation, run: slice) -> FloatArray | None:
    return None if table.votes.weight is None else table.votes.weight[run]


def _weighted(values: FloatArray, weight: FloatArray | None) -> FloatArray:
    return values if weight is None else values * weight
