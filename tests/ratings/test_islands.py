"""Systems that no votes join: tables of their own, and nothing said across them."""

import csv
import io
import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.leaderboard import Format, facts_of, island_tables, render
from ratings.leaderboard.facts import first_table
from ratings.statistics.components import State
from ratings.statistics.rate import rate
from ratings.statistics.separation import ONE_SIDED
from ratings.statistics.standings import Ratings, Standing
from ratings.statistics.votes import Outcome, Votes
from tests.ratings.strategies import any_votes, connected_votes

MAIN = ("ab", "bc", "ca", "ba")
PAIR = ("de", "ed", "de")


def votes_of(names: str, *won: str, listeners: int = 3) -> Votes:
    """Each entry such as "ab" is a win of a over b, shown left, once by each listener."""
    rows = [pair for pair in won for _ in range(listeners)]
    return Votes(
        left=np.array([names.index(pair[0]) for pair in rows], dtype=np.int64),
        right=np.array([names.index(pair[1]) for pair in rows], dtype=np.int64),
        outcome=np.full(len(rows), Outcome.LEFT, dtype=np.int64),
        listener=np.arange(len(rows)) % listeners,
    )


def rated(names: str, *won: str, anchor: str | None = None) -> Ratings:
    return rate(votes_of(names, *won), systems=names, anchor=anchor)


def listed(ratings: Ratings) -> list[dict[str, State]]:
    """The systems of each island and their states there."""
    return [
        {row.system: row.state for row in island.ratings.standings} for island in ratings.islands
    ]


def numbers(rows: tuple[Standing, ...]) -> dict[str, tuple[object, ...]]:
    """Everything but how many systems there are elsewhere."""
    return {
        row.system: (row.rating, row.rank, row.rank_low, row.rank_high, row.tier, row.best)
        for row in rows
    }


def test_a_board_of_one_piece_has_no_islands() -> None:
    assert rated("abcd", *MAIN, "da", "bd").islands == ()


def test_an_island_is_rated_alone_with_a_mean_and_ranks_of_its_own() -> None:
    (island,) = rated("abcde", *MAIN, *PAIR).islands
    assert [row.rank for row in island.ratings.rated] == [1, 2]
    values = [row.rating.value for row in island.ratings.rated if row.rating]
    assert np.mean(values) == pytest.approx(1000)
    assert values[0] - values[1] == pytest.approx(400 * np.log10(2))  # won two to one
    # Three listeners who say the very same leave the error unknown, and so who is the best.
    assert [row.best for row in island.ratings.rated] == [None, None]
    assert (island.ratings.votes, island.ratings.listeners) == (9, 3)


@given(connected_votes(), st.integers(1, 5))
def test_two_islands_have_the_numbers_that_each_has_alone(
    case: tuple[tuple[str, ...], Votes], times: int
) -> None:
    systems, votes = case
    pair = votes_of("xy", *(("xy", "yx") * times))
    both = Votes(
        left=np.concatenate([votes.left, pair.left + len(systems)]),
        right=np.concatenate([votes.right, pair.right + len(systems)]),
        outcome=np.concatenate([votes.outcome, pair.outcome]),
    )
    together = rate(both, systems=[*systems, "x", "y"])
    assert numbers(together.rated) == numbers(
        rate(replace(votes, listener=None), systems=systems).rated
    )
    (island,) = together.islands
    alone = rate(replace(pair, listener=None), systems="xy")
    assert numbers(island.ratings.rated) == numbers(alone.rated)


def test_an_undefeated_system_is_bounded_on_the_island_that_it_met() -> None:
    ratings = rated("abcdef", *MAIN, *(PAIR * 3), "fd", "fe")
    assert listed(ratings) == [{"d": State.RATED, "e": State.RATED, "f": State.UNDEFEATED}]
    unbeaten = ratings.islands[0].ratings.unrated[0]
    best = ratings.islands[0].ratings.rated[0].rating
    assert unbeaten.at_least is not None
    assert best is not None
    alone = rate(votes_of("def", *(PAIR * 3), "fd", "fe"), systems="def").unrated[0]
    assert unbeaten.at_least == pytest.approx(alone.at_least)


def test_a_system_that_lost_elsewhere_is_not_called_undefeated_on_an_island() -> None:
    ratings = rated("abcdefghi", *MAIN, "de", "ef", "fd", "gh", "hg", "id", "gi")
    assert listed(ratings)[0]["i"] is State.NOT_CONNECTED
    assert "i" not in listed(ratings)[1]


@given(any_votes())
def test_whatever_the_votes_every_system_has_one_place_and_every_table_a_mean(
    case: tuple[tuple[str, ...], Votes],
) -> None:
    systems, votes = case
    ratings = rate(votes, systems=systems)
    tables = island_tables(ratings)
    rows = [*first_table(ratings.standings, tables), *(r for t in tables for r in t.standings)]
    assert sorted(row.system for row in rows) == sorted(systems)
    for table in (ratings, *(island.ratings for island in ratings.islands)):
        values = [row.rating.value for row in table.rated if row.rating]
        assert not values or np.mean(values) == pytest.approx(1000)
        assert len(values) != 1
        assert [row.rank for row in table.rated] == list(range(1, len(values) + 1))


def test_a_group_that_only_won_has_a_table_and_says_why_it_stands_apart() -> None:
    (island,) = rated("abcde", *MAIN, *PAIR, "da").islands
    assert "Wins do not lead both ways" in island.reason
    assert len(island.ratings.rated) == 2


def test_a_group_that_never_met_the_others_says_so() -> None:
    (island,) = rated("abcde", *MAIN, *PAIR).islands
    assert island.reason.startswith("No vote joins these systems")


def test_two_small_islands_of_which_one_beat_the_other_do_not_claim_that_they_never_met() -> None:
    first, second = rated("abcdefgh", *MAIN, "de", "ef", "fd", "gh", "hg", "gd").islands
    assert first.reason.startswith("No vote joins")
    assert second.reason.startswith("Wins do not lead both ways")


def test_a_single_vote_apart_makes_no_table() -> None:
    ratings = rated("abcde", *MAIN, "de")
    assert ratings.islands == ()
    assert {row.system: row.state for row in ratings.unrated} == dict.fromkeys("de", State.ISLAND)


def test_differences_to_the_anchor_stand_on_its_island_alone() -> None:
    ratings = rated("abcde", *MAIN, *PAIR, anchor="d")
    assert all(row.against_anchor and not row.against_anchor.difference for row in ratings.rated)
    (island,) = ratings.islands
    (other,) = (row for row in island.ratings.rated if row.system == "e")
    assert other.against_anchor is not None
    assert other.against_anchor.difference is not None
    assert other.against_anchor.difference.value == pytest.approx(-400 * np.log10(2))


def test_an_island_that_cannot_be_fitted_says_why_and_spoils_no_other() -> None:
    sided = ("ab", "ba", "bc", "cb", "ca", "ac", "ab", "de", "ed")
    mirrored = votes_of("abcde", *sided)
    turned = mirrored.outcome.copy()
    turned[[3, 10]] = Outcome.RIGHT  # in the larger group either side has won
    ratings = rate(replace(mirrored, outcome=turned), systems="abcde", order_effect=True)
    assert len(ratings.rated) == 3
    (island,) = ratings.islands
    assert island.ratings.rated == ()
    assert island.ratings.notes == (ONE_SIDED,)
    assert {row.system for row in island.ratings.standings} == {"d", "e"}


# --- files ----------------------------------------------------------------------------------------


def written(form: Format) -> str:
    ratings = rated("abcdefg", *MAIN, *(PAIR * 3), "fd", anchor="a")
    return render(ratings.standings, facts_of(ratings), form, island_tables(ratings))


def test_csv_numbers_the_islands_and_lists_every_system_once() -> None:
    rows = list(csv.DictReader(io.StringIO(written(Format.CSV))))
    assert sorted(row["system"] for row in rows) == list("abcdefg")
    by_system = {row["system"]: row for row in rows}
    assert {name: row["island"] for name, row in by_system.items()} == {
        **dict.fromkeys("abc", "1"),
        **dict.fromkeys("def", "2"),
        "g": "",  # without a vote it is on none
    }
    assert by_system["d"]["rank"] == "1"
    assert by_system["d"]["difference"] == ""
    assert by_system["f"]["at_least"] != ""


def test_json_holds_each_island_apart() -> None:
    document = json.loads(written(Format.JSON))
    assert {row["system"] for row in document["standings"]} == set("abc")
    assert [row["system"] for row in document["unrated"]] == ["g"]
    (island,) = document["islands"]
    assert island["island"] == 2
    assert [row["system"] for row in island["standings"]] == ["d", "e"]
    assert [row["system"] for row in island["unrated"]] == ["f"]
    assert island["reason"].startswith("No vote joins")
    assert island["votes"] == 30


@pytest.mark.parametrize(
    ("form", "heading"),
    [
        (Format.TABLE, "Island 2 of 2"),
        (Format.MARKDOWN, "**Island 2 of 2**"),
        (Format.LATEX, "% Island 2 of 2"),
    ],
)
def test_readable_files_have_a_table_per_island_and_the_reason(form: Format, heading: str) -> None:
    first, second = written(form).split(heading)
    assert "must not be held against each other" in " ".join(first.split())
    assert "No vote joins these systems" in second
    if form is Format.LATEX:
        assert written(form).count("\\begin{tabular}") == 2


def test_a_table_without_the_anchor_has_no_column_for_it() -> None:
    first, second = written(Format.MARKDOWN).split("**Island 2 of 2**")
    assert "against the anchor" in first
    assert "against the anchor" not in second


@pytest.mark.parametrize("form", list(Format))
def test_a_file_of_one_piece_does_not_speak_of_islands(form: Format) -> None:
    ratings = rated("abc", *MAIN)
    text = render(ratings.standings, facts_of(ratings), form, island_tables(ratings))
    assert "island" not in text.lower()
