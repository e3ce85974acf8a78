"""Stored votes as parallel arrays, and how they are packed into bytes."""

import io
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from arena.models import Side, Study, Vote
from corpus.models import Gender

BLOCK_VOTES = 2**16
GENDERS = tuple(Gender.values)

# Every column stands in the index `vote_for_counting`, in whose order the rows come. A block comes
# back as one row of texts: a Python object for each number would cost most of a reading.
_SQL = """
SELECT {id}, {listener_id}, {prompt_id}, {left_system_id}, {right_system_id}, {answer}
FROM arena_vote WHERE study_id = %s AND id > %s AND id <= %s
"""
_ANSWER = "CASE WHEN gender = %s THEN 2 ELSE 0 END + CASE WHEN choice = %s THEN 1 ELSE 0 END"
_LISTED = {"sqlite": "group_concat({0})", "postgresql": "string_agg(CAST({0} AS text), ',')"}


@dataclass(frozen=True, slots=True, eq=False)
class VoteColumns:
    """Votes in the order of their ids, one integer array per column, each of shape `(votes,)`.

    id, listener, prompt, left, right: primary keys. gender: position in GENDERS.
    right_won: 1 where the right clip was chosen, else 0.
    """

    id: NDArray[np.integer]
    listener: NDArray[np.integer]
    prompt: NDArray[np.integer]
    left: NDArray[np.integer]
    right: NDArray[np.integer]
    gender: NDArray[np.integer]
    right_won: NDArray[np.integer]

    def __len__(self) -> int:
        return len(self.id)

    @property
    def last(self) -> int:
        """The highest id; 0 without votes."""
        return int(self.id[-1]) if len(self) else 0

    def upto(self, last_vote: int) -> "VoteColumns":
        """Those with ids up to one."""
        end = int(np.searchsorted(self.id, last_vote, side="right"))
        return self.between(0, end)

    def between(self, start: int, end: int) -> "VoteColumns":
        """Those at positions from `start` to before `end`."""
        return VoteColumns(*(column[start:end] for column in _arrays(self)))

    def taken(self, order: NDArray[np.integer]) -> "VoteColumns":
        """Those at some positions, in their order."""
        return VoteColumns(*(column[order] for column in _arrays(self)))

    def by_id(self) -> "VoteColumns":
        """The same votes in the order of their ids; no database promises one within a sum."""
        return self.taken(np.argsort(self.id))

    def packed(self) -> bytes:
        """Each column in the smallest signed integers that hold it."""
        out = io.BytesIO()
        columns: dict[str, Any] = {name: _smallest(getattr(self, name)) for name in NAMES}
        np.savez(out, **columns)
        return out.getvalue()

    @classmethod
    def unpacked(cls, content: bytes) -> "VoteColumns":
        """The columns that `packed` has written."""
        with np.load(io.BytesIO(content), allow_pickle=False) as archive:
            return cls(*(archive[name] for name in NAMES))

    @classmethod
    def joined(cls, parts: list["VoteColumns"]) -> "VoteColumns":
        """Parts one after the other."""
        if not parts:
            return cls(*(np.empty(0, dtype=np.int64) for _ in NAMES))
        return cls(*(np.concatenate(column) for column in zip(*map(_arrays, parts), strict=True)))


NAMES = tuple(field.name for field in fields(VoteColumns))


def votes_between(study: Study, after: int, upto: int) -> list[VoteColumns]:
    """A study's votes with ids above `after`, at most `upto`, in parts of up to BLOCK_VOTES."""
    parts = []
    while after < upto:
        end = _end_of_block(study, after, upto)
        part = _rows(study, after, end)
        if len(part):
            parts.append(part)
        after = end
    return parts


def _end_of_block(study: Study, after: int, upto: int) -> int:
    votes = Vote.objects.filter(study=study, id__gt=after, id__lte=upto).order_by("id")
    last = list(votes.values_list("id", flat=True)[BLOCK_VOTES - 1 : BLOCK_VOTES])
    return last[0] if last else upto


def _rows(study: Study, after: int, upto: int) -> VoteColumns:
    with connection.cursor() as cursor:
        cursor.execute(counting_statement(), [GENDERS[1], Side.RIGHT, study.pk, after, upto])
        texts = cursor.fetchone()
    if texts is None or texts[0] is None:
        return VoteColumns.joined([])
    *keys, answer = (np.fromstring(text, dtype=np.int64, sep=",") for text in texts)
    columns = [*keys, answer >> 1, answer & 1]
    rows = VoteColumns(*columns)
    return rows if (np.diff(rows.id) > 0).all() else rows.by_id()


def counting_statement() -> str:
    """The query for a block, on the database at hand. Parameters: see `_rows`."""
    listed = _LISTED[connection.vendor]
    columns = ("id", "listener_id", "prompt_id", "left_system_id", "right_system_id")
    return _SQL.format(
        **{name: listed.format(name) for name in columns}, answer=listed.format(_ANSWER)
    )


def _arrays(columns: VoteColumns) -> list[NDArray[np.integer]]:
    return [getattr(columns, name) for name in NAMES]


def _smallest(column: NDArray[np.integer]) -> NDArray[np.integer]:
    return column.astype(np.min_scalar_type(-1 - int(column.max(initial=0))))
