"""The command that rates anyone's vote file."""

import io
import json
import math
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.ratings.published import DATA, golden


def fitted(path: Path, **options: str | list[str]) -> dict[str, Any]:
    out = io.StringIO()
    call_command("fit_votes", str(path), format="json", stdout=out, **options)
    document: dict[str, Any] = json.loads(out.getvalue())
    return document


def test_citations_come_out_as_published() -> None:
    standings = fitted(DATA / "citations.csv")["standings"]
    elo = {row["system"]: row["rating"] for row in standings}
    units = math.log(10) / 400
    differences = {name: (value - elo["Biometrika"]) * units for name, value in elo.items()}
    assert differences == pytest.approx(
        {"Biometrika": 0, "Comm Statist": -2.9490725, "JASA": -0.4795698, "JRSS-B": 0.2689541},
        abs=1e-7,
    )
    assert [row["system"] for row in standings] == ["JRSS-B", "Biometrika", "JASA", "Comm Statist"]


def test_llmfao_comes_out_as_another_project_computed_it() -> None:
    standings = fitted(DATA / "llmfao.csv")["standings"]
    weights = {row["system"]: 10 ** (row["rating"] / 400) for row in standings}
    total = sum(weights.values())
    shares = {system: weight / total for system, weight in weights.items()}
    assert shares == pytest.approx(golden("llmfao"), rel=1e-9)


def test_votes_are_counted_per_system() -> None:
    standings = fitted(DATA / "citations.csv")["standings"]
    assert {row["system"]: row["votes"] for row in standings}["JRSS-B"] == 221 + 17 + 142 + 885


def test_dropping_ties_is_said_and_done() -> None:
    document = fitted(DATA / "food.csv", ties="drop")
    assert document["method"]["ties"] == "drop"
    assert document["votes"] == fitted(DATA / "food.csv")["votes"] - 2


def test_the_table_is_the_default() -> None:
    out = io.StringIO()
    call_command("fit_votes", str(DATA / "food.csv"), anchor="Sushi", stdout=out)
    assert out.getvalue().split()[:3] == ["rank", "system", "rating"]
    assert "against the anchor" in out.getvalue()


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("left,right,winner\nA,B,won\n", "Line 2, field winner: 'won'"),
        ("left,right\nA,B\n", "the header lacks a column"),
    ],
)
def test_an_unreadable_file_ends_in_a_sentence(
    tmp_path: Path, content: str, complaint: str
) -> None:
    path = tmp_path / "votes.csv"
    path.write_text(content)
    with pytest.raises(CommandError, match=complaint):
        call_command("fit_votes", str(path))


def test_an_unknown_anchor_ends_in_a_sentence() -> None:
    with pytest.raises(CommandError, match="“Bread” is none of the systems"):
        call_command("fit_votes", str(DATA / "food.csv"), anchor="Bread")


def test_intervals_can_be_clustered_by_columns_of_another_name() -> None:
    listeners = fitted(DATA / "llmfao.csv", column=["listener=worker"])
    both = fitted(
        DATA / "llmfao.csv", column=["listener=worker"], independent="listeners and prompts"
    )
    assert listeners["method"]["independent"] == "listeners"
    assert both["method"]["independent"] == "listeners and prompts"
    assert both["method"]["clusters"] < listeners["method"]["clusters"] == listeners["listeners"]
    assert [row["rating"] for row in both["standings"]] == [
        row["rating"] for row in listeners["standings"]
    ]


@pytest.mark.parametrize("level", [math.nan, 0.0, 1 - 1e-16, 1.0])
def test_a_level_that_no_draws_can_tell_ends_in_a_sentence(level: float) -> None:
    with pytest.raises(CommandError, match=r"The level must lie above 0 and at most at 0\.999"):
        call_command("fit_votes", str(DATA / "food.csv"), level=level)


def test_a_negative_seed_ends_in_a_sentence() -> None:
    with pytest.raises(CommandError, match="The seed must be 0 or a positive whole number, not -1"):
        call_command("fit_votes", str(DATA / "food.csv"), seed=-1)


@pytest.mark.parametrize(
    "options", [["listener=worker", "listener=left"], ["left=winner", "right=winner"]]
)
def test_a_column_with_two_meanings_ends_in_a_sentence(options: list[str]) -> None:
    with pytest.raises(CommandError, match="can be given one meaning, once"):
        fitted(DATA / "llmfao.csv", column=options)


def test_labels_of_sides_mean_nothing_in_a_file_of_winners_and_losers(tmp_path: Path) -> None:
    path = tmp_path / "votes.csv"
    path.write_text("winner,loser\nA,B\nB,A\n")
    with pytest.raises(CommandError, match="Line 1: labels say which side won"):
        fitted(path, label=["left=A"])


@pytest.mark.parametrize("option", ["worker", "voter=worker", "listener="])
def test_a_column_option_that_is_not_understood_ends_in_a_sentence(option: str) -> None:
    with pytest.raises(CommandError, match="should read NAME=VALUE"):
        fitted(DATA / "llmfao.csv", column=[option])


def test_fields_may_be_parted_by_semicolons(tmp_path: Path) -> None:
    path = tmp_path / "votes.csv"
    path.write_text("winner;loser;count\nA;B, Inc;3\nB, Inc;A;2\n")
    rows = fitted(path, separator="semicolon")["standings"]
    assert [row["system"] for row in rows] == ["A", "B, Inc"]
