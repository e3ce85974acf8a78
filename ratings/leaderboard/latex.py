"""Leaderboards for papers: a LaTeX table with the rules of the package booktabs."""

from collections.abc import Sequence

from ratings.leaderboard.facts import Facts, IslandTable
from ratings.leaderboard.tables import TEXT_COLUMNS, islands_headings, readable
from ratings.statistics.standings import Standing

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    '"': "''",
    "–": "--",
    "−": "$-$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
}


def as_latex(standings: Sequence[Standing], facts: Facts, islands: Sequence[IslandTable]) -> str:
    """A `tabular`, rounded for reading; the facts that identify it are comments above it.

    Where there are islands, one `tabular` for each, since they share no scale.
    """
    tables = islands_headings(standings, facts, islands)
    lines = ["% Needs \\usepackage{booktabs}.", *_comments(facts)]
    for title, rows, notes in tables:
        above = [f"% {' '.join(note.split())}" for note in notes]
        lines += ["", f"% {title}", *above] if title else above
        lines += _tabular(rows)
    return "\n".join(lines) + "\n"


def _tabular(standings: Sequence[Standing]) -> list[str]:
    readable_rows = readable(standings)
    header, *rows = [[escaped(cell) for cell in row] for row in readable_rows]
    columns = "".join("l" if name in TEXT_COLUMNS else "r" for name in readable_rows[0])
    return [
        f"\\begin{{tabular}}{{{columns}}}",
        "\\toprule",
        _line(header),
        "\\midrule",
        *(_line(row) for row in rows),
        "\\bottomrule",
        "\\end{tabular}",
    ]


def escaped(text: str) -> str:
    """Text as LaTeX prints it: nothing in it is a command, a comment or a column."""
    printed = "".join(_SPECIAL.get(char, char) for char in " ".join(text.split()))
    # A line of a tabular takes a leading bracket for an option of the line break before it.
    return f"{{{printed[0]}}}{printed[1:]}" if printed.startswith(("[", "*")) else printed


def _line(cells: Sequence[str]) -> str:
    return " & ".join(cells) + r" \\"


def _comments(facts: Facts) -> list[str]:
    named = (
        (name, facts.get(name)) for name in ("study", "slice", "board", "created_at", "digest")
    )
    return [f"% {name}: {value}" for name, value in named if value is not None]
