"""Excel workbooks.

What reads and writes them takes long to load, so it is loaded when the first one comes.
"""

import io
import warnings
import zipfile
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time
from typing import Any

from corpus.prompt_files.limits import LARGEST_UNPACKED, UnreadableFile, check_row_count
from corpus.prompt_files.tables import Form, Row, Table, named_columns, row_of

_LONGEST_CELL = 32_767  # Excel's
_RETURN = "_x000D_"  # as workbooks spell a carriage return
_ERROR = "e"  # Excel's type of a cell whose formula failed
_DAMAGED = "This workbook is damaged or not in Excel's .xlsx format. Save it anew, or as CSV."


def read_workbook(content: bytes) -> Table:
    """Return the first sheet of a workbook, whose first row names the columns.

    What formulas show is read, not the formulas. Raises UnreadableFile.
    """
    from openpyxl import load_workbook  # noqa: PLC0415 - see above

    _check_size(content)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of styles and extensions that are not read
            book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
            sheets = book.worksheets
            # Some programs write a size that is not the sheet's: rows outside it would be lost.
            sheets[0].reset_dimensions()
            return _table(sheets[0].iter_rows(), _notes(sheets))
    except UnreadableFile:
        raise
    except Exception as error:  # openpyxl raises whatever a damaged part led to
        raise UnreadableFile(_DAMAGED) from error


def write_workbook(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """Return a workbook of one sheet in which every cell is text and none is a formula.

    A text is cut at the 32,767 characters that a cell can hold. Nothing is written to the disk.
    """
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE  # noqa: PLC0415 - see above
    from xlsxwriter import Workbook  # noqa: PLC0415

    file = io.BytesIO()
    with Workbook(file, {"in_memory": True}) as book:
        sheet = book.add_worksheet("prompts")
        text = book.add_format({"quote_prefix": True})
        for number, row in enumerate([columns, *rows]):
            for place, value in enumerate(row):
                shown = ILLEGAL_CHARACTERS_RE.sub("", value)[:_LONGEST_CELL]
                sheet.write_string(number, place, shown, text)
    return file.getvalue()


def _check_size(content: bytes) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            unpacked = sum(part.file_size for part in archive.infolist())
    except zipfile.BadZipFile as error:
        raise UnreadableFile(_DAMAGED) from error
    if unpacked > LARGEST_UNPACKED:
        raise UnreadableFile(
            f"The workbook unpacks to {unpacked // 2**20:,} MB; at most {LARGEST_UNPACKED // 2**20}"
            " MB are read. Keep the sheet of prompts alone, or save it as CSV."
        )


def _notes(sheets: Sequence[Any]) -> tuple[str, ...]:
    if len(sheets) == 1:
        return ()
    return (f"The workbook has {len(sheets)} sheets; the first, “{sheets[0].title}”, was read.",)


def _table(lines: Iterable[tuple[Any, ...]], notes: tuple[str, ...]) -> Table:
    columns: tuple[str, ...] = ()
    rows: list[Row] = []
    for number, line in enumerate(lines, start=1):
        cells = [_cell(cell) for cell in line]
        if not any(cells):
            continue
        if not columns:
            columns = named_columns(cells)
            continue
        rows.append(row_of(number, columns, cells))
        check_row_count(len(rows))
    if not columns:
        raise UnreadableFile("The first sheet of the workbook is empty.")
    return Table(Form.XLSX, columns, tuple(rows), notes)


def _cell(cell: Any) -> str:
    value = cell.value
    if value is None or cell.data_type == _ERROR:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    return str(value).replace(_RETURN, "\r").strip()
