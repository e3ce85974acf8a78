"""Simultaneous rank sets."""

import numpy as np
import pytest
from scipy.stats import studentized_range

from ratings.statistics.ranks import rank_sets, share_best, tiers
from ratings.statistics.votes import FloatArray


def independent(n: int) -> tuple[FloatArray, FloatArray]:
    """Unit variances without correlation, and the errors of the differences."""
    errors = np.full((n, n), 2**0.5)
    np.fill_diagonal(errors, 0)
    return np.eye(n), errors


def test_independent_equal_variances_give_the_studentized_range() -> None:
    """Tukey's honest significant difference is the special case with a known answer."""
    for n, df in ((3, 10), (30, 200)):
        sets = rank_sets(
            np.arange(n) / 10.0, *independent(n), degrees_of_freedom=df, level=0.95, seed=1
        )
        exact = studentized_range.ppf(0.95, n, df) / 2**0.5
        assert sets.critical_value == pytest.approx(exact, rel=0.02)


def test_well_separated_systems_have_one_rank_each() -> None:
    theta = np.array([0.0, 20.0, 10.0])
    sets = rank_sets(theta, *independent(3), degrees_of_freedom=None, level=0.95, seed=1)
    assert sets.low.tolist() == sets.high.tolist() == [3, 1, 2]


def test_equal_systems_share_all_ranks() -> None:
    sets = rank_sets(np.zeros(4), *independent(4), degrees_of_freedom=None, level=0.95, seed=1)
    assert sets.low.tolist() == [1] * 4
    assert sets.high.tolist() == [4] * 4


def test_a_pair_of_unknown_error_is_never_separated() -> None:
    covariance, errors = independent(3)
    errors[0, :] = errors[:, 0] = np.inf
    sets = rank_sets(
        np.array([0.0, 20.0, 10.0]), covariance, errors, degrees_of_freedom=3, level=0.95, seed=1
    )
    assert (sets.low[0], sets.high[0]) == (1, 3)
    assert (sets.low[1], sets.high[1]) == (1, 2)


def test_of_two_equal_systems_either_is_best_half_the_time() -> None:
    sets = rank_sets(
        np.array([0.0, 0.0, -50.0]), *independent(3), degrees_of_freedom=9, level=0.95, seed=1
    )
    assert sets.best == pytest.approx([0.5, 0.5, 0], abs=0.02)


def test_the_share_of_being_best_is_counted_per_draw() -> None:
    assert share_best(np.array([[1.0, 2, 0], [3, 1, 2], [0, 5, 1], [0, 1, 9]])).tolist() == [
        0.25,
        0.5,
        0.25,
    ]


def test_a_tier_ends_where_a_system_is_separated_from_one_of_its_members() -> None:
    theta = np.array([1.0, 4.0, 3.0, 2.0, 0.0])
    separated = theta[:, None] - theta[None, :] > 1.5
    assert tiers(theta, separated).tolist() == [2, 1, 1, 2, 3]
