"""Votes as CSV and Parquet."""

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields

from ratings.leaderboard.cells import guarded
from ratings.leaderboard.parquet import table_bytes
from ratings.opaque_votes import Ballot

COLUMNS = tuple(field.name for field in fields(Ballot))


def votes_csv(votes: Iterable[Ballot], *, bom: bool = False) -> str:
    """One line per vote; text that a spreadsheet would run stands after an apostrophe."""
    out = io.StringIO()
    out.write("\ufeff" if bom else "")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_cells(vote) for vote in votes)
    return out.getvalue()


def votes_parquet(votes: Iterable[Ballot], facts: Mapping[str, object]) -> bytes:
    """One row per vote, columns with types."""
    import pyarrow as pa  # noqa: PLC0415 - takes long to load

    kinds = {
        "number": pa.int64(),
        "simulated": pa.bool_(),
        "response_seconds": pa.float64(),
        "probability": pa.float64(),
    }
    columns: dict[str, list[object]] = {name: [] for name in COLUMNS}
    for vote in votes:
        for name, value in asdict(vote).items():
            columns[name].append(value)
    arrays = {
        name: pa.array(values, type=kinds.get(name, pa.string()))
        for name, values in columns.items()
    }
    return table_bytes(arrays, facts)


def _cells(vote: Ballot) -> list[object]:
    values = asdict(vote).values()
    return [_cell(value) for value in values]


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    return guarded(value) if isinstance(value, str) else value
