"""Stored votes as parallel arrays, and how they are packed into bytes."""

import io
from dataclasses import dataclass, fields
from itertools import chain
from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from arena.models import Side, Study
from corpus.models import Gender

BLOCK_VOTES = 2**16
GENDERS = tuple(Gender.values)

# Every column stands in the index `vote_for_counting`, in whose order the rows come.
_SQL = """
SELECT id, listener_id, prompt_id, left_system_id, right_system_id,
       CASE WHEN gender = %s THEN 1 ELSE 0 END, CASE WHEN choice = %s THEN 1 ELSE 0 END
FROM arena_vote WHERE study_id = %s AND id > %s AND id <= %s ORDER BY id LIMIT %s
"""


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
        part = _rows(study, after, upto)
        if len(part):
            parts.append(part)
        if len(part) < BLOCK_VOTES:
            break
        after = part.last
    return parts


def _rows(study: Study, after: int, upto: int) -> VoteColumns:
    with connection.cursor() as cursor:
        cursor.execute(_SQL, [GENDERS[1], Side.RIGHT, study.pk, after, upto, BLOCK_VOTES])
        flat = np.fromiter(chain.from_iterable(cursor), dtype=np.int64)
    return VoteColumns(*np.ascontiguousarray(flat.reshape(-1, len(NAMES)).T))


def _arrays(columns: VoteColumns) -> list[NDArray[np.integer]]:
    return [getattr(columns, name) for name in NAMES]


def _smallest(column: NDArray[np.integer]) -> NDArray[np.integer]:
    return column.astype(np.min_scalar_type(-1 - int(column.max(initial=0))))
