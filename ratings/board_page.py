"""What the page of a stored board shows. No query grows with votes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arena.models import Exclusion
from ratings.details import details_of
from ratings.field_changes import field_changes
from ratings.field_page import FieldStory, field_story
from ratings.history import rating_history
from ratings.leaderboard.facts import first_table
from ratings.models import Board
from ratings.presentation.findings import Finding, Subject, findings_of
from ratings.presentation.headline import headline
from ratings.presentation.history import History, history_of
from ratings.presentation.islands import Table, tables_of
from ratings.presentation.numbers import counted, percent
from ratings.presentation.pairs import HeatMap, heat_map
from ratings.slices import OVERALL, Slice, slices_of
from ratings.statistics.intervals import Simultaneous
from ratings.stored import stored_islands, stored_standings


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A board, ready to be shown. tables: several where its systems lie on islands."""

    headline: str
    made_from: str
    level: int
    tables: list[Table]
    heat: HeatMap | None
    history: History | None
    field: FieldStory | None
    findings: list[Finding]

    @property
    def predicts(self) -> bool:
        """Whether it says how often some system is chosen against the human."""
        return any(row.human_share_label for table in self.tables for row in table.rows)


def board_page(board: Board, slices: Sequence[Slice] | None = None) -> BoardPage:
    """Everything on the page of a board. slices: of its study, if they are known already."""
    standings = stored_standings(board)
    systems = [row.system for row in board.standings.select_related("system").order_by("position")]
    named = list(zip(standings, systems, strict=True))
    human = next((s.system for s, system in named if system.is_human), None)
    labels = {system.slug: s.system for s, system in named}
    islands = stored_islands(board)
    details = details_of(board)
    method = board.method["method"]
    subject = details and Subject(
        details=details,
        standings=standings,
        labels=labels,
        slices={part.key: part.label for part in slices or slices_of(board.study)},
        reasons={reason.value: str(reason.label) for reason in Exclusion.Reason},
        level=method["level"],
        human=human,
        islands=[island.standings for island in islands],
    )
    providers = {s.system: system.provider for s, system in named}
    ordered = [*first_table(standings, islands), *(row for i in islands for row in i.standings)]
    tables = tables_of(standings, islands, providers, human)
    moments = rating_history(board, {system.pk: s.system for s, system in named})
    return BoardPage(
        headline=headline(standings, human, _together(method), islands, level=method["level"]),
        made_from=made_from(board),
        level=percent(method["level"]),
        tables=tables,
        heat=heat_map(details["pairs"], ordered, labels, islands=len(tables)) if details else None,
        history=history_of(moments, [s.system for s in standings], human),
        # Told once, on the board over all votes.
        field=field_story(field_changes(board), board) if board.slice_key == OVERALL else None,
        findings=findings_of(subject) if subject else [],
    )


def _together(method: Mapping[str, Any]) -> Simultaneous | None:
    """What makes intervals hold together. method: as stored with the board."""
    if method["rank_critical_value"] is None:
        return None
    return Simultaneous(method["level"], method["width"], method["rank_critical_value"])


def made_from(board: Board) -> str:
    """“49,860 votes of 320 listeners; 140 left out with a reason”."""
    said = f"{counted(board.vote_count, 'vote')} of {counted(board.listener_count, 'listener')}"
    if not board.excluded_count:
        return said
    return f"{said}; {board.excluded_count:,} left out with a reason"
