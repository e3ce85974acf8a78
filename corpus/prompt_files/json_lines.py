"""JSON Lines: one object per line."""

import json
from typing import Any

from corpus.prompt_files.limits import MOST_COLUMNS, UnreadableFile, check_row_count
from corpus.prompt_files.tables import Form, Row, Table, too_long


def read_json_lines(text: str, notes: tuple[str, ...] = ()) -> Table:
    """Return the objects in *text* as rows, numbered by line. A line that is none says why.

    Raises UnreadableFile.
    """
    if text.lstrip().startswith("["):
        raise UnreadableFile(
            "This is one JSON list. Write JSON Lines: one object per line, without brackets "
            "around and commas between them."
        )
    rows: list[Row] = []
    columns: dict[str, None] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            row = _row(number, line)
            rows.append(row)
            columns |= dict.fromkeys(row.cells)
            check_row_count(len(rows))
    if not columns:
        raise UnreadableFile("No line of the file is a JSON object. Is it JSON Lines?")
    if len(columns) > MOST_COLUMNS:
        raise UnreadableFile(
            f"The objects have {len(columns)} different keys; at most {MOST_COLUMNS} can be read."
        )
    whole = tuple(
        Row(row.number, dict.fromkeys(columns, "") | row.cells, row.problem) for row in rows
    )
    return Table(Form.JSONL, tuple(columns), whole, notes)


def _row(number: int, line: str) -> Row:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        return Row(number, {}, f"It is not JSON: {error}.")
    if not isinstance(found, dict):
        return Row(number, {}, 'It is no JSON object, such as {"external_id": "p-1", …}.')
    cells = {str(key).strip(): _cell(value) for key, value in found.items()}
    return Row(number, cells, _nested(found) or too_long(cells))


def _nested(found: dict[str, Any]) -> str:
    for key, value in found.items():
        if isinstance(value, dict | list):
            return f"“{key}” holds a list or an object; a text is needed."
    return ""


def _cell(value: object) -> str:
    if value is None or isinstance(value, dict | list):
        return ""
    # Lone surrogates can be written in JSON, but stored nowhere.
    return str(value).strip().encode("utf-8", "replace").decode()
