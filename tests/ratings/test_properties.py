"""What must hold for any votes whatsoever."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from random import Random

import choix
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.statistics.analysis import analyse
from ratings.statistics.counts import count_votes, wins
from ratings.statistics.influence import influential_listeners
from ratings.statistics.rate import rate
from ratings.statistics.standings import Ratings
from ratings.statistics.votes import Outcome, Ties, Votes
from tests.ratings.published import strengths
from tests.ratings.strategies import any_votes, connected_votes

Case = tuple[tuple[str, ...], Votes]


def numbers(ratings: Ratings) -> dict[str, tuple[float | int | None, ...]]:
    """Rating, interval and ranks of each rated system."""
    return {
        row.system: (row.rating.value, row.rating.low, row.rating.high, row.rank_low, row.rank_high)
        for row in ratings.rated
        if row.rating is not None
    }


def assert_same(first: Ratings, second: Ratings) -> None:
    assert numbers(first).keys() == numbers(second).keys()
    for system, values in numbers(first).items():
        assert numbers(second)[system] == pytest.approx(values, abs=1e-6)


@given(connected_votes())
def test_strengths_agree_with_choix(case: Case) -> None:
    systems, votes = case
    won = wins(count_votes(votes, systems=len(systems))[0])
    exact = choix.ilsr_pairwise_dense(won, tol=1e-13, max_iter=100_000)
    theta = strengths(rate(votes, systems=systems))
    assert [theta[system] for system in systems] == pytest.approx(list(exact), abs=1e-9)


@given(connected_votes(), st.randoms(use_true_random=False))
def test_the_order_of_votes_changes_nothing(case: Case, random: Random) -> None:
    systems, votes = case
    order = list(range(len(votes)))
    random.shuffle(order)
    assert_same(rate(votes, systems=systems), rate(reordered(votes, order), systems=systems))


def permuted(case: Case, order: Sequence[int]) -> Case:
    """The same votes on the same names, which are numbered in another order."""
    systems, votes = case
    position = np.argsort(order)
    moved = replace(votes, left=position[votes.left], right=position[votes.right])
    return tuple(systems[i] for i in order), moved


@given(connected_votes(), st.data())
def test_the_order_of_systems_changes_nothing(case: Case, data: st.DataObject) -> None:
    systems, votes = case
    names, moved = permuted(case, data.draw(st.permutations(range(len(systems)))))
    assert_same(rate(votes, systems=systems), rate(moved, systems=names))


def level_votes() -> Case:
    """Everybody wins as often as everybody else, but not before the same listeners."""
    systems = ("Ada", "Bea", "Cleo", "Dora")
    pairs = [(i, j) for i in range(4) for j in range(4) if i != j]
    left, right = (np.array(column) for column in zip(*(3 * pairs), strict=True))
    return systems, Votes(left, right, np.zeros(36, int), np.arange(36) ** 2 % 7)


def told(case: Case) -> dict[str, tuple[float | int | None, ...]]:
    """Tier and probability of being the best of each system."""
    systems, votes = case
    rows = rate(votes, systems=systems).rated
    return {row.system: (row.rank, row.tier, row.best) for row in rows}


def without_one(case: Case) -> list[tuple[int, float, set[str]]]:
    """Listeners left out, how far anybody moves then, and who changes place."""
    systems, votes = case
    found = influential_listeners(analyse(votes, systems=systems), top=7)
    return sorted(
        (one.listener, round(abs(one.refitted or 0.0), 6), {systems[i] for i in one.moved})
        for one in found
    )


@pytest.mark.parametrize("order", list(permutations(range(4)))[1::5])
def test_level_systems_are_told_of_alike_in_whatever_order_they_are_numbered(
    order: tuple[int, ...],
) -> None:
    case = level_votes()
    numbered = permuted(case, order)
    assert told(numbered) == told(case)
    assert without_one(numbered) == without_one(case)


@given(connected_votes(), st.data())
def test_best_and_tier_do_not_hang_on_the_order_of_systems(case: Case, data: st.DataObject) -> None:
    other = told(permuted(case, data.draw(st.permutations(range(len(case[0]))))))
    for system, values in told(case).items():
        assert other[system] == pytest.approx(values, abs=0.002)


@given(connected_votes(ties=False))
def test_without_ties_it_does_not_matter_what_ties_would_count(case: Case) -> None:
    systems, votes = case
    assert_same(rate(votes, systems=systems), rate(votes, systems=systems, ties=Ties.DROP))


@given(connected_votes(listeners=False))
def test_counting_every_vote_twice_leaves_strengths_and_narrows_by_root_two(case: Case) -> None:
    systems, votes = case
    once = rate(votes, systems=systems)
    twice = rate(replace(votes, weight=np.ones(len(votes)) * 2), systems=systems)
    for first, second in zip(once.rated, twice.rated, strict=True):
        assert first.rating is not None
        assert second.rating is not None
        assert first.rating.error is not None
        assert second.rating.value == pytest.approx(first.rating.value, abs=1e-6)
        assert second.rating.error == pytest.approx(first.rating.error / 2**0.5, rel=1e-6)


@given(connected_votes())
def test_writing_out_a_count_gives_the_same_as_the_count(case: Case) -> None:
    systems, votes = case
    times = np.arange(len(votes)) % 3 + 1
    counted = replace(votes, weight=times.astype(np.float64))
    written = reordered(votes, list(np.repeat(np.arange(len(votes)), times)))
    assert_same(rate(counted, systems=systems), rate(written, systems=systems))


@given(connected_votes(), st.integers(1, 200))
def test_a_smaller_island_changes_no_number(case: Case, votes_there: int) -> None:
    systems, votes = case
    there = np.arange(2 * votes_there)
    joined = Votes(
        left=np.concatenate([votes.left, np.full_like(there, len(systems))]),
        right=np.concatenate([votes.right, np.full_like(there, len(systems) + 1)]),
        outcome=np.concatenate([votes.outcome, there % 2]),
        listener=None if votes.listener is None else np.concatenate([votes.listener, there % 6]),
    )
    together = rate(joined, systems=[*systems, "Xena", "Yola"])
    assert numbers(together) == numbers(rate(votes, systems=systems))


@given(any_votes())
def test_any_votes_end_in_a_rating_or_a_reason_for_every_system(case: Case) -> None:
    systems, votes = case
    ratings = rate(votes, systems=systems)
    assert sorted(row.system for row in ratings.standings) == sorted(systems)
    for row in ratings.standings:
        assert (row.rating is None) == bool(row.reason)
        assert row.rating is None or np.isfinite(row.rating.value)


@given(connected_votes())
def test_the_same_input_gives_the_same_result_to_the_last_digit(case: Case) -> None:
    systems, votes = case
    assert rate(votes, systems=systems, seed=4) == rate(votes, systems=systems, seed=4)


@given(connected_votes())
def test_an_interval_holds_its_rating_and_a_rank_set_its_rank(case: Case) -> None:
    systems, votes = case
    for row in rate(votes, systems=systems).rated:
        assert row.rating is not None
        if row.rating.low is not None and row.rating.high is not None:
            assert row.rating.low <= row.rating.value <= row.rating.high
        if row.rank_low is not None and row.rank_high is not None and row.rank is not None:
            assert row.rank_low <= row.rank <= row.rank_high


def reordered(votes: Votes, order: list[int]) -> Votes:
    """The votes in another order, or some of them several times."""
    listener = None if votes.listener is None else votes.listener[order]
    return Votes(votes.left[order], votes.right[order], votes.outcome[order], listener)


def mirrored(votes: Votes) -> Votes:
    """The same votes with left and right changed over."""
    outcome = np.array([Outcome.RIGHT, Outcome.LEFT, Outcome.TIE])[votes.outcome]
    return replace(votes, left=votes.right, right=votes.left, outcome=outcome)


@given(connected_votes())
def test_changing_left_and_right_over_changes_no_strength(case: Case) -> None:
    systems, votes = case
    assert_same(rate(votes, systems=systems), rate(mirrored(votes), systems=systems))
