"""Rows as a table for people, as JSON or as CSV, each written as soon as it is there."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, fields
from io import StringIO

from corpus.prompt_files.formulas import guarded
from evaluation.measuring.listing import Listed
from evaluation.measuring.rows import Row

COLUMNS = tuple(field.name for field in fields(Row))


def as_table(rows: Iterable[Row]) -> Iterator[str]:
    """Yield lines: a file, and below it its metrics with their values or reasons."""
    file = None
    for row in rows:
        if row.file != file:
            file = row.file
            yield _on_one_line(file)
        value = f"{row.value:12.4f} {row.unit}" if row.value is not None else f"{'–':>12}"
        yield f"  {row.metric:24} {value.rstrip()}{'  ' + row.reason if row.reason else ''}"


def as_json(rows: Iterable[Row]) -> Iterator[str]:
    """Yield the lines of one JSON array of objects."""
    before = "["
    for row in rows:
        yield before + json.dumps(asdict(row), ensure_ascii=False)
        before = ","
    yield "[]" if before == "[" else "]"


def as_csv(rows: Iterable[Row]) -> Iterator[str]:
    """Yield the lines of a CSV file; texts that a spreadsheet would calculate begin with '."""
    yield _csv_line(COLUMNS)
    for row in rows:
        cells = (getattr(row, column) for column in COLUMNS)
        yield _csv_line(guarded(cell) if isinstance(cell, str) else cell for cell in cells)


FORMATS: dict[str, Callable[[Iterable[Row]], Iterator[str]]] = {
    "table": as_table,
    "json": as_json,
    "csv": as_csv,
}


def listing_as_table(listing: Iterable[Listed]) -> Iterator[str]:
    """Yield lines: a family with what it needs and what is behind it, its metrics below."""
    family = None
    for each in listing:
        if each.family != family:
            family = each.family
            yield f"{family} (version {each.version})" + _needs(each)
            yield from _models(each)
        yield f"  {each.metric:24} {each.title}: {_scale(each)}"
        if each.missing:
            yield f"    not available. {each.missing}"
        if each.claim:
            yield f"    {each.claim}"


def listing_as_json(listing: Iterable[Listed]) -> Iterator[str]:
    """Yield one JSON array of objects."""
    yield json.dumps([asdict(each) for each in listing], ensure_ascii=False, indent=1)


def _needs(each: Listed) -> str:
    return f", needs {' and '.join(each.needs)}" if each.needs else ""


def _models(each: Listed) -> Iterator[str]:
    behind = zip(each.models, each.digests, each.licences, each.sources, strict=True)
    for name, digest, licence, source in behind:
        weights = f", sha256 {digest}" if digest else ""
        yield f"  by {name}; {licence}; {source}{weights}"


def _scale(each: Listed) -> str:
    better = {"higher": "higher is better", "lower": "lower is better"}
    ends = ["unbounded" if end is None else f"{end:g}" for end in (each.low, each.high)]
    unit = f" {each.unit}" if each.unit else ""
    known = ends != ["unbounded", "unbounded"]
    extent = f"{ends[0]} to {ends[1]}" if known else "unbounded"
    return f"{better.get(each.direction, 'no judgement')}, {extent}{unit}"


def _csv_line(cells: Iterable[object]) -> str:
    line = StringIO()
    # Only what is in the terminator is quoted: a name of a file may hold either sign.
    csv.writer(line, lineterminator="\r\n").writerow(cells)
    return line.getvalue().removesuffix("\r\n")


def _on_one_line(name: str) -> str:
    """*name* with signs that move the cursor or colour a terminal as escapes."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in name)
