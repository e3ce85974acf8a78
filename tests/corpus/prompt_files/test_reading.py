"""Files of prompts as people's programs write them."""

import io
import json
import zipfile
from datetime import date, datetime

import pytest
from openpyxl import Workbook

from corpus.prompt_files.limits import LARGEST_FILE, MOST_ROWS, UnreadableFile
from corpus.prompt_files.reading import read_table
from corpus.prompt_files.tables import Form, Table

PLAIN = 'id,text\np-1,"Well, yes."\np-2,Café — naïve?\n'


def texts(table: Table) -> list[str]:
    return [row.cells["text"] for row in table.rows]


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]
)
def test_every_unicode_encoding_is_read(encoding: str) -> None:
    table = read_table(PLAIN.encode(encoding))
    assert texts(table) == ["Well, yes.", "Café — naïve?"]
    assert table.notes == ()


def test_what_excel_saves_on_windows_is_read_with_a_note() -> None:
    table = read_table(PLAIN.encode("cp1252"))
    assert texts(table) == ["Well, yes.", "Café — naïve?"]
    assert "Windows-1252" in table.notes[0]


def test_an_encoding_that_cannot_be_told_says_in_which_line() -> None:
    with pytest.raises(UnreadableFile, match=r"line 3 .*UTF-8"):
        read_table(b"id,text\np-1,plain\np-2,\x81\x8d\n")


def test_a_damaged_file_with_a_mark_says_where() -> None:
    with pytest.raises(UnreadableFile, match="damaged at byte"):
        read_table(b"\xef\xbb\xbfid,text\np-1,\xff\n")


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_the_separator_is_found(separator: str) -> None:
    lines = [["external_id", "text"], ["p-1", "One; two, or three"]]
    quoted = "\n".join(separator.join(f'"{cell}"' for cell in line) for line in lines)
    table = read_table(quoted.encode())
    assert table.columns == ("external_id", "text")
    assert texts(table) == ["One; two, or three"]


@pytest.mark.parametrize("mark", ["sep=;", '"sep=;"', "SEP=;"])
def test_the_separator_that_the_first_line_tells_is_taken(mark: str) -> None:
    table = read_table(f"{mark}\r\nid;text\r\np-1;Well, yes.\r\n".encode())
    assert table.columns == ("id", "text")
    assert [(row.number, row.cells["text"]) for row in table.rows] == [(3, "Well, yes.")]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_rows_end_where_lines_of_files_end(ending: str) -> None:
    assert texts(read_table(PLAIN.replace("\n", ending).encode())) == [
        "Well, yes.",
        "Café — naïve?",
    ]


@pytest.mark.parametrize("odd", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c"])
def test_no_other_character_ends_a_row(odd: str) -> None:
    table = read_table(f"id,text\np-1,one{odd}two\np-2,three\n".encode())
    assert texts(table) == [f"one{odd}two", "three"]


def test_rows_are_numbered_as_spreadsheets_show_them() -> None:
    table = read_table(b'id,text\n\n"p-1","two\nlines"\np-2,next\n')
    assert [row.number for row in table.rows] == [3, 4]


def test_a_text_with_an_unquoted_separator_is_told() -> None:
    table = read_table(b"id,text\np-1,Well, yes\np-2,fine\n")
    assert "double quotes" in table.rows[0].problem
    assert table.rows[1].problem == ""


def test_an_open_quote_says_where() -> None:
    with pytest.raises(UnreadableFile, match=r"Row 2 .*double quote"):
        read_table(b'id,text\np-1,"never closed\np-2,fine\n')


def test_two_columns_of_one_name_are_refused() -> None:
    with pytest.raises(UnreadableFile, match="Two columns are called “text”"):
        read_table(b"id,text,text\np-1,a,b\n")


@pytest.mark.parametrize("content", [b"", b"  \n\n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_refused(content: bytes) -> None:
    with pytest.raises(UnreadableFile, match="empty"):
        read_table(content)


def test_columns_without_rows_are_refused() -> None:
    with pytest.raises(UnreadableFile, match="no rows"):
        read_table(b"id,text\n")


def test_too_many_rows_are_refused() -> None:
    with pytest.raises(UnreadableFile, match="Split it"):
        read_table(b"id,text\n" + b"p,t\n" * (MOST_ROWS + 1))


def test_too_large_a_file_is_refused() -> None:
    with pytest.raises(UnreadableFile, match="at most 20 MB"):
        read_table(b"x" * (LARGEST_FILE + 1))


@pytest.mark.parametrize("content", [b"GIF89a\x00\x01", b"RIFF\x00\x00\x00\x00WAVEfmt "])
def test_what_is_no_text_is_refused(content: bytes) -> None:
    with pytest.raises(UnreadableFile, match="no text file"):
        read_table(content)


def test_json_lines_are_read_with_what_is_wrong_line_by_line() -> None:
    lines = [
        '{"id": "p-1", "text": "Fine.", "topic": null, "year": 1999}',
        "",
        "not json",
        "[1, 2]",
        '{"id": "p-2", "text": ["a"]}',
    ]
    table = read_table("\n".join(lines).encode())
    assert table.form is Form.JSONL
    assert table.columns == ("id", "text", "topic", "year")
    assert table.rows[0].cells == {"id": "p-1", "text": "Fine.", "topic": "", "year": "1999"}
    assert [row.number for row in table.rows] == [1, 3, 4, 5]
    assert [bool(row.problem) for row in table.rows] == [False, True, True, True]


def test_one_json_list_is_refused_with_advice() -> None:
    with pytest.raises(UnreadableFile, match="JSON Lines"):
        read_table(json.dumps([{"id": "p-1"}]).encode())


def test_deeply_nested_json_is_a_wrong_line() -> None:
    table = read_table(b'{"id": "p-1"}\n{"a":' + b"[" * 200_000 + b"\n")
    assert table.rows[1].problem


def workbook(rows: list[list[object]]) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)  # type: ignore[union-attr]
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def test_a_workbook_is_read() -> None:
    table = read_table(workbook([["id", "text"], [7, "Well, yes."], [8.0, " spaced "]]))
    assert table.form is Form.XLSX
    assert [(row.number, row.cells) for row in table.rows] == [
        (2, {"id": "7", "text": "Well, yes."}),
        (3, {"id": "8", "text": "spaced"}),
    ]


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (date(2024, 5, 3), "2024-05-03"),
        (datetime(2024, 5, 3, 16, 15), "2024-05-03T16:15:00"),  # noqa: DTZ001 - as in Excel
        ("one_x000D_\ntwo", "one\r\ntwo"),
        ("#N/A", ""),
        ("#REF!", ""),
    ],
)
def test_cells_are_read_as_excel_shows_them(value: object, read: str) -> None:
    table = read_table(workbook([["id", "topic"], ["p-1", value]]))
    assert table.rows[0].cells == {"id": "p-1", "topic": read}


@pytest.mark.parametrize("size", [b"A1", b"A1:B2", b"A1:Z1048576"])
def test_a_workbook_that_misstates_its_size_loses_no_row(size: bytes) -> None:
    whole = workbook([["id", "text"], ["p-1", "Well, yes."], ["p-2", "Oh, no."]])
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as old, zipfile.ZipFile(file, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            new.writestr(
                name, part.replace(b'<dimension ref="A1:B3"', b'<dimension ref="%b"' % size)
            )
    assert file.getvalue() != whole
    assert texts(read_table(file.getvalue())) == ["Well, yes.", "Oh, no."]


def test_a_damaged_workbook_is_refused() -> None:
    whole = workbook([["id", "text"], [7, "Well, yes."]])
    with pytest.raises(UnreadableFile, match="damaged"):
        read_table(whole[: len(whole) // 2])


def test_a_zip_of_something_else_is_refused() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("prompts.csv", PLAIN)
    with pytest.raises(UnreadableFile, match="damaged or not in Excel"):
        read_table(file.getvalue())


def test_a_workbook_that_explodes_is_refused_unopened() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b" " * (250 * 2**20))
    with pytest.raises(UnreadableFile, match="unpacks to 250 MB"):
        read_table(file.getvalue())


def test_an_old_workbook_is_told_what_to_do() -> None:
    with pytest.raises(UnreadableFile, match=r"Save it as \.xlsx"):
        read_table(b"\xd0\xcf\x11\xe0" + b"\0" * 100)


def test_a_cell_that_is_far_too_long_makes_its_row_wrong() -> None:
    table = read_table(b"id,text\np-1," + b"a" * 20_000 + b"\n")
    assert "20,000 characters" in table.rows[0].problem
