"""Leaderboards for readers: a terminal table and Markdown, numbers rounded."""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

from ratings.leaderboard.facts import Facts, IslandTable, first_table
from ratings.leaderboard.numbers import whole
from ratings.statistics.intervals import Estimate
from ratings.statistics.standings import AgainstAnchor, Standing

MARKS = "\\|<>&[]*_`~$"  # a backslash before one of these takes its meaning in Markdown
JOINERS = "\u200c\u200d"
TEXT_COLUMNS = ("system", "no rating because")  # columns that read from the left

SEPARATE = (
    "Each island has a mean of 1000 and ranks of its own. Numbers of two islands must not be held "
    "against each other: no votes tell how far apart they are."
)


UNRANKED = (
    "No system has a rank: how sure these ratings are is unknown, so nothing tells the systems "
    "apart. They stand in the order of their ratings."
)


def as_markdown(standings: Sequence[Standing], facts: Facts, islands: Sequence[IslandTable]) -> str:
    """Markdown tables, rounded for reading, with the notes under each."""
    return _written(
        standings, facts, islands, table=_markdown, heading="**{}**\n".format, safe=in_markdown
    )


def as_table(standings: Sequence[Standing], facts: Facts, islands: Sequence[IslandTable]) -> str:
    """Aligned columns for a terminal, rounded for reading, with the notes under each table."""
    return _written(standings, facts, islands, table=_aligned_table, heading=str, safe=printable)


def islands_headings(
    standings: Sequence[Standing], facts: Facts, islands: Sequence[IslandTable]
) -> list[tuple[str, Sequence[Standing], Sequence[str]]]:
    """Heading, rows and notes of each table that is to be written; one without heading if whole."""
    if not islands:
        return [("", standings, [*notes_of(facts), *_unranked(standings)])]
    own = notes_of(facts)
    first = _with_own_anchor(first_table(standings, islands))
    tables: list[tuple[str, Sequence[Standing], Sequence[str]]] = [
        (f"Island 1 of {len(islands) + 1}", first, [*own, *_unranked(first), SEPARATE])
    ]
    for number, island in enumerate(islands, start=2):
        notes = [str(island.facts["reason"]), *(n for n in notes_of(island.facts) if n not in own)]
        rows = _with_own_anchor(island.standings)
        tables.append((f"Island {number} of {len(islands) + 1}", rows, [*notes, *_unranked(rows)]))
    return tables


def _unranked(rows: Sequence[Standing]) -> list[str]:
    """What to say where there are ratings, but nothing that tells them apart."""
    rated = [row for row in rows if row.rating is not None]
    return [UNRANKED] if rated and all(row.rank_low is None for row in rated) else []


def _with_own_anchor(rows: Sequence[Standing]) -> Sequence[Standing]:
    """The rows, silent about the anchor where it stands on another island."""
    if any(row.against_anchor and row.against_anchor.difference for row in rows):
        return rows
    return [replace(row, against_anchor=None) for row in rows]


def notes_of(facts: Facts) -> list[str]:
    """The sentences that a reader should see beside a table."""
    notes = facts.get("notes", ())
    return [str(note) for note in notes] if isinstance(notes, Sequence) else []


def _written(
    standings: Sequence[Standing],
    facts: Facts,
    islands: Sequence[IslandTable],
    *,
    table: Callable[[Sequence[Standing]], list[str]],
    heading: Callable[[str], str],
    safe: Callable[[str], str],
) -> str:
    """safe: makes a note harmless; it may hold names."""
    parts = []
    for title, rows, notes in islands_headings(standings, facts, islands):
        lines = [heading(title), *table(rows)] if title else table(rows)
        below = ["", *map(safe, notes)] if notes else []
        parts.append("\n".join([*lines, *below]) + "\n")
    return "\n".join(parts)


def _markdown(standings: Sequence[Standing]) -> list[str]:
    header, *rows = [[in_markdown(cell) for cell in row] for row in readable(standings)]
    ruler = ["---" if heading in TEXT_COLUMNS else "---:" for heading in header]
    return ["| " + " | ".join(row) + " |" for row in (header, ruler, *rows)]


def _aligned_table(standings: Sequence[Standing]) -> list[str]:
    rows = [[printable(cell) for cell in row] for row in readable(standings)]
    columns = [_aligned(column) for column in zip(*rows, strict=True)]
    return ["  ".join(row).rstrip() for row in zip(*columns, strict=True)]


def readable(standings: Sequence[Standing]) -> list[list[str]]:
    """Headings, then one row per system; columns that would be empty are left out."""
    columns = {
        "rank": [_rank(row) for row in standings],
        "system": [row.system for row in standings],
        "rating": [_rating(row) for row in standings],
        "low": [_points(row.rating, "low") for row in standings],
        "high": [_points(row.rating, "high") for row in standings],
        "votes": [str(whole(row.votes)) for row in standings],
        "against the anchor": [_against(row.against_anchor) for row in standings],
        "no rating because": [row.reason for row in standings],
    }
    filled = {name: cells for name, cells in columns.items() if any(cells)}
    return [list(filled), *(list(row) for row in zip(*filled.values(), strict=True))]


def _rating(row: Standing) -> str:
    if row.at_least is not None:
        return f"≥ {row.at_least:z.0f}"
    if row.at_most is not None:
        return f"≤ {row.at_most:z.0f}"
    return _points(row.rating, "value")


def _points(rating: Estimate | None, part: Literal["value", "low", "high"]) -> str:
    points = None if rating is None else getattr(rating, part)
    return "–" if points is None else f"{points:z.0f}"


def _rank(row: Standing) -> str:
    if row.rank_low is None or row.rank_high is None:
        return "–"
    if row.rank_low == row.rank_high:
        return str(row.rank_low)
    return f"{row.rank_low}–{row.rank_high}"


def _against(against: AgainstAnchor | None) -> str:
    if against is None:
        return ""
    difference = against.difference
    if difference is None:
        return "–"
    if difference.low is None or difference.high is None:
        return _signed(difference.value)
    return f"{_signed(difference.value)} ({_signed(difference.low)} to {_signed(difference.high)})"


def _signed(points: float) -> str:
    return f"{points:+.0f}" if round(points) else "0"


def in_markdown(cell: str) -> str:
    """Text as Markdown shows it: nothing in it is a column, a tag, a link or an emphasis."""
    return " ".join("".join(f"\\{c}" if c in MARKS else c for c in cell).split())


def printable(cell: str) -> str:
    """Control characters of a name must not reach a terminal; joiners of emoji and scripts may."""
    return "".join(char if char.isprintable() or char in JOINERS else "�" for char in cell)


def _aligned(column: Sequence[str]) -> list[str]:
    """Pad the cells of a column (heading first) to one width on the screen."""
    width = max(_screen_width(cell) for cell in column)
    padding = [" " * (width - _screen_width(cell)) for cell in column]
    if column[0] in TEXT_COLUMNS:
        return [cell + pad for cell, pad in zip(column, padding, strict=True)]
    return [pad + cell for cell, pad in zip(column, padding, strict=True)]


def _screen_width(text: str) -> int:
    """Columns on a terminal: wide characters take two, combining ones and joiners none."""
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    without = sum(unicodedata.combining(char) > 0 or char in JOINERS for char in text)
    return len(text) + wide - without
