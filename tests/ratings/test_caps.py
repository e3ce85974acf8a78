"""A cap on the share of any one listener."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.statistics.caps import cap_per_listener
from ratings.statistics.rate import rate
from ratings.statistics.votes import FloatArray, Votes
from tests.ratings.published import strengths
from tests.ratings.test_influence import with_a_fan
from tests.ratings.test_intervals import random_votes


def one_pair(*votes_of_each: int) -> Votes:
    listener = np.repeat(np.arange(len(votes_of_each)), votes_of_each)
    sides = np.arange(len(listener)) % 2
    return Votes(sides, 1 - sides, np.zeros_like(sides), listener)


def held(votes: Votes, weights: FloatArray) -> FloatArray:
    assert votes.listener is not None
    total: FloatArray = np.bincount(votes.listener, weights).astype(np.float64)
    return total


def test_nobody_below_the_cap_is_touched() -> None:
    votes = one_pair(5, 5, 4, 6)
    assert cap_per_listener(votes, share=0.4).tolist() == [1] * 20


def test_a_heavy_listener_is_brought_down_to_the_cap_exactly() -> None:
    votes = one_pair(90, 5, 5)
    assert held(votes, cap_per_listener(votes, share=0.5)) == pytest.approx([10, 5, 5])


def test_two_heavy_listeners_share_the_same_ceiling() -> None:
    votes = one_pair(90, 60, 5, 5)
    assert held(votes, cap_per_listener(votes, share=0.3)) == pytest.approx([7.5, 7.5, 5, 5])


def test_with_too_few_listeners_all_weigh_the_same() -> None:
    votes = one_pair(9, 3)
    assert held(votes, cap_per_listener(votes, share=0.2)) == pytest.approx([3, 3])


@given(
    st.lists(st.integers(1, 60), min_size=1, max_size=30),
    st.floats(0.02, 1),
)
def test_the_cap_holds_wherever_it_can_and_takes_no_more_than_it_must(
    sizes: list[int], share: float
) -> None:
    votes = one_pair(*sizes)
    weight = held(votes, cap_per_listener(votes, share=share))
    largest = weight.max() / weight.sum()
    assert largest <= max(share, 1 / len(sizes)) + 1e-9
    touched = weight < np.array(sizes) - 1e-9
    if share * len(sizes) > 1 and touched.any():
        assert weight[touched] / weight.sum() == pytest.approx(share)


def test_pairs_are_capped_apart() -> None:
    votes = Votes(
        left=np.array([0, 0, 0, 0, 2, 2]),
        right=np.array([1, 1, 1, 1, 1, 1]),
        outcome=np.zeros(6, int),
        listener=np.array([0, 0, 0, 1, 0, 1]),
    )
    weights = cap_per_listener(votes, share=0.5)
    assert weights == pytest.approx([1 / 3, 1 / 3, 1 / 3, 1, 1, 1])


def test_a_cap_limits_what_a_fan_achieves() -> None:
    honest = random_votes(3, votes=2000, listeners=100)
    votes = with_a_fan(honest, size=400)
    capped = replace(votes, weight=cap_per_listener(votes, share=0.05))
    true, pushed, limited = (
        strengths(rate(v, systems="abcde"))["a"] for v in (honest, votes, capped)
    )
    assert abs(limited - true) < abs(pushed - true) / 3


def test_existing_weights_are_kept_as_the_starting_point() -> None:
    votes = replace(one_pair(5, 5, 5), weight=np.full(15, 2.0))
    assert cap_per_listener(votes, share=0.5).tolist() == [2] * 15


@pytest.mark.parametrize("share", [0.0, -0.1, 1.1])
def test_an_impossible_share_is_refused(share: float) -> None:
    with pytest.raises(ValueError, match="A share lies above 0"):
        cap_per_listener(one_pair(1, 2), share=share)


def test_without_listeners_there_is_no_cap() -> None:
    with pytest.raises(ValueError, match="needs the listener"):
        cap_per_listener(replace(one_pair(1, 2), listener=None), share=0.1)
