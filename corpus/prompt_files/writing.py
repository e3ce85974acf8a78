"""Rows written as a file that spreadsheets, scripts and the import can read."""

import csv
import io
import json
from collections.abc import Iterable, Sequence

from corpus.prompt_files.formulas import guarded
from corpus.prompt_files.tables import Form
from corpus.prompt_files.workbooks import write_workbook

MEDIA_TYPES = {
    Form.CSV: "text/csv; charset=utf-8",
    Form.JSONL: "application/x-ndjson",
    Form.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def write_table(form: Form, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """Return a file of *rows*, each with one text per column. No cell can act as a formula.

    CSV begins with a byte order mark, without which Excel mistakes UTF-8.
    """
    if form is Form.XLSX:
        return write_workbook(columns, rows)
    if form is Form.JSONL:
        return "".join(_line(columns, row) for row in rows).encode()
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow([guarded(column) for column in columns])
    writer.writerows([guarded(value) for value in row] for row in rows)
    return file.getvalue().encode("utf-8-sig")


def _line(columns: Sequence[str], row: Sequence[str]) -> str:
    return json.dumps(dict(zip(columns, row, strict=True)), ensure_ascii=False) + "\n"
