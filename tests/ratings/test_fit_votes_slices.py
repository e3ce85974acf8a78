"""A vote file rated slice by slice, from one read."""

import csv
import io
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from ratings.file_slices import ColumnComparison
from ratings.leaderboard import Format
from ratings.leaderboard.sliced import comparison_lines
from ratings.statistics.interaction import Interaction, SliceDifference, interaction
from ratings.votefile import Dialect, read_votes
from tests.ratings.published import DATA

REGISTERS = DATA / "registers.csv"
COUNTS = {  # votes, and how many of them A won; tests/data/ratings/registers.csv
    "register:casual": (60, 40),
    "register:explainer": (60, 20),
    "gender:female": (73, 42),
    "gender:male": (50, 20),
    "register:casual+gender:female": (40, 30),
    "register:explainer+gender:female": (30, 10),
    "register:explainer+gender:male": (30, 10),
}
TOO_FEW = {"register:rare": 3, "register:casual+gender:male": 20, "register:rare+gender:female": 3}


def written(path: Path, slices: str, form: Format, **options: Any) -> tuple[str, str]:
    """Standard output and standard error of the command."""
    out, err = io.StringIO(), io.StringIO()
    call_command(
        "fit_votes", str(path), slices=slices, format=form.value, stdout=out, stderr=err, **options
    )
    return out.getvalue(), err.getvalue()


def document(path: Path, slices: str, **options: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(written(path, slices, Format.JSON, **options)[0])
    return found


def by_key(found: dict[str, Any]) -> dict[str, Any]:
    return {part["slice"]: part for part in found["slices"]}


def gap(part: dict[str, Any]) -> float:
    """Rating of A less that of B."""
    rating = {row["system"]: row["rating"] for row in part["standings"]}
    return float(rating["A"] - rating["B"])


def test_every_value_and_every_cross_with_votes_enough_has_the_rating_of_its_counts() -> None:
    slices = by_key(document(REGISTERS, "register,gender"))
    fitted = {key: part for key, part in slices.items() if "refusal" not in part}
    assert {key: part["votes"] for key, part in fitted.items()} == {
        key: votes for key, (votes, _) in COUNTS.items()
    }
    for key, (votes, won) in COUNTS.items():
        assert gap(fitted[key]) == pytest.approx(400 * np.log10(won / (votes - won)))


def test_a_slice_with_too_few_votes_is_named_with_its_count_in_place_of_a_fit() -> None:
    slices = by_key(document(REGISTERS, "register,gender"))
    refused = {key: part["votes"] for key, part in slices.items() if "refusal" in part}
    assert refused == TOO_FEW
    assert all("standings" not in slices[key] for key in refused)


def test_how_many_votes_suffice_can_be_said() -> None:
    slices = by_key(document(REGISTERS, "register,gender", slice_votes=3.0))
    assert not any("refusal" in part for part in slices.values())
    assert gap(slices["register:rare"]) == pytest.approx(400 * np.log10(2))


def test_all_votes_come_out_as_without_slices() -> None:
    sliced = document(REGISTERS, "register")
    plain = io.StringIO()
    call_command("fit_votes", str(REGISTERS), format="json", stdout=plain)
    whole = json.loads(plain.getvalue())
    assert {name: sliced[name] for name in whole} == whole


def test_the_comparison_is_that_of_the_slices_that_were_fitted() -> None:
    (told,) = document(REGISTERS, "register")["comparisons"]
    file = read_votes(REGISTERS, Dialect(slices=("register",)))
    fitted = file.slices[0].codes != file.slices[0].values.index("rare")
    found = interaction(
        file.votes.where(fitted), file.slices[0].codes[fitted], systems=file.systems
    )
    assert told["slices"] == ["casual", "explainer"]
    assert (told["p_value"], told["wald_p"]) == (found.smallest_p, found.wald_p)
    assert told["p_value"] < 0.05
    assert told["gaps"][0]["difference"] == pytest.approx(200 * np.log10(2), abs=1e-6)


def test_without_listeners_it_says_why_slices_are_not_compared(tmp_path: Path) -> None:
    path = tmp_path / "votes.csv"
    rows = REGISTERS.read_text().replace("listener", "id", 1)
    path.write_text(rows)
    (told,) = document(path, "register")["comparisons"]
    assert "only when the listeners of the votes are known" in told["refusal"]


@pytest.mark.parametrize("form", [Format.TABLE, Format.MARKDOWN, Format.LATEX])
def test_readable_formats_tell_slices_counts_and_the_comparison(form: Format) -> None:
    text, _ = written(REGISTERS, "register,gender", form)
    for key in COUNTS:
        assert key in text
    for key, votes in TOO_FEW.items():
        assert f"{key}: {votes} votes (its systems have fewer than" in text
    assert "register: 2 systems compare differently, beyond chance, in 2 slices" in text
    if form is Format.LATEX:
        assert text.count("\\begin{tabular}") == 1 + len(COUNTS)


@pytest.mark.parametrize(
    ("gap", "joint", "said"),
    [
        (0.01, None, "2 systems compare differently, beyond chance, in 2 slices"),
        (0.2, 0.01, "2 systems compare differently by the joint test alone in 2 slices"),
        (0.2, 0.2, "2 systems show no difference beyond chance in 2 slices"),
        (0.2, None, "2 systems show no difference beyond chance in 2 slices"),
    ],
)
def test_the_sentence_on_slices_agrees_with_both_of_its_tests(
    gap: float, joint: float | None, said: str
) -> None:
    largest = SliceDifference(system=0, slice=0, difference=10.0, error=5.0, adjusted=gap)
    found = Interaction((0, 1), (0, 1), 20, 4.0, 1, joint, gap, (largest,))
    (line,) = comparison_lines([ColumnComparison("register", ("x", "y"), found)], "AB", 0.95)
    assert said in line


def test_the_sentence_on_slices_does_not_call_the_clearest_gap_the_largest() -> None:
    """B differs by more points than A, but less clearly."""
    clearest = SliceDifference(0, 0, 12.0, 3.0, 0.01)
    largest = SliceDifference(1, 0, -30.0, 20.0, 0.4)
    found = Interaction((0, 1, 2), (0, 1), 20, 4.0, 2, None, 0.01, (clearest, largest))
    (line,) = comparison_lines([ColumnComparison("register", ("x", "y"), found)], "ABC", 0.95)
    assert "p = 0.010 for the clearest gap: A in x, +12 points" in line
    assert "largest" not in line


def test_csv_has_a_slice_in_every_row_and_says_the_comparison_beside_the_table() -> None:
    text, said = written(REGISTERS, "register,gender", Format.CSV)
    rows = list(csv.DictReader(io.StringIO(text)))
    fitted = [(row["slice"], row["system"]) for row in rows if row["system"]]
    assert sorted(fitted) == sorted((key, s) for key in ("overall", *COUNTS) for s in "AB")
    counted = {row["slice"]: int(row["votes"]) for row in rows if row["state"] == "not fitted"}
    assert counted == TOO_FEW
    assert "compare differently" in said
    assert "compare differently" not in text


def test_real_votes_are_cut_by_prompt_under_the_files_own_name() -> None:
    options = {"column": ["listener=worker", "prompt=prompt"]}
    found = document(DATA / "llmfao.csv", "prompt", **options)
    with (DATA / "llmfao.csv").open(encoding="utf-8", newline="") as file:
        prompts = [row["prompt"] for row in csv.DictReader(file)]
    votes = {f"prompt:{prompt}": prompts.count(prompt) for prompt in set(prompts)}
    assert {key: part["votes"] for key, part in by_key(found).items()} == votes
    assert sum(votes.values()) == found["votes"]
    (told,) = found["comparisons"]
    assert told["listeners"] == found["listeners"]
    assert len(told["slices"]) == len(votes)


def test_slices_of_one_listener_each_are_counted_and_not_compared() -> None:
    found = document(DATA / "llmfao.csv", "worker", column=["listener=worker"])
    assert sum(part["votes"] for part in found["slices"]) == found["votes"]
    (told,) = found["comparisons"]
    assert "refusal" in told


def test_an_island_of_one_slice_is_told_in_that_slice_alone(tmp_path: Path) -> None:
    pair = ["{0},{1},left,{2}", "{1},{0},left,{2}"] * 10
    lines = [row.format(*votes) for votes in ("ABx", "CDx", "ABy", "CDy", "BCy") for row in pair]
    path = tmp_path / "votes.csv"
    path.write_text("\n".join(["left,right,winner,register", *lines]))
    found = document(path, "register")
    assert "islands" not in found
    slices = by_key(found)
    assert "islands" not in slices["register:y"]
    (island,) = slices["register:x"]["islands"]
    assert {row["system"] for row in island["standings"]} == set("CD")
    rows = list(csv.DictReader(io.StringIO(written(path, "register", Format.CSV)[0])))
    numbers = {(r["slice"], r["system"]): r["island"] for r in rows}
    assert (numbers["register:x", "A"], numbers["register:x", "C"]) == ("1", "2")
    assert {n for (key, _), n in numbers.items() if key != "register:x"} == {"1"}


@pytest.mark.parametrize(
    ("slices", "complaint"),
    [
        ("accent", r"the column 'accent' to slice by must be there once; the header has 'left'"),
        ("winner", "cannot be sliced by 'winner'"),
        ("register,register", "should name different columns"),
        ("register,", "should name different columns"),
    ],
)
def test_a_column_that_makes_no_slices_ends_in_a_sentence(slices: str, complaint: str) -> None:
    with pytest.raises(CommandError, match=complaint):
        written(REGISTERS, slices, Format.TABLE)


@pytest.mark.parametrize("least", [-1.0, math.nan, math.inf])
def test_a_least_number_of_votes_that_is_none_ends_in_a_sentence(least: float) -> None:
    with pytest.raises(CommandError, match="--slice-votes must be 0 or a positive number"):
        written(REGISTERS, "register", Format.TABLE, slice_votes=least)


def test_a_line_break_between_columns_ends_in_a_sentence() -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        written(REGISTERS, "register\ngender", Format.TABLE)


def test_an_empty_cell_is_no_slice(tmp_path: Path) -> None:
    path = tmp_path / "votes.csv"
    path.write_text("left,right,winner,register\nA,B,left,x\nA,B,right,\n")
    with pytest.raises(CommandError, match="Line 3, field register: the name is missing"):
        written(path, "register", Format.TABLE)


def test_a_column_that_names_every_vote_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "votes.csv"
    path.write_text("left,right,winner,id\n" + "".join(f"A,B,left,{k}\n" for k in range(201)))
    with pytest.raises(CommandError, match="'id' has 201 values"):
        written(path, "id", Format.TABLE)


def test_dropped_ties_are_no_votes_towards_the_least_number_of_a_slice(tmp_path: Path) -> None:
    path = tmp_path / "votes.csv"
    decided = ["A,B,left,x", "A,B,right,x"]
    path.write_text("\n".join(["left,right,winner,register", *decided, *["A,B,tie,x"] * 30]))
    assert "refusal" not in by_key(document(path, "register"))["register:x"]
    dropped = by_key(document(path, "register", ties="drop"))["register:x"]
    assert dropped["votes"] == len(decided)
    assert dropped["refusal"] == "its systems have fewer than 10 on average"


def test_a_slice_of_dropped_ties_is_said_to_have_no_votes(tmp_path: Path) -> None:
    path = tmp_path / "votes.csv"
    path.write_text(
        "left,right,winner,register\nA,B,left,x\nA,B,right,x\nA,B,tie,y\n", encoding="utf-8"
    )
    ties = by_key(document(path, "register", ties="drop", slice_votes=0.0))["register:y"]
    assert (ties["votes"], ties["refusal"]) == (0, "no vote counts")


def test_a_slice_with_one_much_heard_system_is_refused_for_its_average(tmp_path: Path) -> None:
    """A has 12 votes, B and C have 6 each: 8 on average."""
    path = tmp_path / "votes.csv"
    path.write_text(
        "\n".join(["left,right,winner,register", *["A,B,left,x"] * 6, *["A,C,right,x"] * 6])
    )
    refused = by_key(document(path, "register"))["register:x"]
    assert refused["refusal"] == "its systems have fewer than 10 on average"
