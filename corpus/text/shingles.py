"""Texts as sets of character 4-grams, in a sparse matrix."""

from collections.abc import Sequence

import numpy as np
import scipy
from numpy.typing import NDArray

SIZE = 4  # characters


def incidence(keys: Sequence[str]) -> "scipy.sparse.csr_array":
    """Return which of *keys* has which 4-grams of characters: keys × grams, ones as int32.

    Grams include the spaces between words and one space at each end; a gram counts once. Columns
    run from the rarest gram to the most frequent. A key without a character has no grams.
    """
    rows, grams = _occurrences(keys)
    _, columns = np.unique(grams, return_inverse=True)
    width = int(columns.max(initial=-1)) + 1
    pairs = np.sort(rows * width + columns)
    rows, columns = np.divmod(pairs[np.diff(pairs, prepend=-1) > 0], max(width, 1))
    frequency = np.bincount(columns, minlength=width)
    rank = np.empty_like(frequency)
    rank[np.argsort(frequency, kind="stable")] = np.arange(frequency.size)
    ones = np.ones(rows.size, dtype=np.int32)
    matrix = scipy.sparse.csr_array((ones, (rows, rank[columns])), shape=(len(keys), width))
    matrix.sort_indices()
    return matrix


def rarest(matrix: "scipy.sparse.csr_array", counts: NDArray[np.int64]) -> "scipy.sparse.csr_array":
    """Return *matrix* with only the first *counts* entries of each row, which are the rarest."""
    starts = matrix.indptr[:-1].astype(np.int64)
    place = np.arange(matrix.nnz) - np.repeat(starts, np.diff(matrix.indptr))
    kept = place < np.repeat(counts, np.diff(matrix.indptr))
    indptr = np.concatenate([[0], np.cumsum(np.minimum(counts, np.diff(matrix.indptr)))])
    parts = (matrix.data[kept], matrix.indices[kept], indptr)
    return scipy.sparse.csr_array(parts, shape=matrix.shape)


def _occurrences(keys: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """Row and gram of every occurrence; a gram is four ranks of the alphabet, 16 bits each."""
    padded = [f" {key} ".ljust(SIZE) if key else "" for key in keys]
    letters = np.frombuffer("".join(padded).encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    ranks = _ranks(letters)
    lengths = np.array([len(text) for text in padded], dtype=np.int64)
    rows = np.repeat(np.arange(len(keys), dtype=np.int64), lengths)
    if ranks.size < SIZE:
        return rows[:0], ranks[:0]
    windows = np.lib.stride_tricks.sliding_window_view(ranks, SIZE)
    weights = np.uint64(1) << np.arange(0, 16 * SIZE, 16, dtype=np.uint64)
    within = rows[: -SIZE + 1] == rows[SIZE - 1 :]
    return rows[: -SIZE + 1][within], (windows[within] * weights).sum(axis=1, dtype=np.uint64)


def _ranks(letters: NDArray[np.uint32]) -> NDArray[np.uint64]:
    """The place of each letter among those that occur."""
    occurs = np.zeros(int(letters.max(initial=0)) + 1, dtype=np.uint64)
    occurs[letters] = 1
    return (np.cumsum(occurs) - np.uint64(1))[letters]
