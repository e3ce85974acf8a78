"""A leaderboard as text: terminal table, CSV, JSON, Markdown or LaTeX, the same rows in each."""

from collections.abc import Callable, Sequence
from enum import StrEnum

from ratings.leaderboard.facts import Facts, facts_of
from ratings.leaderboard.latex import as_latex
from ratings.leaderboard.records import as_csv, as_json
from ratings.leaderboard.tables import as_markdown, as_table
from ratings.statistics.standings import Standing

__all__ = ["Format", "facts_of", "render"]


class Format(StrEnum):
    """What a leaderboard can be written as."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    MARKDOWN = "md"
    LATEX = "tex"


_WRITERS: dict[Format, Callable[[Sequence[Standing], Facts], str]] = {
    Format.TABLE: as_table,
    Format.JSON: as_json,
    Format.CSV: as_csv,
    Format.MARKDOWN: as_markdown,
    Format.LATEX: as_latex,
}


def render(standings: Sequence[Standing], facts: Facts, form: Format) -> str:
    """Write standings, best first, and the facts of their method. Ends with a line break."""
    return _WRITERS[form](standings, facts)
