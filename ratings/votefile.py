"""Reading a vote file: CSV in, votes and system names out, or an error that names line and field.

Two layouts are understood, told apart by their columns; both may have `listener`, `prompt` and
`count`, and any other column is ignored:

    left, right, winner     winner is left, right or tie
    winner, loser           both are system names

Another file's column names and labels are declared by a `Dialect`. Nothing is guessed: an unknown
label, a missing name or a ragged line ends the reading.
"""

import csv
import io
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from ratings.ballots import (
    OPTIONAL,
    PLAIN,
    SEPARATORS,
    SIDED,
    UNSIDED,
    Ballot,
    BallotReader,
    Dialect,
    VoteFileError,
    quoted,
    slice_value,
)
from ratings.statistics.votes import IntArray, Outcome, Votes

# Soft hyphen, marks of direction, spaces without width. Joiners are left: they change how emoji and
# some scripts look.
INVISIBLE = frozenset("\u00ad\u061c\u200b\u200e\u200f\u2060\ufeff")
MOST_VALUES = 200  # of a column to slice by; beyond it names votes rather than kinds of votes

__all__ = ["Dialect", "SliceColumn", "VoteFile", "VoteFileError", "parse_votes", "read_votes"]


@dataclass(frozen=True, slots=True, eq=False)
class SliceColumn:
    """What kind every vote is of. codes: (votes,) positions in `values`, which are sorted."""

    name: str
    values: tuple[str, ...]
    codes: IntArray


@dataclass(frozen=True, slots=True, eq=False)
class VoteFile:
    """Votes with system indices into `systems`, which are sorted by name.

    slices: one for each column of the dialect's `slices`, in that order.
    """

    systems: tuple[str, ...]
    votes: Votes
    slices: tuple[SliceColumn, ...] = ()


def read_votes(path: Path, dialect: Dialect = PLAIN) -> VoteFile:
    """Read a CSV file in UTF-8, with or without a byte-order mark."""
    try:
        return parse_votes(path.read_bytes(), dialect)
    except OSError as error:
        raise VoteFileError(f"Cannot open {path}: {error.strerror}.") from error


def parse_votes(content: bytes, dialect: Dialect = PLAIN) -> VoteFile:
    """Parse the bytes of a vote file. Raises VoteFileError."""
    text = _text(content)
    lines = _lines(text, dialect.separator)
    header_line, original = next(lines, (1, []))
    header = dialect.translated(header_line, original)
    layout = _layout(header_line, header)
    if dialect.prompts and "prompt" not in header:
        raise VoteFileError(f"Line {header_line}: the header has no column prompt.")
    if dialect.labels and layout != SIDED:
        raise VoteFileError(
            f"Line {header_line}: labels say which side won, but this file has winner and loser."
        )
    reader = BallotReader(layout, dialect.outcomes(), prompts=dialect.prompts)
    places = dialect.slice_places(header_line, original)
    ballots, kinds = [], []
    for line, row in lines:
        ballots.append(reader.ballot(line, _fields(line, header, row)))
        kinds.append([slice_value(line, original[place], row[place]) for place in places])
    if not ballots:
        raise VoteFileError("The file has a header but no votes.")
    _require_distinct_spelling(text, dialect.separator, ballots)
    file = _assemble(ballots, sided=layout == SIDED)
    columns = zip(dialect.slices, zip(*kinds, strict=True), strict=True)
    return replace(file, slices=tuple(_slice_column(name, column) for name, column in columns))


def _slice_column(name: str, column: Sequence[str]) -> SliceColumn:
    values = tuple(sorted(set(column)))
    if len(values) > MOST_VALUES:
        raise VoteFileError(
            f"The column {name!r} has {len(values):,} values; a column to slice by has at most "
            f"{MOST_VALUES}."
        )
    code = {value: place for place, value in enumerate(values)}
    return SliceColumn(name, values, np.array([code[value] for value in column], dtype=np.int64))


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


def _lines(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """Rows with the line on which each starts; blank lines are no rows."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
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
            f"it has {quoted(header)}.{'' if needed else _hint(header)}"
        )
    for name in (*needed[0], *OPTIONAL):
        if header.count(name) > 1:
            raise VoteFileError(f"Line {line}: the column {name!r} appears twice.")
    return needed[0]


def _hint(header: Sequence[str]) -> str:
    """What to do about another separator, wins counted in columns, or columns of other names."""
    for name, separator in SEPARATORS.items():
        if len(header) == 1 and separator in header[0]:
            return f" Are its fields {name}-separated? Then say --separator {name}."
    if wins := [name for name in header if name.lower().endswith(("wins", "losses", "win"))]:
        return (
            f" {quoted(wins)} {'looks' if len(wins) == 1 else 'look'} like wins counted for each "
            "pair. Give each direction a row of its own instead: winner, loser and count; or left, "
            "right, winner and count, where sides matter."
        )
    return (
        " Say which columns hold them: --column left=THEIRS --column right=THEIRS "
        "--column winner=THEIRS, and --label left=THEIRS where outcomes are called otherwise."
    )


def _fields(line: int, header: Sequence[str], row: Sequence[str]) -> dict[str, str]:
    if len(row) != len(header):
        fields = "1 field" if len(row) == 1 else f"{len(row)} fields"
        hint = " A name that holds the separator must stand in double quotes."
        raise VoteFileError(
            f"Line {line}: {fields} where the header has {len(header)}."
            f"{hint if len(row) > len(header) else ''}"
        )
    return dict(zip(header, row, strict=True))


def _require_distinct_spelling(text: str, separator: str, ballots: Sequence[Ballot]) -> None:
    """Refuse names that look the same but are coded differently: é, and e with an accent."""
    systems = {ballot.left for ballot in ballots} | {ballot.right for ballot in ballots}
    for names in (systems, {b.listener for b in ballots}, {b.prompt for b in ballots}):
        known: dict[str, str] = {}
        for name in sorted(name for name in names if name):
            other = known.setdefault(_look(name), name)
            if other != name:
                line = next(line for line, row in _lines(text, separator) if name in row)
                raise VoteFileError(
                    f"Line {line}: {name!a} looks like {other!a}, which stands elsewhere in other "
                    "characters, and would count twice. Write both alike (Unicode NFC, single "
                    "spaces, no invisible characters)."
                )


def _look(name: str) -> str:
    """What a reader sees of a name: composed letters, single spaces, nothing invisible."""
    seen = "".join(char for char in name if char not in INVISIBLE)
    return " ".join(unicodedata.normalize("NFC", seen).split())


def _assemble(ballots: Sequence[Ballot], *, sided: bool) -> VoteFile:
    systems = sorted({ballot.left for ballot in ballots} | {ballot.right for ballot in ballots})
    index = {name: position for position, name in enumerate(systems)}
    votes = Votes(
        left=np.array([index[ballot.left] for ballot in ballots], dtype=np.int64),
        right=np.array([index[ballot.right] for ballot in ballots], dtype=np.int64),
        outcome=np.array([ballot.outcome for ballot in ballots], dtype=np.int64),
        listener=_codes([ballot.listener for ballot in ballots]),
        prompt=_codes([ballot.prompt for ballot in ballots]),
        weight=np.array([ballot.count for ballot in ballots], dtype=np.float64),
        sided=sided,
    )
    return VoteFile(tuple(systems), votes if sided else _without_sides(votes))


def _codes(names: Sequence[str | None]) -> IntArray | None:
    """Numbers of the names in their order; None when there are no names."""
    known = [name for name in names if name is not None]
    if not known:
        return None
    number = {name: position for position, name in enumerate(sorted(set(known)))}
    return np.array([number[name] for name in known], dtype=np.int64)


def _without_sides(votes: Votes) -> Votes:
    """Put the lower index left, so that both outcomes of a pair fall into one cell."""
    swap = votes.left > votes.right
    return Votes(
        left=np.where(swap, votes.right, votes.left),
        right=np.where(swap, votes.left, votes.right),
        outcome=np.where(swap, Outcome.RIGHT, Outcome.LEFT).astype(np.int64),
        listener=votes.listener,
        prompt=votes.prompt,
        weight=votes.weight,
        sided=False,
    )
