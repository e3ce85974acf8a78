"""CSV in the shapes that spreadsheets write: separated by commas, semicolons or tabs."""

import csv
import io
import re
from collections.abc import Iterator

from corpus.prompt_files.columns import recognised
from corpus.prompt_files.formulas import without_guard
from corpus.prompt_files.limits import LARGEST_FILE, UnreadableFile, check_row_count
from corpus.prompt_files.tables import Form, Row, Table, named_columns, row_of

_SEPARATORS = (",", ";", "\t", "|")
_SEPARATOR_LINE = re.compile(
    r"\"?sep=(?P<separator>[,;\t|])\"?[\r\n]", re.IGNORECASE
)  # Excel's own


def read_delimited(text: str, notes: tuple[str, ...] = ()) -> Table:
    """Return the table in *text*, whose first row names the columns.

    Rows are counted as spreadsheets show them. Raises UnreadableFile.
    """
    csv.field_size_limit(LARGEST_FILE)
    announced = _SEPARATOR_LINE.match(text)
    separator = announced["separator"] if announced else _separator(text)
    # Only carriage returns and line feeds end rows; splitlines() would also cut at characters such
    # as U+2028, which texts copied from web pages hold.
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    columns: tuple[str, ...] = ()
    rows: list[Row] = []
    for number, values in _numbered(lines):
        if not any(value.strip() for value in values) or (announced and number == 1):
            continue
        if not columns:
            columns = named_columns(values)
            continue
        rows.append(row_of(number, columns, [without_guard(value) for value in values]))
        check_row_count(len(rows))
    if not columns:
        raise UnreadableFile("The file is empty.")
    return Table(Form.CSV, columns, tuple(rows), notes)


def _numbered(lines: Iterator[list[str]]) -> Iterator[tuple[int, list[str]]]:
    number = 0
    while True:
        number += 1
        try:
            yield number, next(lines)
        except StopIteration:
            return
        except csv.Error as error:
            raise UnreadableFile(
                f"Row {number:,} cannot be read: {error}. Look for a double quote that is opened "
                "and never closed, or write double quotes within a text twice."
            ) from error


def _separator(text: str) -> str:
    """The one under which the first line names the most columns that are known, then the most."""
    first = next((line for line in io.StringIO(text, newline=None) if line.strip()), "").rstrip(
        "\n"
    )

    def worth(separator: str) -> tuple[int, int]:
        names = next(csv.reader([first], delimiter=separator), [])
        return len(recognised(names)), len(names)

    return max(_SEPARATORS, key=worth)
