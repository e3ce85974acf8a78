"""A vote file rated slice by slice: every value of a column, and of two columns crossed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from ratings.slices import CROSSED_VOTES_PER_SYSTEM
from ratings.statistics.interaction import Interaction, SliceError, interaction
from ratings.statistics.model import FitError
from ratings.statistics.rate import rate
from ratings.statistics.standings import Method, Ratings
from ratings.statistics.votes import FloatArray, IntArray, Votes
from ratings.votefile import SliceColumn, VoteFile

VALUE_VOTES_PER_SYSTEM = 10


@dataclass(frozen=True, slots=True)
class FileSlice:
    """A part of a file's votes. key: `column:value`, two of them joined by `+`.

    votes: how many it has. ratings: None when there are too few; `refusal` then says why.
    """

    key: str
    votes: float
    ratings: Ratings | None
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class ColumnComparison:
    """Do systems compare alike in the slices of one column? refusal: why there is no answer.

    slices: values of the column that were compared.
    """

    column: str
    slices: tuple[str, ...] = ()
    found: Interaction | None = None
    refusal: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class SlicedFile:
    """A file to be rated by slices, all of them with the method of the whole.

    least: votes that the systems of a slice must have on average; None for VALUE_VOTES_PER_SYSTEM,
    and CROSSED_VOTES_PER_SYSTEM where two columns are crossed.
    """

    file: VoteFile
    method: Method
    least: float | None = None

    def slices(self) -> Iterator[FileSlice]:
        """Values of each column in order, then every two columns crossed; none without votes."""
        for column in self.file.slices:
            for code, votes in _parts(column.codes):
                yield self._slice(f"{column.name}:{column.values[code]}", votes, crossed=False)
        for one, other in combinations(self.file.slices, 2):
            for code, votes in _parts(one.codes * len(other.values) + other.codes):
                yield self._slice(_crossed_key(one, other, code), votes, crossed=True)

    def comparisons(self, slices: list[FileSlice]) -> list[ColumnComparison]:
        """One for each column, between those of its slices that have been rated."""
        rated = {part.key for part in slices if part.ratings is not None}
        return [self._comparison(column, rated) for column in self.file.slices]

    def _slice(self, key: str, chosen: IntArray, *, crossed: bool) -> FileSlice:
        votes = self.file.votes.where(chosen)
        weight = np.where(votes.effective(self.method.ties), _weight(votes), 0.0)
        total = float(weight.sum())
        met = np.union1d(votes.left[weight > 0], votes.right[weight > 0])
        least = self._least(crossed=crossed)
        if not len(met):
            return FileSlice(key, total, None, "no vote counts")
        if 2 * total < least * len(met):
            return FileSlice(key, total, None, f"its systems have fewer than {least:g} on average")
        try:
            ratings = self._rated(votes)
        except FitError as error:
            return FileSlice(key, total, None, str(error))
        if not ratings.rated:
            return FileSlice(key, total, None, ratings.notes[0])
        return FileSlice(key, total, ratings)

    def _least(self, *, crossed: bool) -> float:
        if self.least is not None:
            return self.least
        return CROSSED_VOTES_PER_SYSTEM if crossed else VALUE_VOTES_PER_SYSTEM

    def _rated(self, votes: Votes) -> Ratings:
        method = self.method
        return rate(
            votes,
            systems=self.file.systems,
            anchor=method.anchor,
            ties=method.ties,
            order_effect=method.order_effect,
            level=method.level,
            seed=method.seed,
            clustering=method.clustering,
        )

    def _comparison(self, column: SliceColumn, rated: set[str]) -> ColumnComparison:
        usable = [f"{column.name}:{value}" in rated for value in column.values]
        chosen = np.array(usable, dtype=np.bool_)[column.codes]
        try:
            found = interaction(
                replace(self.file.votes.where(chosen), prompt=None),
                column.codes[chosen],
                systems=self.file.systems,
                ties=self.method.ties,
                order_effect=self.method.order_effect,
            )
        except (SliceError, FitError) as error:
            return ColumnComparison(column.name, refusal=str(error))
        return ColumnComparison(
            column.name, tuple(column.values[code] for code in found.slices), found
        )


def _parts(codes: IntArray) -> Iterator[tuple[int, IntArray]]:
    """Each code and the positions that have it, from one sorting however many there are."""
    order = np.argsort(codes, kind="stable")
    found, starts = np.unique(codes[order], return_index=True)
    yield from zip(found.tolist(), np.split(order, starts[1:]), strict=True)


def _crossed_key(one: SliceColumn, other: SliceColumn, code: int) -> str:
    first, second = divmod(code, len(other.values))
    return f"{one.name}:{one.values[first]}+{other.name}:{other.values[second]}"


def _weight(votes: Votes) -> FloatArray:
    return np.ones(len(votes)) if votes.weight is None else votes.weight
