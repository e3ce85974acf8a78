"""From votes to counts[slice, left, right, outcome], the one shape that every fit starts from."""

import numpy as np
from numpy.typing import NDArray

from ratings.statistics.votes import FloatArray, IntArray, Outcome, Ties, Votes

BLOCK = 2**16  # votes encoded at once: their keys stay in the processor's cache


def encode(votes: Votes, *, systems: int, slices: IntArray | None = None) -> IntArray:
    """One integer per vote that names its cell: ((slice · n + left) · n + right) · 3 + outcome.

    A caller that keeps these keys can recount a million votes in about one pass over them.
    """
    return _keys(votes, slice(None), systems, slices)


def count_keys(
    keys: NDArray[np.integer], *, systems: int, slices: int = 1, weight: FloatArray | None = None
) -> FloatArray:
    """Count keys made by `encode`: shape (slices, systems, systems, 3), units votes (or weight)."""
    shape = (slices, systems, systems, len(Outcome))
    cells = int(np.prod(shape))
    return np.bincount(keys, weights=weight, minlength=cells).astype(np.float64).reshape(shape)


def count_votes(
    votes: Votes, *, systems: int, slices: IntArray | None = None, slice_count: int = 1
) -> FloatArray:
    """Count checked votes: shape (slice_count, systems, systems, 3).

    slices: per vote, the slice it belongs to, 0 … slice_count - 1; None puts all into slice 0.
    """
    shape = (slice_count, systems, systems, len(Outcome))
    block = max(BLOCK, int(np.prod(shape)))
    total = np.zeros(shape)
    for start in range(0, len(votes), block):
        part = slice(start, start + block)
        keys = _keys(votes, part, systems, None if slices is None else slices[part])
        weight = None if votes.weight is None else votes.weight[part]
        total += count_keys(keys, systems=systems, slices=slice_count, weight=weight)
    return total


def _keys(votes: Votes, part: slice, systems: int, slices: IntArray | None) -> IntArray:
    """Keys of some of the votes, made in place: temporaries would cost more than the sums."""
    keys = votes.left[part] * systems
    if slices is not None:
        keys += slices * systems**2
    keys += votes.right[part]
    keys *= len(Outcome)
    keys += votes.outcome[part]
    return keys


def without_ties(counts: FloatArray) -> FloatArray:
    """The same counts, with the ties left out."""
    kept = counts.copy()
    kept[..., Outcome.TIE] = 0.0
    return kept


def counted(counts: FloatArray, ties: Ties) -> FloatArray:
    """The counts that enter a fit under a rule for ties."""
    return without_ties(counts) if ties is Ties.DROP else counts


def wins(counts: FloatArray) -> FloatArray:
    """How often row beat column, either side, a tie being half a win each.

    counts: (systems, systems, 3), left × right × outcome. Returns (systems, systems).
    """
    left_score = counts[..., Outcome.LEFT] + counts[..., Outcome.TIE] / 2
    right_score = counts[..., Outcome.RIGHT] + counts[..., Outcome.TIE] / 2
    score: FloatArray = left_score + right_score.T
    return score
