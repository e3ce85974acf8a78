"""Leaderboards for programs: JSON and CSV, numbers in full."""

import csv
import io
import json
from collections.abc import Sequence

from ratings.leaderboard.cells import guarded
from ratings.leaderboard.facts import Facts, IslandTable, first_table, island_number
from ratings.leaderboard.numbers import whole
from ratings.statistics.components import State
from ratings.statistics.intervals import Estimate
from ratings.statistics.standings import Standing

Row = dict[str, object]

ISLAND = "island"
TEXTS = ("slice", "system")
COLUMNS = (
    "rank",
    "rank_low",
    "rank_high",
    "tier",
    "system",
    "rating",
    "low",
    "high",
    "at_least",
    "at_most",
    "votes",
    "wins",
    "difference",
    "difference_low",
    "difference_high",
    "anchor_votes",
    "anchor_share",
    "state",
)


def as_json(standings: Sequence[Standing], facts: Facts, islands: Sequence[IslandTable]) -> str:
    """An object: `standings` best first, `unrated` with a reason each, then the facts.

    Where there are islands, a list `islands` holds the same of each, from number 2; the top is
    number 1.
    """
    return written(document(standings, facts, islands))


def document(
    standings: Sequence[Standing], facts: Facts, islands: Sequence[IslandTable]
) -> dict[str, object]:
    """What `as_json` writes."""
    if not islands:
        return {**_parted(standings), **facts}
    tables = [
        {"island": number, **_parted(island.standings), **island.facts}
        for number, island in enumerate(islands, start=2)
    ]
    return {**_parted(first_table(standings, islands)), "islands": tables, **facts}


def written(plain: object) -> str:
    """A JSON document for people too."""
    return json.dumps(plain, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def as_csv(standings: Sequence[Standing], facts: Facts, islands: Sequence[IslandTable]) -> str:
    """One line per system, numbers in full; empty where there is no number.

    A name that a spreadsheet would run as a formula stands after an apostrophe. Where there are
    islands, a first column numbers them: ranks, ratings and differences hold within one number.
    Where the board has simulated votes, a last column says in every row how many.
    """
    simulated = (
        {"simulated_votes": facts["simulated_votes"]} if facts.get("simulated_votes") else {}
    )
    rows = [row | simulated for row in flat_rows(standings, islands)]
    return csv_text([*columns_of(islands), *simulated], rows)


def csv_text(columns: Sequence[str], rows: Sequence[Row]) -> str:
    """Lines under a header; a column that a row lacks is empty."""
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=columns, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({k: guarded(str(v)) if k in TEXTS else v for k, v in row.items()})
    return out.getvalue()


def columns_of(islands: Sequence[IslandTable]) -> tuple[str, ...]:
    """The columns of CSV and Parquet."""
    return (ISLAND, *COLUMNS) if islands else COLUMNS


def flat_rows(
    standings: Sequence[Standing], islands: Sequence[IslandTable], *, numbered: bool = False
) -> list[Row]:
    """Every system once, in the columns of `columns_of`, island after island.

    numbered: with the column of islands in any case.
    """
    if not islands and not numbered:
        return [flat(row) for row in standings]
    tables = [first_table(standings, islands), *(island.standings for island in islands)]
    return [
        {ISLAND: island_number(row, number), **flat(row)}
        for number, table in enumerate(tables, start=1)
        for row in table
    ]


def _parted(standings: Sequence[Standing]) -> Row:
    return {
        "standings": [_record(row) for row in standings if row.state is State.RATED],
        "unrated": [_record(row) for row in standings if row.state is not State.RATED],
    }


def _record(row: Standing) -> Row:
    """One system for JSON."""
    record: Row = {"system": row.system}
    if row.rating is not None:
        record |= {"rating": row.rating.value, "low": row.rating.low, "high": row.rating.high}
        record |= {"tier": row.tier, "probability_best": row.best}
        record |= {"rank": place_of(row), "rank_low": row.rank_low, "rank_high": row.rank_high}
    record |= {"votes": whole(row.votes), "wins": whole(row.wins), "listeners": row.listeners}
    if row.state is not State.RATED:
        record |= {"at_least": row.at_least, "at_most": row.at_most}
        record |= {"state": row.state.value, "reason": row.reason}
    if row.against_anchor is not None:
        record["against_anchor"] = {
            **_interval("difference", row.against_anchor.difference),
            "votes": whole(row.against_anchor.votes),
            "share": row.against_anchor.share,
        }
    return record


def flat(row: Standing) -> Row:
    """One system in the columns of CSV and Parquet; ``None`` where there is no number."""
    against = row.against_anchor
    values: Row = {
        "rank": place_of(row),
        "rank_low": row.rank_low,
        "rank_high": row.rank_high,
        "tier": row.tier,
        "system": row.system,
        "at_least": row.at_least,
        "at_most": row.at_most,
        "votes": whole(row.votes),
        "wins": whole(row.wins),
        "anchor_votes": None if against is None else whole(against.votes),
        "anchor_share": None if against is None else against.share,
        "state": row.state.value,
    }
    values |= {"rating": None, **_interval("rating", row.rating)}
    values["low"], values["high"] = values.pop("rating_low"), values.pop("rating_high")
    return values | _interval("difference", None if against is None else against.difference)


def place_of(row: Standing) -> int | None:
    """The place by rating; None where no rank set says how far to trust it."""
    return None if row.rank_low is None else row.rank


def _interval(name: str, estimate: Estimate | None) -> Row:
    if estimate is None:
        return {name: None, f"{name}_low": None, f"{name}_high": None}
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
