"""One leaderboard, four formats."""

import csv
import io
import json
from dataclasses import replace

import numpy as np
import pytest

from ratings.leaderboard import Format, facts_of, island_tables, render
from ratings.leaderboard.cells import FORMULA_STARTS, guarded, unguarded
from ratings.statistics.intervals import Estimate
from ratings.statistics.rate import rate
from ratings.statistics.standings import AgainstAnchor, Ratings
from ratings.statistics.votes import Votes
from tests.ratings.boards import rated

PIPE, EMOJI, COMMA, IDLE = "a|b", "🎙 Pro", "Voice, female", "idle"


def ratings() -> Ratings:
    """Three systems that beat each other, by two listeners, and one without votes."""
    return rate(
        Votes(
            left=np.array([0, 1, 2, 0, 0, 1]),
            right=np.array([1, 2, 0, 1, 2, 0]),
            outcome=np.array([0, 0, 0, 0, 2, 1]),
            listener=np.array([0, 1, 0, 1, 0, 1]),
        ),
        systems=[PIPE, EMOJI, COMMA, IDLE],
        anchor=EMOJI,
    )


def written(form: Format) -> str:
    result = ratings()
    return render(result.standings, facts_of(result), form)


def test_json_lists_standings_best_first_and_the_rest_with_a_reason() -> None:
    document = json.loads(written(Format.JSON))
    found = [row["rating"] for row in document["standings"]]
    assert found == sorted(found, reverse=True)
    assert {"system", "rating", "low", "high", "votes"} <= document["standings"][0].keys()
    assert [(row["system"], row["state"]) for row in document["unrated"]] == [(IDLE, "no votes")]
    assert document["votes"] == 6
    assert document["listeners"] == 2
    assert document["method"]["independent"] == "listeners"


ONE_LISTENER = Votes(
    left=np.array([0, 1, 2, 0, 3, 4]),
    right=np.array([1, 2, 0, 2, 4, 3]),
    outcome=np.zeros(6, dtype=np.int64),
    listener=np.zeros(6, dtype=np.int64),
)


@pytest.mark.parametrize(
    ("systems", "tables"), [("abc", 1), ("abcde", 2)], ids=["whole", "islands"]
)
def test_nobody_has_a_rank_where_nothing_tells_the_systems_apart(systems: str, tables: int) -> None:
    votes = ONE_LISTENER.where(ONE_LISTENER.left < len(systems))
    found = rate(votes, systems=systems)
    assert found.standings[0].rank == 1  # the place by rating

    def file(form: Format) -> str:
        return render(found.standings, facts_of(found), form, island_tables(found))

    rows = list(csv.DictReader(io.StringIO(file(Format.CSV))))
    assert {row["system"]: row["rank"] for row in rows} == dict.fromkeys(systems, "")
    assert {row["rank"] for row in json.loads(file(Format.JSON))["standings"]} == {None}
    for form in (Format.TABLE, Format.MARKDOWN, Format.LATEX):
        assert file(form).count("No system has a rank") == tables
    cells = [line.split()[:2] for line in file(Format.TABLE).splitlines()]
    assert [cell for cell in cells if cell and cell[-1] in list(systems)] == [
        ["–", system] for system in systems
    ]


def test_csv_keeps_names_and_full_numbers() -> None:
    rows = list(csv.DictReader(io.StringIO(written(Format.CSV))))
    standings = ratings().standings
    assert [row["system"] for row in rows] == [row.system for row in standings]
    for row, standing in zip(rows, standings, strict=True):
        if standing.rating is None:
            assert row["rating"] == row["low"] == row["rank"] == ""
        else:
            assert float(row["rating"]) == standing.rating.value
            assert row["low"] == str(standing.rating.low)


def test_markdown_escapes_pipes_so_that_every_row_has_the_same_columns() -> None:
    lines = [line for line in written(Format.MARKDOWN).splitlines() if line.startswith("|")]
    columns = {line.replace(r"\|", "").count("|") for line in lines}
    assert len(lines) == 6
    assert len(columns) == 1
    assert any(r"a\|b" in line for line in lines)


def test_the_table_shows_every_system_and_why_one_has_no_rating() -> None:
    table = written(Format.TABLE)
    for name in (PIPE, EMOJI, COMMA, IDLE):
        assert name in table
    assert "No counted votes yet." in table


def test_the_table_keeps_control_characters_from_the_terminal() -> None:
    result = rate(Votes(*np.zeros((3, 0), dtype=np.int64)), systems=["\x1b[31mred", "b"])
    assert "\x1b" not in render(result.standings, facts_of(result), Format.TABLE)


@pytest.mark.parametrize("name", ["👩\u200d🔬 Lab", "می\u200cخوانم"])
def test_the_table_keeps_names_whole_that_joiners_hold_together(name: str) -> None:
    assert name in render([rated(name, 1000)], {}, Format.TABLE)


def test_a_name_with_a_line_break_stays_on_one_line_of_markdown() -> None:
    result = rate(Votes(*np.zeros((3, 0), dtype=np.int64)), systems=["two\nlines", "b"])
    assert "two lines" in render(result.standings, facts_of(result), Format.MARKDOWN)


HOSTILE = "<img src=x onerror=alert(1)> [x](javascript:y) `*b*`\x1b[2J"


def test_a_name_is_neither_tag_nor_link_in_markdown_nor_is_it_in_the_notes() -> None:
    text = render([rated(HOSTILE, 1000)], {"notes": [f"{HOSTILE} was met once."]}, Format.MARKDOWN)
    assert text.count("\\<img") == 2
    assert "](" not in text.replace("\\]", "")
    assert "<img" not in text.replace("\\<", "")


def test_the_notes_keep_control_characters_from_the_terminal() -> None:
    text = render([rated("A", 1000)], {"notes": [f"{HOSTILE} was met once."]}, Format.TABLE)
    assert "\x1b" not in text


@pytest.mark.parametrize("form", [Format.TABLE, Format.MARKDOWN, Format.LATEX])
def test_nothing_is_minus_nought(form: Format) -> None:
    level = Estimate(-0.3, 1.0, -2.4, 0.2)
    row = replace(rated("a", -0.4), against_anchor=AgainstAnchor(level, 1, 0.5))
    text = render([row], {}, form)
    assert "0 (-2 to 0)" in text
    assert "-0" not in text


def test_two_names_never_share_a_cell() -> None:
    names = ["=1+1", "'=1+1", "''=1+1", "'s", "\n=1"]
    cells = [guarded(name) for name in names]
    assert len(set(cells)) == len(names)
    assert [unguarded(cell) for cell in cells] == names
    assert all(not cell.startswith(FORMULA_STARTS) for cell in cells)
