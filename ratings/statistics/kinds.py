"""What a vote means to the slices of a group, told by its kind: cell, left, right, outcome.

There are far fewer kinds than votes, so what holds for a kind is looked up instead of computed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ratings.statistics.fit import Fit
from ratings.statistics.scores import residual_table, tie_residual_table
from ratings.statistics.tabulation import Tabulation
from ratings.statistics.votes import BoolArray, FloatArray, IntArray, Outcome


@dataclass(frozen=True, slots=True, eq=False)
class SliceFit:
    """A slice and its fit. part: (C,) which cells; rated: (m,) systems; fit: None if none is."""

    part: BoolArray
    rated: IntArray
    fit: Fit | None


@dataclass(frozen=True, slots=True, eq=False)
class Kinds:
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
    def of(cls, table: Tabulation, group: Sequence[SliceFit]) -> "Kinds":
        """For slices that share no cell."""
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
