"""Standings in the database and standings of the statistics: one turned into the other."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from corpus.models import System
from ratings import models
from ratings.leaderboard import IslandTable
from ratings.statistics.components import State
from ratings.statistics.intervals import Estimate
from ratings.statistics.standings import AgainstAnchor, Standing

ROW_COLUMNS = tuple(
    field.name
    for field in models.Standing._meta.concrete_fields  # noqa: SLF001 - Django documents it
    if field.name not in {"id", "board", "system", "position"}
)


SAME_NAMES = (
    "reason",
    "votes",
    "wins",
    "listeners",
    "rank",
    "rank_low",
    "rank_high",
    "tier",
    "best",
    "at_least",
    "at_most",
)


def system_labels(systems: Sequence[System]) -> list[str]:
    """Names as boards show them; the provider tells systems of one name apart."""
    times = Counter(str(system) for system in systems)
    return [
        str(system) if times[str(system)] == 1 else f"{system} ({system.provider})"
        for system in systems
    ]


def standing_fields(standing: Standing) -> dict[str, Any]:
    """The columns of one computed standing."""
    against = standing.against_anchor
    return {
        "label": standing.system,
        "state": standing.state.value,
        "reason": standing.reason,
        "votes": standing.votes,
        "wins": standing.wins,
        "listeners": standing.listeners,
        "rank": standing.rank,
        "rank_low": standing.rank_low,
        "rank_high": standing.rank_high,
        "tier": standing.tier,
        "best": standing.best,
        "at_least": standing.at_least,
        "at_most": standing.at_most,
        **_columns("rating", standing.rating),
        **_columns("difference", against.difference if against else None),
        "anchor_votes": against.votes if against else None,
        "anchor_share": against.share if against else None,
    }


def row_fields(row: models.Standing) -> dict[str, Any]:
    """The columns of one row, as `standing_fields` made them: all but where it belongs."""
    return {name: getattr(row, name) for name in ROW_COLUMNS}


def stored_standings(board: models.Board) -> list[Standing]:
    """The standings of a board as the statistics returned them, best first."""
    rows = board.standings.order_by("position")
    return [_standing(index, row_fields(row)) for index, row in enumerate(rows)]


def stored_islands(board: models.Board) -> list[IslandTable]:
    """The tables of a board's islands, largest first."""
    return [
        IslandTable([_standing(i, row) for i, row in enumerate(island["rows"])], island["facts"])
        for island in board.details.get("islands", ())
    ]


def _standing(index: int, row: Mapping[str, Any]) -> Standing:
    return Standing(
        index=index,
        system=row["label"],
        state=State(row["state"]),
        rating=_estimate(row, "rating"),
        against_anchor=_against_anchor(row),
        **{name: row[name] for name in SAME_NAMES},
    )


def _against_anchor(row: Mapping[str, Any]) -> AgainstAnchor | None:
    if row["anchor_votes"] is None:
        return None
    return AgainstAnchor(_estimate(row, "difference"), row["anchor_votes"], row["anchor_share"])


def _columns(name: str, estimate: Estimate | None) -> dict[str, float | None]:
    return {
        name: estimate.value if estimate else None,
        f"{name}_error": estimate.error if estimate else None,
        f"{name}_low": estimate.low if estimate else None,
        f"{name}_high": estimate.high if estimate else None,
    }


def _estimate(row: Mapping[str, Any], name: str) -> Estimate | None:
    value = row[name]
    if value is None:
        return None
    bounds = (row[f"{name}_{part}"] for part in ("error", "low", "high"))
    return Estimate(value, *bounds)
