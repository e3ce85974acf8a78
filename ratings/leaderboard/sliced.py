"""The leaderboards of a vote file's slices, one after the other, in any format."""

from collections.abc import Sequence
from itertools import chain

from ratings.file_slices import ColumnComparison, FileSlice
from ratings.leaderboard import Format, facts_of, island_tables, render
from ratings.leaderboard.numbers import whole
from ratings.leaderboard.records import COLUMNS, ISLAND, Row, csv_text, document, flat_rows, written
from ratings.leaderboard.tables import in_markdown, printable
from ratings.presentation.numbers import counted, p_label, signed
from ratings.slices import OVERALL
from ratings.statistics.interaction import Interaction
from ratings.statistics.standings import Ratings

GAPS = 20  # of each comparison in JSON
NOT_FITTED = "not fitted"
LEFT_OUT = "Not fitted:"
ALIKE = "Do the systems compare alike?"
_PREFIX = {Format.MARKDOWN: "- ", Format.LATEX: "% ", Format.TABLE: "  "}


def render_slices(
    overall: Ratings,
    slices: Sequence[FileSlice],
    comparisons: Sequence[ColumnComparison],
    systems: Sequence[str],
    form: Format,
) -> str:
    """All votes first, then every slice. A slice without a fit is named with its votes.

    systems: names by index. CSV holds the tables only; `comparison_lines` says the rest.
    """
    if form is Format.JSON:
        return written(_document(overall, slices, comparisons, systems))
    if form is Format.CSV:
        return _csv(overall, slices)
    parts = [_part(OVERALL, overall, form)]
    parts += [_part(s.key, s.ratings, form) for s in slices if s.ratings is not None]
    left_out = [_left_out(part) for part in slices if part.ratings is None]
    said = comparison_lines(comparisons, systems, overall.method.level)
    parts += [
        _list(title, lines, form) for title, lines in ((LEFT_OUT, left_out), (ALIKE, said)) if lines
    ]
    return "\n".join(parts)


def comparison_lines(
    comparisons: Sequence[ColumnComparison], systems: Sequence[str], level: float
) -> list[str]:
    """A sentence for each column. level: a p value below 1 − level is beyond chance."""
    return [
        f"{one.column}: {_verdict(one, one.found, systems, 1 - level)}"
        if one.found
        else f"{one.column}: no answer. {one.refusal}"
        for one in comparisons
    ]


def _verdict(
    one: ColumnComparison, found: Interaction, systems: Sequence[str], alpha: float
) -> str:
    gap = found.differences[0]
    where = dict(zip(found.slices, one.slices, strict=True))[gap.slice]
    if found.smallest_p < alpha:
        compared = "compare differently, beyond chance,"
    elif found.wald_p is not None and found.wald_p < alpha:
        compared = "compare differently by the joint test alone"
    else:
        compared = "show no difference beyond chance"
    joint = "" if found.wald_p is None else f"; joint test {p_label(found.wald_p)}"
    return (
        f"{len(found.systems)} systems {compared} in {len(found.slices)} slices of "
        f"{counted(found.listeners, 'listener')} ({p_label(found.smallest_p)} for the "
        f"clearest gap: {systems[gap.system]} in {where}, {signed(gap.difference)} points{joint})."
    )


def _left_out(part: FileSlice) -> str:
    return f"{part.key}: {counted(part.votes, 'vote')} ({part.refusal.rstrip('.')})"


def _part(key: str, ratings: Ratings, form: Format) -> str:
    facts = facts_of(ratings) | ({"slice": key} if form is Format.LATEX else {})
    table = render(ratings.standings, facts, form, island_tables(ratings))
    title = f"{_safe(key, form)}: {counted(ratings.votes, 'vote')}"
    if ratings.listeners is not None:
        title += f" of {counted(ratings.listeners, 'listener')}"
    return table if form is Format.LATEX else f"{_heading(title, form)}\n{table}"


def _safe(text: str, form: Format) -> str:
    """Text with names from a file, harmless in this format."""
    return in_markdown(text) if form is Format.MARKDOWN else printable(text)


def _heading(title: str, form: Format) -> str:
    return f"## {' '.join(title.split())}\n" if form is Format.MARKDOWN else title


def _list(title: str, lines: Sequence[str], form: Format) -> str:
    prefix = _PREFIX[form]
    head = f"% {title}" if form is Format.LATEX else _heading(title, form)
    return (
        "\n".join([head, *(f"{prefix}{_safe(' '.join(line.split()), form)}" for line in lines)])
        + "\n"
    )


def _csv(overall: Ratings, slices: Sequence[FileSlice]) -> str:
    fitted = [(OVERALL, overall), *((s.key, s.ratings) for s in slices if s.ratings is not None)]
    islands = (ISLAND,) if any(ratings.islands for _, ratings in fitted) else ()
    numbered = bool(islands)
    rows = chain(
        _csv_rows(OVERALL, overall, numbered=numbered),
        *(
            _csv_rows(part.key, part.ratings, numbered=numbered)
            if part.ratings
            else [_csv_count(part)]
            for part in slices
        ),
    )
    return csv_text(["slice", *islands, *COLUMNS], list(rows))


def _csv_rows(key: str, ratings: Ratings, *, numbered: bool) -> list[Row]:
    rows = flat_rows(ratings.standings, island_tables(ratings), numbered=numbered)
    return [{"slice": key, **row} for row in rows]


def _csv_count(part: FileSlice) -> Row:
    return {"slice": part.key, "votes": whole(part.votes), "state": NOT_FITTED}


def _document(
    overall: Ratings,
    slices: Sequence[FileSlice],
    comparisons: Sequence[ColumnComparison],
    systems: Sequence[str],
) -> Row:
    return {
        **_fitted(overall),
        "slices": [
            {"slice": s.key, "votes": whole(s.votes), "refusal": s.refusal}
            if s.ratings is None
            else {"slice": s.key, **_fitted(s.ratings)}
            for s in slices
        ],
        "comparisons": [_comparison(one, systems) for one in comparisons],
    }


def _fitted(ratings: Ratings) -> Row:
    return document(ratings.standings, facts_of(ratings), island_tables(ratings))


def _comparison(one: ColumnComparison, systems: Sequence[str]) -> Row:
    found = one.found
    if found is None:
        return {"column": one.column, "refusal": one.refusal}
    value = dict(zip(found.slices, one.slices, strict=True))
    return {
        "column": one.column,
        "slices": list(one.slices),
        "systems": [systems[index] for index in found.systems],
        "listeners": found.listeners,
        "p_value": found.smallest_p,
        "wald_p": found.wald_p,
        "gaps": [
            {
                "slice": value[gap.slice],
                "system": systems[gap.system],
                "difference": gap.difference,
                "error": gap.error,
                "adjusted": gap.adjusted,
            }
            for gap in found.differences[:GAPS]
        ],
    }
