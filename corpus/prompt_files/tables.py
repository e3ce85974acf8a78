"""What a file holds: columns and rows of strings."""

from dataclasses import dataclass
from enum import StrEnum

from corpus.prompt_files.limits import LONGEST_CELL, MOST_COLUMNS, UnreadableFile


class Form(StrEnum):
    """How a file is written; the value is its name's ending."""

    CSV = "csv"
    JSONL = "jsonl"
    XLSX = "xlsx"


@dataclass(frozen=True, slots=True)
class Row:
    """One row. number: as the program shows it in which people look at the file, from 1.

    cells: stripped texts by column, "" where there is none. problem: why it cannot be read, if so.
    """

    number: int
    cells: dict[str, str]
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A file's columns in order, its rows, and what had to be assumed to read it."""

    form: Form
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()


def named_columns(header: list[str]) -> tuple[str, ...]:
    """The columns of a header row; those without a name at its end are left out.

    Raises UnreadableFile for a header that is missing, too wide, or names two columns alike.
    """
    names = [name.strip() for name in header]
    while names and not names[-1]:
        names.pop()
    if not names:
        raise UnreadableFile("The first row is empty. It must name the columns.")
    if len(names) > MOST_COLUMNS:
        raise UnreadableFile(
            f"The first row names {len(names)} columns; at most {MOST_COLUMNS} can be read."
        )
    twice = sorted({name for name in names if name and names.count(name) > 1})
    if twice:
        raise UnreadableFile(
            f"Two columns are called “{twice[0]}”. Give each column a name of its own."
        )
    return tuple(name or f"column {number}" for number, name in enumerate(names, start=1))


def row_of(number: int, columns: tuple[str, ...], values: list[str]) -> Row:
    """A row of a file with a header; tells what does not fit under it."""
    cells = dict(zip(columns, [value.strip() for value in values], strict=False))
    cells |= dict.fromkeys(columns[len(values) :], "")
    if any(value.strip() for value in values[len(columns) :]):
        problem = (
            f"It has {len(values)} cells under {len(columns)} columns. A text with the separator "
            "in it must stand in double quotes."
        )
        return Row(number, cells, problem)
    return Row(number, cells, too_long(cells))


def too_long(cells: dict[str, str]) -> str:
    """Why a row is not read for the length of one of its cells; empty if it is."""
    for column, value in cells.items():
        if len(value) > LONGEST_CELL:
            return f"“{column}” has {len(value):,} characters; at most {LONGEST_CELL:,} are read."
    return ""
