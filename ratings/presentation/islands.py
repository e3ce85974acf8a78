"""The tables of a board: one, or one for each island of systems that share a scale."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ratings.leaderboard.facts import IslandTable, first_table
from ratings.presentation.axis import Axis, axis_of
from ratings.presentation.numbers import counted
from ratings.presentation.table import Row, rows_of
from ratings.statistics.standings import Standing


@dataclass(frozen=True, slots=True)
class Table:
    """Rows on one axis.

    number: of the island, 1 is the board's own. title, about, why: empty where the board has one
    table only; why: it cannot be compared with an earlier one, empty on the first. measures:
    whether it has a column against the human reader.
    """

    number: int
    rows: list[Row]
    axis: Axis | None
    title: str = ""
    about: str = ""
    why: str = ""
    measures: bool = True


def tables_of(
    standings: Sequence[Standing],
    islands: Sequence[IslandTable],
    providers: Mapping[str, str],
    human: str | None,
) -> list[Table]:
    """The board's own table first. providers: by system."""

    def shown(rows: Sequence[Standing]) -> tuple[list[Row], Axis | None]:
        axis = axis_of(rows, human)
        return rows_of(rows, [providers[row.system] for row in rows], human, axis), axis

    if not islands:
        return [Table(1, *shown(standings))]
    parts = [first_table(standings, islands), *(island.standings for island in islands)]
    reasons = ["", *(str(island.facts["reason"]) for island in islands)]
    return [
        Table(
            number,
            *shown(rows),
            title=_title(rows, number, human),
            about=_about(rows),
            why=why,
            measures=any(row.system == human for row in rows),
        )
        for number, (rows, why) in enumerate(zip(parts, reasons, strict=True), start=1)
    ]


def _title(rows: Sequence[Standing], number: int, human: str | None) -> str:
    here = any(row.system == human for row in rows)
    return f"Island {number}, with the human reader" if here else f"Island {number}"


def _about(rows: Sequence[Standing]) -> str:
    rated = counted(sum(row.rating is not None for row in rows), "rated system")
    beside = sum(row.rating is None for row in rows)
    return f"{rated}, and {beside} without a rating." if beside else f"{rated}."
