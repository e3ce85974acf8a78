"""Files that are written: harmless to spreadsheets, and read back as they were."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from corpus.prompt_files.formulas import guarded, without_guard
from corpus.prompt_files.reading import read_table
from corpus.prompt_files.tables import Form
from corpus.prompt_files.writing import write_table

DANGEROUS = ["=1+1", "+1", "-1", "@SUM(A1)", "'=1+1", '=HYPERLINK("http://x")', "＝1"]


@pytest.mark.parametrize("text", DANGEROUS)
def test_csv_starts_no_cell_like_a_formula(text: str) -> None:
    written = write_table(Form.CSV, ["id", "text"], [["p-1", text]]).decode("utf-8-sig")
    cell = written.splitlines()[1].split(",", 1)[1].strip('"')
    assert cell.startswith("'")


@pytest.mark.parametrize("text", DANGEROUS)
def test_a_workbook_holds_texts_and_no_formula(text: str) -> None:
    written = write_table(Form.XLSX, ["id", "text"], [["p-1", text]])
    cell = load_workbook(io.BytesIO(written)).worksheets[0]["B2"]
    assert (cell.data_type, cell.value) == ("s", text)


@pytest.mark.parametrize("form", list(Form))
@pytest.mark.parametrize(
    "text", [*DANGEROUS, 'Say "well", then; go\non.', "Um — I, uh… 你好", "a\rb", "_x0041_", "#N/A"]
)
def test_what_is_written_is_read_back(form: Form, text: str) -> None:
    table = read_table(write_table(form, ["id", "text"], [["p-1", text], ["p-2", "plain"]]))
    assert [row.cells["text"] for row in table.rows] == [text, "plain"]


def test_a_workbook_keeps_what_excel_can_hold_and_loses_no_row_for_the_rest() -> None:
    rows = [["", "bell\x07"], ["p-2", "a" * 40_000], ["p-3", "plain"]]
    sheet = load_workbook(io.BytesIO(write_table(Form.XLSX, ["id", "text"], rows))).worksheets[0]
    cells = list(sheet.iter_rows(min_row=2, values_only=True))
    assert cells == [("", "bell"), ("p-2", "a" * 32_767), ("p-3", "plain")]


@given(st.text())
def test_a_guard_can_always_be_taken_off_again(text: str) -> None:
    assert without_guard(guarded(text)) == text
