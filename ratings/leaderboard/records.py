"""Leaderboards for programs: JSON and CSV, numbers in full."""

import csv
import io
import json
from collections.abc import Sequence

from ratings.leaderboard.cells import guarded
from ratings.leaderboard.facts import Facts
from ratings.leaderboard.numbers import whole
from ratings.statistics.components import State
from ratings.statistics.intervals import Estimate
from ratings.statistics.standings import Standing

Row = dict[str, object]

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


def as_json(standings: Sequence[Standing], facts: Facts) -> str:
    """An object: `standings` best first, `unrated` with a reason each, then the facts."""
    document = {
        "standings": [_record(row) for row in standings if row.state is State.RATED],
        "unrated": [_record(row) for row in standings if row.state is not State.RATED],
        **facts,
    }
    return json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def as_csv(standings: Sequence[Standing], facts: Facts) -> str:
    """One line per system, numbers in full; empty where there is no number.

    A name that a spreadsheet would run as a formula stands after an apostrophe. Where the board
    has simulated votes, a last column says in every row how many.
    """
    simulated = (
        {"simulated_votes": facts["simulated_votes"]} if facts.get("simulated_votes") else {}
    )
    records = [flat(row) | {"system": guarded(row.system)} | simulated for row in standings]
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=[*COLUMNS, *simulated], lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return out.getvalue()


def _record(row: Standing) -> Row:
    """One system for JSON."""
    record: Row = {"system": row.system}
    if row.rating is not None:
        record |= {"rating": row.rating.value, "low": row.rating.low, "high": row.rating.high}
        record |= {"tier": row.tier, "probability_best": row.best}
        record |= {"rank": row.rank, "rank_low": row.rank_low, "rank_high": row.rank_high}
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
        "rank": row.rank,
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


def _interval(name: str, estimate: Estimate | None) -> Row:
    if estimate is None:
        return {name: None, f"{name}_low": None, f"{name}_high": None}
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
