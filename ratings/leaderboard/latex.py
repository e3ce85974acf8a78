"""Leaderboards for papers: a LaTeX table with the rules of the package booktabs."""

from collections.abc import Sequence

from ratings.leaderboard.facts import Facts
from ratings.leaderboard.tables import TEXT_COLUMNS, readable
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


def as_latex(standings: Sequence[Standing], facts: Facts) -> str:
    """A `tabular`, rounded for reading; the facts that identify it are comments above it."""
    header, *rows = [[escaped(cell) for cell in row] for row in readable(standings)]
    columns = "".join("l" if name in TEXT_COLUMNS else "r" for name in readable(standings)[0])
    lines = [
        "% Needs \\usepackage{booktabs}.",
        *_comments(facts),
        f"\\begin{{tabular}}{{{columns}}}",
        "\\toprule",
        _line(header),
        "\\midrule",
        *(_line(row) for row in rows),
        "\\bottomrule",
        "\\end{tabular}",
    ]
    return "\n".join(lines) + "\n"


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
    lines = [f"% {name}: {value}" for name, value in named if value is not None]
    notes = facts.get("notes", ())
    notes = notes if isinstance(notes, Sequence) else ()
    return lines + [f"% {' '.join(str(note).split())}" for note in notes]
