"""Do slices agree?"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import kstest

from ratings.statistics.interaction import Interaction, SliceError, interaction
from ratings.statistics.votes import IntArray, Votes


def sliced_votes(
    seed: int, *, effect: float, votes: int = 3000, listeners: int = 60
) -> tuple[Votes, IntArray]:
    """Two slices of four systems; in the second, system 0 is stronger by `effect`."""
    rng = np.random.default_rng(seed)
    left = rng.integers(0, 4, votes)
    right = (left + rng.integers(1, 4, votes)) % 4
    slices = rng.integers(0, 2, votes)
    listener = rng.integers(0, listeners, votes)
    taste = rng.normal(0, 0.5, (listeners, 4))
    theta = taste + np.array([0.0, 0.3, 0.6, 0.9])
    bonus = effect * slices
    eta = theta[listener, left] - theta[listener, right]
    eta += bonus * (left == 0) - bonus * (right == 0)
    outcome = np.where(rng.random(votes) < 1 / (1 + np.exp(-eta)), 0, 1)
    return Votes(left, right, outcome, listener), slices


def compared(seed: int, effect: float) -> Interaction:
    votes, slices = sliced_votes(seed, effect=effect)
    return interaction(votes, slices, systems="abcd")


def test_equal_slices_are_called_different_no_more_often_than_stated() -> None:
    found = [compared(seed, effect=0.0) for seed in range(150)]
    wald = [row.wald_p for row in found if row.wald_p is not None]
    assert kstest(wald, "uniform").pvalue > 0.01
    assert np.mean(np.array(wald) < 0.05) < 0.1
    assert np.mean([row.smallest_p < 0.05 for row in found]) < 0.1


@pytest.mark.parametrize(("listeners", "votes"), [(5, 1000), (15, 400)])
def test_few_listeners_do_not_make_slices_differ(listeners: int, votes: int) -> None:
    runs = [
        interaction(
            *sliced_votes(seed, effect=0.0, votes=votes, listeners=listeners), systems="abcd"
        )
        for seed in range(100)
    ]
    assert np.mean([run.smallest_p < 0.05 for run in runs]) <= 0.1


def test_a_system_that_is_better_in_one_slice_is_found_and_named() -> None:
    found = compared(1, effect=0.8)
    assert found.wald_p is not None
    assert found.wald_p < 0.001
    assert found.smallest_p < 0.01
    assert found.differences[0].system == 0
    assert found.tested == 3
    assert found.listeners == 60


def test_the_differences_of_a_system_add_up_to_nothing_over_the_slices() -> None:
    found = compared(2, effect=0.5)
    for system in range(4):
        rows = [row.difference for row in found.differences if row.system == system]
        assert sum(rows) == pytest.approx(0, abs=1e-9)


def test_the_order_of_the_slices_does_not_matter() -> None:
    votes, slices = sliced_votes(3, effect=0.3)
    one = interaction(votes, slices, systems="abcd")
    other = interaction(votes, 1 - slices, systems="abcd")
    assert one.wald == pytest.approx(other.wald)
    assert one.smallest_p == pytest.approx(other.smallest_p)


def test_with_few_listeners_only_the_largest_difference_is_tested() -> None:
    votes, slices = sliced_votes(4, effect=0.0, listeners=3)
    assert interaction(votes, slices, systems="abcd").wald_p is None


Change = Callable[[Votes, IntArray], tuple[Votes, IntArray]]


def without_listeners(votes: Votes, slices: IntArray) -> tuple[Votes, IntArray]:
    return replace(votes, listener=None), slices


def all_in_one_slice(votes: Votes, slices: IntArray) -> tuple[Votes, IntArray]:
    return votes, np.zeros_like(slices)


def all_by_one_listener(votes: Votes, slices: IntArray) -> tuple[Votes, IntArray]:
    return replace(votes, listener=np.zeros_like(slices)), slices


def each_slice_with_its_own_systems(votes: Votes, _: IntArray) -> tuple[Votes, IntArray]:
    inside = votes.where((votes.left < 2) == (votes.right < 2))
    return inside, (inside.left < 2).astype(np.int64)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (without_listeners, "listeners of the votes are known"),
        (all_in_one_slice, "Fewer than two slices"),
        (all_by_one_listener, "Fewer than two slices"),
        (each_slice_with_its_own_systems, "Fewer than two systems are rated in every slice"),
    ],
)
def test_what_cannot_be_compared_is_refused(change: Change, complaint: str) -> None:
    with pytest.raises(SliceError, match=complaint):
        interaction(*change(*sliced_votes(5, effect=0.0)), systems="abcd")
