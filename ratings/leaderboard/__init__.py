"""A leaderboard as text: terminal table, CSV, JSON, Markdown or LaTeX, the same rows in each."""

from collections.abc import Callable, Sequence
from enum import StrEnum

from ratings.leaderboard.facts import Facts, IslandTable, facts_of, island_tables
from ratings.leaderboard.latex import as_latex
from ratings.leaderboard.records import as_csv, as_json
from ratings.leaderboard.tables import as_markdown, as_table
from ratings.statistics.standings import Standing

__all__ = ["Format", "IslandTable", "facts_of", "island_tables", "render"]


class Format(StrEnum):
    """What a leaderboard can be written as."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    MARKDOWN = "md"
    LATEX = "tex"


_WRITERS: dict[Format, Callable[[Sequence[Standing], Facts, Sequence[IslandTable]], str]] = {
    Format.TABLE: as_table,
    Format.JSON: as_json,
    Format.CSV: as_csv,
    Format.MARKDOWN: as_markdown,
    Format.LATEX: as_latex,
}


def render(
    standings: Sequence[Standing],
    facts: Facts,
    form: Format,
    islands: Sequence[IslandTable] = (),
) -> str:
    """Write standings, best first, and the facts of their method. Ends with a line break.

    islands: tables of systems that cannot be compared with the rated ones. They are written apart,
    each with its own ranks; without islands nothing in the text speaks of them.
    """
    return _WRITERS[form](standings, facts, islands)
