"""What a vote is to the statistics: two systems, a side, an outcome, perhaps a listener."""

from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Number = TypeVar("Number", bound=np.generic)
IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]


# Beyond, sums and squares of weights lose the small ones, or overflow.
LEAST_WEIGHT, MOST_WEIGHT = 1e-15, 1e15


class Outcome(IntEnum):
    """Answer to one matchup, and position on the last axis of a count table."""

    LEFT = 0
    RIGHT = 1
    TIE = 2


class Ties(StrEnum):
    """What a tie contributes to the fit."""

    HALF = "half"  # half a win for either side
    DROP = "drop"  # nothing
    DAVIDSON = "davidson"  # an outcome of its own, Davidson (1970)


class VoteError(ValueError):
    """A vote that cannot be read. `row` counts from 0; the sentence counts from 1."""

    def __init__(self, row: int, message: str) -> None:
        self.row = row
        super().__init__(f"Vote {row + 1}: {message}")


@dataclass(frozen=True, slots=True, eq=False)
class Votes:
    """Votes as parallel arrays, one entry per vote (or per group of equal votes).

    left, right: system indices, 0 … systems - 1; the same system on both sides is refused.
    outcome: values of `Outcome`.
    listener, prompt: non-negative cluster codes, or None when unknown.
    weight: how many votes the entry stands for, or its weight; 0, or from LEAST_WEIGHT to
        MOST_WEIGHT; None means 1 each.
    sided: whether left and right are the sides on which the clips were offered. False for sources
        that only name winner and loser: an order effect cannot be estimated from those.
    """

    left: IntArray
    right: IntArray
    outcome: IntArray
    listener: IntArray | None = None
    prompt: IntArray | None = None
    weight: FloatArray | None = None
    sided: bool = True

    def __len__(self) -> int:
        return len(self.left)

    def checked(self, systems: int) -> "Votes":
        """The same votes, after every entry has been looked at.

        Raises VoteError for the first entry that names an unknown system or outcome, sets a system
        against itself, or has a negative cluster code or an unusable weight.
        """
        self._require_equal_lengths()
        for side in (self.left, self.right):
            if side.min(initial=0) < 0 or side.max(initial=-1) >= systems:
                unknown = (side < 0) | (side >= systems)
                _refuse_where(unknown, f"names none of the {systems} systems.")
        _refuse_where(self.left == self.right, "sets a system against itself.")
        if self.outcome.min(initial=0) < 0 or self.outcome.max(initial=0) >= len(Outcome):
            unknown = (self.outcome < 0) | (self.outcome >= len(Outcome))
            _refuse_where(unknown, "has an unknown outcome.")
        for cluster in (self.listener, self.prompt):
            if cluster is not None and cluster.min(initial=0) < 0:
                _refuse_where(cluster < 0, "has a negative listener or prompt code.")
        if self.weight is not None:
            usable = np.isfinite(self.weight) & (self.weight >= 0)
            _refuse_where(~usable, "has a weight that is negative or not a number.")
            beyond = (self.weight > MOST_WEIGHT) | (
                (self.weight > 0) & (self.weight < LEAST_WEIGHT)
            )
            _refuse_where(
                beyond,
                f"has a weight outside of {LEAST_WEIGHT:g} to {MOST_WEIGHT:g}: sums of such "
                "weights are not exact enough. Scale all weights alike.",
            )
        return self

    def where(self, keep: BoolArray | IntArray) -> "Votes":
        """The votes marked by `keep`: a boolean per vote, or positions."""
        if keep.dtype == np.bool_:
            keep = np.flatnonzero(keep)  # once, not once for every column
        return Votes(
            left=self.left[keep],
            right=self.right[keep],
            outcome=self.outcome[keep],
            listener=_part(self.listener, keep),
            prompt=_part(self.prompt, keep),
            weight=_part(self.weight, keep),
            sided=self.sided,
        )

    def effective(self, ties: Ties) -> BoolArray:
        """Which votes count at all: no dropped ties, no weight of zero."""
        keep = np.ones(len(self), dtype=bool)
        if ties is Ties.DROP:
            keep &= self.outcome != Outcome.TIE
        if self.weight is not None:
            keep &= self.weight > 0
        return keep

    def entering(self, chosen: IntArray, *, systems: int, ties: Ties) -> "Votes":
        """The votes among some systems as a fit sees them: renumbered by position in `chosen`.

        chosen: indices of systems, ascending; systems: how many the votes speak of. Ties that are
        dropped and entries of weight zero are left out.
        """
        keep = self.effective(ties)
        if len(chosen) == systems:
            return self if keep.all() else self.where(keep)
        position = np.full(systems, -1, dtype=np.int64)
        position[chosen] = np.arange(len(chosen))
        left, right = position[self.left], position[self.right]
        keep &= (left >= 0) & (right >= 0)
        return replace(self, left=left, right=right).where(keep)

    def _require_equal_lengths(self) -> None:
        columns = (self.right, self.outcome, self.listener, self.prompt, self.weight)
        if any(column is not None and len(column) != len(self.left) for column in columns):
            raise ValueError("The columns of the votes differ in length.")


def _part(values: NDArray[Number] | None, keep: BoolArray | IntArray) -> NDArray[Number] | None:
    return None if values is None else values[keep]


def _refuse_where(bad: BoolArray, message: str) -> None:
    if bad.any():
        raise VoteError(int(bad.argmax()), message)
