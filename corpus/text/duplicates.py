"""Equal and nearly equal prompts, within a corpus and beside other texts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from corpus.text.findings import Finding, found
from corpus.text.shingles import incidence, rarest
from corpus.text.words import normalise

if TYPE_CHECKING:
    import scipy

THRESHOLD = 0.5
NEAREST = 20  # near-equal texts told per text
_SAMPLE = 20  # shared rare grams that make a candidate
_BLOCK = 256  # rows at a time; bounds memory
_PAIRS = 20_000  # candidates of a block, beyond which all of its pairs are compared

Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Match:
    """Two texts that are too alike.

    `first` counts in the texts; `second` in the others if `in_others`, else in the texts, before
    `first`. `similarity` is from the threshold to 1. `exact`: equal once normalised.
    """

    first: int
    second: int
    in_others: bool
    similarity: float
    exact: bool


def near_duplicates(
    texts: Sequence[str], others: Sequence[str] = (), *, threshold: float = THRESHOLD
) -> tuple[Match, ...]:
    """Return the pairs of *texts*, and of *texts* with *others*, whose similarity is enough.

    Similarity is Jaccard's index of the sets of character 4-grams of the normalised texts (lower
    case, no punctuation, no fillers, plain quotes and spaces). Characters, not words, so that an
    inflected or misspelt word is still alike; sets, so that the order of the phrases hardly counts.
    One half lies between what must be told and what must not: a sentence of ten words or more with
    one number or name swapped has 0.6 to 0.9, the same words in another order 0.6 or more, two
    sentences on one topic in one style below 0.3. Short formulas with several words swapped lie
    around one half and fall on either side.

    A later copy is told with the first text that is equal, and with no other. Any other text is
    told with the first equal one of the others and with the 20 nearest, nearest first. Texts
    without words match nothing. No pair is missed: texts that are alike enough share
    several of their rarest grams (prefix filtering: Chaudhuri, Ganti and Kaushik 2006; Wang, Li
    and Feng 2012).
    Raises ValueError unless 0 < *threshold* ≤ 1.
    """
    if not 0 < threshold <= 1:
        raise ValueError("The threshold of similarity must be above 0 and at most 1.")
    ours, theirs = [normalise(text) for text in texts], [normalise(text) for text in others]
    here, there = _first_places(ours), _first_places(theirs)
    matches = [*_copies(ours, here, there)]
    keys = [*here, *(key for key in there if key not in here)]
    for row, column, similarity in _alike(keys, len(here), _is_other(keys, there), threshold):
        first, second = here[keys[row]], keys[column]
        if column < row:
            matches.append(
                Match(first, here[second], in_others=False, similarity=similarity, exact=False)
            )
        if second in there:
            matches.append(
                Match(first, there[second], in_others=True, similarity=similarity, exact=False)
            )
    return tuple(sorted(matches, key=_order))


def match_finding(match: Match, text: str, name: str) -> Finding:
    """Return the finding on *text*, the first of *match*; *name* is what people call the second."""
    whole = (0, len(text))
    if match.in_others:
        alike = "Equal" if match.exact else f"Nearly equal ({match.similarity:.0%})"
        return found("overlap", *whole, f"{alike} to {name}, which is in another set. Replace it.")
    if match.exact:
        return found("duplicate", *whole, f"Equal to {name}. Replace one of them.")
    sentence = f"{match.similarity:.0%} alike with {name}. Replace one of them if it shows."
    return found("near-duplicate", *whole, sentence)


def _order(match: Match) -> tuple[int, float, bool, int]:
    return match.first, -match.similarity, match.in_others, match.second


def _first_places(keys: Sequence[str]) -> dict[str, int]:
    """The place of each key that is not empty, where it stands first."""
    places: dict[str, int] = {}
    for place, key in enumerate(keys):
        if key:
            places.setdefault(key, place)
    return places


def _copies(ours: Sequence[str], here: dict[str, int], there: dict[str, int]) -> Iterator[Match]:
    for place, key in enumerate(ours):
        if key and here[key] < place:
            yield Match(place, here[key], in_others=False, similarity=1.0, exact=True)
        elif key in there:
            yield Match(place, there[key], in_others=True, similarity=1.0, exact=True)


def _is_other(keys: Sequence[str], there: dict[str, int]) -> NDArray[np.bool_]:
    return np.array([key in there for key in keys], dtype=np.bool_)


def _alike(
    keys: Sequence[str], rows: int, is_other: NDArray[np.bool_], threshold: float
) -> Iterator[tuple[int, int, float]]:
    """Row, column and similarity of distinct keys; a column is before its row or is another's."""
    if not keys:
        return
    matrix = incidence(keys)
    sizes = np.diff(matrix.indptr).astype(np.int64)
    needed = np.ceil(threshold * sizes - 1e-9).astype(np.int64)  # grams that a partner must share
    prefixes = rarest(matrix, sizes - needed + _SAMPLE)
    transposed = prefixes.T.tocsr()
    for start in range(0, rows, _BLOCK):
        block = slice(start, min(start + _BLOCK, rows))
        row, column, shared = _entries(prefixes[block] @ transposed, _floor(needed))
        row += start
        least = np.maximum(needed[row], needed[column])
        wanted = (np.minimum(sizes[row], sizes[column]) >= least) & (
            shared >= np.minimum(least, _SAMPLE)
        )
        wanted &= (column < row) | (is_other[column] & (column != row))
        yield from _nearest(matrix, sizes, row[wanted], column[wanted], threshold)


def _floor(needed: Integers) -> int:
    return min(_SAMPLE, int(needed.min()))


def _entries(product: "scipy.sparse.csr_array", least: int) -> tuple[Integers, Integers, Integers]:
    """Row, column and value of the entries of *product* that are at least *least*."""
    place = np.flatnonzero(product.data >= least)
    row = np.searchsorted(product.indptr, place, side="right") - 1
    return row, product.indices[place].astype(np.int64), product.data[place].astype(np.int64)


def _nearest(
    matrix: "scipy.sparse.csr_array",
    sizes: Integers,
    row: Integers,
    column: Integers,
    threshold: float,
) -> Iterator[tuple[int, int, float]]:
    shared = _shared(matrix, row, column)
    similarity = shared / (sizes[row] + sizes[column] - shared)
    enough = similarity >= threshold - 1e-12
    row, column, similarity = row[enough], column[enough], similarity[enough]
    order = np.lexsort((column, -similarity, row))
    row, column, similarity = row[order], column[order], similarity[order]
    place_in_row = np.arange(row.size) - np.searchsorted(row, row)
    told = place_in_row < NEAREST
    yield from zip(
        row[told].tolist(), column[told].tolist(), similarity[told].tolist(), strict=True
    )


def _shared(matrix: "scipy.sparse.csr_array", row: Integers, column: Integers) -> Integers:
    """Number of grams that both texts of each pair have; rows lie within one block."""
    if row.size <= _PAIRS:
        products = matrix[row].multiply(matrix[column])
        return np.asarray(products.sum(axis=1), dtype=np.int64)
    first, last = int(row.min()), int(row.max()) + 1
    dense = (matrix[first:last] @ matrix.T).toarray()
    return np.asarray(dense[row - first, column], dtype=np.int64)
