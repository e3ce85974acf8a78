"""Votes counted once, by cell; a slice is a set of cells.

Every vote lies in one cell of a partition (one register, one gender, …, say). The counts of a slice
are sums over its cells, and slices that share no cell are looked at in one pass over the votes, see
`ratings.statistics.crowd`. So many slices cost little more than one.
"""

from dataclasses import dataclass

import numpy as np

from ratings.statistics.counts import count_keys, encode
from ratings.statistics.scores import compact
from ratings.statistics.votes import BoolArray, FloatArray, IntArray, Ties, Votes

RUN = 2**15  # votes looked at together: what is made of them stays in the processor's cache


@dataclass(frozen=True, slots=True, eq=False)
class Tabulation:
    """Votes on n systems, sorted into C cells.

    votes: checked, without those that count nothing (weight zero, dropped ties).
    cells: (votes,), None if there is one cell only; keys: (votes,), see `encode`.
    counts: (C, n, n, 3).
    listener: (votes,), listeners numbered 0 … L - 1; listener_codes: (L,) their codes in the votes;
    None when unknown.
    runs: stretches of votes, each with all votes of the listeners from a first to before a last.
    One for all, unless the votes stand listener by listener.
    """

    votes: Votes
    systems: int
    ties: Ties
    cells: IntArray | None
    keys: IntArray
    counts: FloatArray
    listener: IntArray | None
    listener_codes: IntArray | None
    runs: tuple[tuple[slice, int, int], ...]

    @property
    def listeners(self) -> int:
        """How many listeners there are; 0 when they are unknown."""
        return 0 if self.listener_codes is None else len(self.listener_codes)

    @property
    def everything(self) -> BoolArray:
        """The slice of all cells: (C,)."""
        return np.ones(len(self.counts), dtype=bool)

    def votes_in(self, part: BoolArray) -> Votes:
        """The votes in the cells of a slice (C,)."""
        if self.cells is None or part.all():
            return self.votes
        return self.votes.where(part[self.cells])


def tabulate(
    votes: Votes,
    *,
    systems: int,
    ties: Ties = Ties.HALF,
    cells: IntArray | None = None,
    cell_count: int = 1,
) -> Tabulation:
    """Check, sort and count votes. cells: (votes,) codes 0 … cell_count - 1; None: one cell.

    Raises VoteError for an unusable vote.
    """
    checked = votes.checked(systems)
    keep = checked.effective(ties)
    if not keep.all():
        checked = checked.where(keep)
        cells = None if cells is None else cells[keep]
    keys = encode(checked, systems=systems, slices=cells)
    listener, codes = _numbered(checked.listener)
    return Tabulation(
        votes=checked,
        systems=systems,
        ties=ties,
        cells=cells,
        keys=keys,
        counts=count_keys(keys, systems=systems, slices=cell_count, weight=checked.weight),
        listener=listener,
        listener_codes=codes,
        runs=_runs(listener) if listener is not None else (),
    )


def _runs(listener: IntArray) -> tuple[tuple[slice, int, int], ...]:
    """Of listeners numbered without a gap."""
    listeners = int(listener.max(initial=-1)) + 1
    if len(listener) <= RUN or (listener[1:] < listener[:-1]).any():
        return ((slice(0, len(listener)), 0, listeners),)
    firsts = np.unique(listener[::RUN])
    starts = np.searchsorted(listener, firsts)
    ends, lasts = np.append(starts[1:], len(listener)), np.append(firsts[1:], listeners)
    return tuple(
        (slice(start, end), first, last)
        for start, end, first, last in np.stack([starts, ends, firsts, lasts], axis=1).tolist()
    )


def _numbered(listener: IntArray | None) -> tuple[IntArray | None, IntArray | None]:
    if listener is None:
        return None, None
    numbers, total = compact(listener)
    codes = np.zeros(total, dtype=np.int64)
    codes[numbers] = listener
    return numbers, codes
