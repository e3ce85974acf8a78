"""Reading a vote file: CSV in, votes and system names out, or an error that names line and field.

Two layouts are understood, told apart by their columns; both may have `listener` and `count`, and
any other column is ignored:

    left, right, winner     winner is left, right or tie
    winner, loser           both are system names

Nothing is guessed: an unknown label, a missing name or a ragged line ends the reading.
"""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ratings.statistics.votes import Outcome, Votes

SIDED = ("left", "right", "winner")
UNSIDED = ("winner", "loser")
OPTIONAL = ("listener", "count")
LABELS = {"left": Outcome.LEFT, "right": Outcome.RIGHT, "tie": Outcome.TIE}


class VoteFileError(ValueError):
    """A vote file that cannot be read; the message says where and why."""


@dataclass(frozen=True, slots=True, eq=False)
class VoteFile:
    """Votes with system indices into `systems`, which are sorted by name."""

    systems: tuple[str, ...]
    votes: Votes


@dataclass(frozen=True, slots=True)
class _Ballot:
    left: str
    right: str
    outcome: Outcome
    listener: str | None
    count: int


def read_votes(path: Path) -> VoteFile:
    """Read a CSV file in UTF-8, with or without a byte-order mark."""
    try:
        return parse_votes(path.read_bytes())
    except OSError as error:
        raise VoteFileError(f"Cannot open {path}: {error.strerror}.") from error


def parse_votes(content: bytes) -> VoteFile:
    """Parse the bytes of a vote file. Raises VoteFileError."""
    lines = _lines(_text(content))
    header_line, header = next(lines, (1, []))
    layout = _layout(header_line, header)
    ballots = [_ballot(line, _fields(line, header, row), layout) for line, row in lines]
    if not ballots:
        raise VoteFileError("The file has a header but no votes.")
    return _assemble(ballots, sided=layout == SIDED)


def _text(content: bytes) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise VoteFileError(
            f"Line {line}: the file is not UTF-8 text. Save it as “CSV UTF-8” and try again."
        ) from error
    if not text.strip():
        raise VoteFileError("The file is empty.")
    return text


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Rows with the line on which each starts; blank lines are no rows."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    line = 1
    try:
        for row in reader:
            if row:
                yield line, row
            line = reader.line_num + 1
    except csv.Error as error:
        raise VoteFileError(f"Line {line}: not valid CSV ({error}).") from error


def _layout(line: int, header: Sequence[str]) -> tuple[str, ...]:
    needed = [layout for layout in (SIDED, UNSIDED) if set(layout) <= set(header)]
    if len(needed) != 1:
        problem = "has the columns of both layouts" if needed else "lacks a column"
        raise VoteFileError(
            f"Line {line}: the header {problem}. It needs left, right, winner or winner, loser; "
            f"it has {', '.join(repr(name) for name in header)}."
        )
    for name in (*needed[0], *OPTIONAL):
        if header.count(name) > 1:
            raise VoteFileError(f"Line {line}: the column {name!r} appears twice.")
    return needed[0]


def _fields(line: int, header: Sequence[str], row: Sequence[str]) -> dict[str, str]:
    if len(row) != len(header):
        raise VoteFileError(
            f"Line {line}: {len(row)} fields where the header has {len(header)}. "
            "A name that holds a comma must stand in double quotes."
        )
    return dict(zip(header, row, strict=True))


def _ballot(line: int, fields: dict[str, str], layout: tuple[str, ...]) -> _Ballot:
    first, second = ("left", "right") if layout == SIDED else ("winner", "loser")
    left, right = _name(line, first, fields), _name(line, second, fields)
    if left == right:
        raise VoteFileError(f"Line {line}: {left!r} is set against itself.")
    return _Ballot(
        left=left,
        right=right,
        outcome=_outcome(line, fields["winner"]) if layout == SIDED else Outcome.LEFT,
        listener=_name(line, "listener", fields) if "listener" in fields else None,
        count=_count(line, fields["count"]) if "count" in fields else 1,
    )


def _name(line: int, field: str, fields: dict[str, str]) -> str:
    name = fields[field]
    if not name.strip():
        raise VoteFileError(f"Line {line}, field {field}: the name is missing.")
    if name != name.strip():
        raise VoteFileError(
            f"Line {line}, field {field}: {name!r} begins or ends with a space. "
            "It would count as another system than the same name without it."
        )
    return name


def _outcome(line: int, label: str) -> Outcome:
    if label not in LABELS:
        raise VoteFileError(f"Line {line}, field winner: {label!r} is none of {', '.join(LABELS)}.")
    return LABELS[label]


def _count(line: int, text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise VoteFileError(f"Line {line}, field count: {text!r} is not a whole number.")
    return int(text)


def _assemble(ballots: Sequence[_Ballot], *, sided: bool) -> VoteFile:
    systems = sorted({ballot.left for ballot in ballots} | {ballot.right for ballot in ballots})
    index = {name: position for position, name in enumerate(systems)}
    listeners = sorted({ballot.listener for ballot in ballots if ballot.listener is not None})
    code = {name: position for position, name in enumerate(listeners)}
    votes = Votes(
        left=np.array([index[ballot.left] for ballot in ballots], dtype=np.int64),
        right=np.array([index[ballot.right] for ballot in ballots], dtype=np.int64),
        outcome=np.array([ballot.outcome for ballot in ballots], dtype=np.int64),
        listener=np.array([code[b.listener] for b in ballots if b.listener is not None])
        if listeners
        else None,
        weight=np.array([ballot.count for ballot in ballots], dtype=np.float64),
        sided=sided,
    )
    return VoteFile(tuple(systems), votes if sided else _without_sides(votes))


def _without_sides(votes: Votes) -> Votes:
    """Put the lower index left, so that both outcomes of a pair fall into one cell."""
    swap = votes.left > votes.right
    return Votes(
        left=np.where(swap, votes.right, votes.left),
        right=np.where(swap, votes.left, votes.right),
        outcome=np.where(swap, Outcome.RIGHT, Outcome.LEFT).astype(np.int64),
        listener=votes.listener,
        weight=votes.weight,
        sided=False,
    )
