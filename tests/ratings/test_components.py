"""Who can be rated together, and what is said of the others."""

import numpy as np
import pytest

from ratings.statistics.components import State
from ratings.statistics.rate import rate
from ratings.statistics.standings import Ratings
from ratings.statistics.votes import Outcome, Ties, Votes


def rated(names: str, *won: str) -> Ratings:
    """Each entry such as "ab" is a win of a over b."""
    left = np.array([names.index(pair[0]) for pair in won], dtype=np.int64)
    right = np.array([names.index(pair[1]) for pair in won], dtype=np.int64)
    outcome = np.full(len(won), Outcome.LEFT, dtype=np.int64)
    return rate(Votes(left, right, outcome), systems=names)


def states(ratings: Ratings) -> dict[str, State]:
    return {row.system: row.state for row in ratings.standings}


CYCLE = ("ab", "bc", "ca")


def test_the_largest_component_is_rated() -> None:
    assert [row.system for row in rated("abcde", *CYCLE, "de", "ed").rated] == list("abc")


@pytest.mark.parametrize(
    ("votes", "state"),
    [
        ((), State.NO_VOTES),
        (("da", "db"), State.UNDEFEATED),
        (("ad", "cd"), State.WINLESS),
        (("da", "bd"), State.RATED),
    ],
)
def test_a_fourth_system_is_rated_or_has_its_reason(votes: tuple[str, ...], state: State) -> None:
    row = next(row for row in rated("abcd", *CYCLE, *votes).standings if row.system == "d")
    assert row.state is state
    assert bool(row.reason) == (state is not State.RATED)


def test_an_island_is_no_part_of_the_table() -> None:
    assert states(rated("abcde", *CYCLE, "de"))["d"] is State.ISLAND


def test_a_group_that_only_won_against_the_rest_is_not_connected() -> None:
    found = states(rated("abcde", *CYCLE, "de", "ed", "da"))
    assert found["d"] is State.NOT_CONNECTED
    assert found["e"] is State.NOT_CONNECTED


def test_one_vote_rates_nobody() -> None:
    ratings = rated("ab", "ab")
    assert states(ratings) == {"a": State.UNDEFEATED, "b": State.WINLESS}
    assert ratings.notes[0].startswith("No two systems have beaten each other")


def test_no_vote_rates_nobody() -> None:
    assert states(rated("ab")) == {"a": State.NO_VOTES, "b": State.NO_VOTES}


def test_a_single_system_has_no_rating() -> None:
    assert states(rated("a")) == {"a": State.NO_VOTES}


def test_of_two_equal_components_the_one_with_more_votes_is_rated() -> None:
    assert [row.system for row in rated("abcd", "ab", "ba", "cd", "dc", "cd").rated] == ["c", "d"]


def test_a_tie_connects_and_a_dropped_tie_does_not() -> None:
    votes = Votes(np.array([0]), np.array([1]), np.array([Outcome.TIE]))
    assert states(rate(votes, systems="ab"))["a"] is State.RATED
    assert states(rate(votes, systems="ab", ties=Ties.DROP))["a"] is State.NO_VOTES
