"""Strange inputs end in a right answer or a clear refusal."""

import numpy as np
import pytest

from ratings.simulation import Population, simulate
from ratings.statistics.components import State
from ratings.statistics.rate import rate
from ratings.statistics.votes import Outcome, Ties, VoteError, Votes
from tests.ratings.published import strengths


def empty() -> Votes:
    none = np.zeros(0, dtype=np.int64)
    return Votes(none, none, none)


def test_no_systems_make_an_empty_board() -> None:
    assert rate(empty(), systems=[]).standings == ()


def test_a_vote_about_unlisted_systems_is_refused() -> None:
    votes = Votes(np.array([0]), np.array([1]), np.array([0]))
    with pytest.raises(VoteError, match="Vote 1: names none of the 0 systems"):
        rate(votes, systems=[])


def test_all_ties_make_all_systems_equal_without_an_error_of_their_own() -> None:
    left = np.array([0, 1, 2, 0])
    votes = Votes(left, (left + 1) % 3, np.full(4, Outcome.TIE))
    ratings = rate(votes, systems="abc")
    assert strengths(ratings) == pytest.approx({"a": 0, "b": 0, "c": 0}, abs=1e-9)
    assert {(row.rank_low, row.rank_high) for row in ratings.rated} == {(1, 3)}


def test_exactly_equal_systems_stand_in_the_order_of_their_names() -> None:
    """All beat all alike; what rounding leaves of their differences decides nothing."""
    pairs = [(i, j) for i in range(4) for j in range(4) if i != j for _ in range(14)]
    left, right = (np.array(side) for side in zip(*pairs, strict=True))
    votes = Votes(left, right, np.arange(len(pairs)) % 2, np.arange(len(pairs)) % 7)
    assert [row.system for row in rate(votes, systems="dbca").rated] == list("abcd")


def test_listeners_who_only_tie_leave_the_uncertainty_unknown() -> None:
    """Their residuals are all zero, and an interval of width zero would be a lie."""
    left = np.array([0, 1, 2, 0, 1, 2])
    votes = Votes(left, (left + 1) % 3, np.full(6, Outcome.TIE), np.array([0, 0, 0, 1, 1, 1]))
    for row in rate(votes, systems="abc").rated:
        assert row.rating is not None
        assert row.rating.low is None
        assert (row.rank_low, row.rank_high) == (1, 3)


def test_votes_that_prove_nothing_leave_an_undefeated_system_without_a_bound() -> None:
    """Two listeners, one of whom contradicts the other: any interval is enormous."""
    votes = Votes(
        left=np.array([0, 0, 0, 0, 1, 0]),
        right=np.array([1, 1, 1, 1, 2, 1]),
        outcome=np.array([0, 0, 0, 0, 0, 1]),
        listener=np.array([0, 0, 0, 0, 0, 1]),
    )
    row = rate(votes, systems="abc").standings[-1]
    assert row.state is State.WINLESS
    assert row.at_most is None


def test_all_ties_dropped_leave_nothing() -> None:
    votes = Votes(np.array([0]), np.array([1]), np.array([Outcome.TIE]))
    assert rate(votes, systems="ab", ties=Ties.DROP).votes == 0


def test_a_million_equal_votes_rate_nobody() -> None:
    million = np.zeros(1_000_000, dtype=np.int64)
    ratings = rate(Votes(million, million + 1, million, million), systems="ab")
    assert [row.state for row in ratings.standings] == [State.UNDEFEATED, State.WINLESS]


def test_one_loss_against_a_million_wins_is_a_strength() -> None:
    left = np.zeros(2, dtype=np.int64)
    votes = Votes(left, left + 1, np.array([0, 1]), weight=np.array([1e6, 1.0]))
    assert strengths(rate(votes, systems="ab"))["a"] == pytest.approx(np.log(1e6) / 2, abs=1e-9)


def test_a_long_chain_of_narrow_bridges_is_rated() -> None:
    """Each system beat the next ten times and lost once, and no others met."""
    low = np.repeat(np.arange(29), 2)
    votes = Votes(low, low + 1, np.tile([0, 1], 29), weight=np.tile([10.0, 1.0], 29))
    ratings = rate(votes, systems=[f"{i:02}" for i in range(30)])
    theta = strengths(ratings)
    gaps = [theta[f"{i:02}"] - theta[f"{i + 1:02}"] for i in range(29)]
    assert gaps == pytest.approx([np.log(10)] * 29, abs=1e-9)


def test_three_hundred_systems() -> None:
    population = Population(np.linspace(-2, 2, 300))
    rng = np.random.default_rng(1)
    names = [f"{i:03}" for i in range(300)]
    ratings = rate(simulate(population, votes=200_000, listeners=500, rng=rng), systems=names)
    theta = strengths(ratings)
    found = np.array([theta[name] for name in names])
    assert np.corrcoef(found, population.theta)[0, 1] > 0.99
    for row in ratings.rated:
        assert row.rank_low is not None
        assert row.rank_high is not None
        assert row.rank_low <= 300 - row.index <= row.rank_high


def test_two_systems_of_the_same_name_are_refused() -> None:
    with pytest.raises(ValueError, match="Two systems have the same name"):
        rate(empty(), systems=["a", "a"])


def test_votes_of_weight_zero_count_for_nothing() -> None:
    votes = Votes(
        np.array([0, 1, 2]), np.array([1, 0, 0]), np.zeros(3, int), weight=np.array([1.0, 1, 0])
    )
    found = {row.system: row.state for row in rate(votes, systems="abc").standings}
    assert found["c"] is State.NO_VOTES
