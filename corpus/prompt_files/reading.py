"""A file of prompts, whatever its form, read into rows."""

from corpus.prompt_files.delimited import read_delimited
from corpus.prompt_files.encodings import decode
from corpus.prompt_files.json_lines import read_json_lines
from corpus.prompt_files.limits import LARGEST_FILE, UnreadableFile
from corpus.prompt_files.tables import Table
from corpus.prompt_files.workbooks import read_workbook

_ZIP = b"PK\x03\x04"
_OLD_EXCEL = b"\xd0\xcf\x11\xe0"


def read_table(content: bytes) -> Table:
    """Return the rows of a CSV, JSON Lines or .xlsx file; its content tells which, not its name.

    Raises UnreadableFile.
    """
    if len(content) > LARGEST_FILE:
        raise UnreadableFile(
            f"The file has {len(content) / 2**20:.0f} MB; at most {LARGEST_FILE // 2**20} MB are "
            "read. Split it and import the parts in turn."
        )
    if not content.strip():
        raise UnreadableFile("The file is empty.")
    if content.startswith(_OLD_EXCEL):
        raise UnreadableFile("This is an old Excel workbook (.xls). Save it as .xlsx or as CSV.")
    if content.startswith(_ZIP):
        return _with_rows(read_workbook(content))
    decoded = decode(content)
    notes = (decoded.note,) if decoded.note else ()
    read = read_json_lines if decoded.text.lstrip()[:1] in {"{", "["} else read_delimited
    return _with_rows(read(decoded.text, notes))


def _with_rows(table: Table) -> Table:
    if not table.rows:
        raise UnreadableFile("The file names columns but has no rows below them.")
    return table
