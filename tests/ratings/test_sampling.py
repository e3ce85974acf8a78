"""Which pair to ask about next."""

import numpy as np
import pytest

from ratings.sampling_comparison import Trial, compare
from ratings.simulation import Population
from ratings.statistics.sampling import (
    Sampling,
    precision_pairs,
    ranking_pairs,
    uniform_pairs,
)
from ratings.statistics.votes import BoolArray, FloatArray


def everything(n: int) -> BoolArray:
    return ~np.eye(n, dtype=bool)


def total(pairs: FloatArray) -> float:
    return float(np.triu(pairs).sum())


def test_uniform_gives_every_available_pair_the_same() -> None:
    available = everything(4)
    available[0, 3] = available[3, 0] = False
    pairs = uniform_pairs(available)
    assert pairs[0, 3] == 0
    assert pairs[0, 1] == pytest.approx(1 / 5)
    assert total(pairs) == pytest.approx(1)


def test_precision_prefers_the_pair_whose_vote_shrinks_the_uncertainty_most() -> None:
    """Against the exact change of the determinant, for a vote of little weight."""
    theta = np.array([0.0, 0.4, -0.3, 1.0])
    root = np.random.default_rng(1).normal(size=(4, 4))
    covariance = root @ root.T / 10
    pairs = precision_pairs(theta, covariance, everything(4), floor=0.1)
    gains = np.zeros((4, 4))
    for i in range(4):
        for j in range(4):
            if i != j:
                contrast = np.eye(4)[i] - np.eye(4)[j]
                p = 1 / (1 + np.exp(theta[j] - theta[i]))
                shrunk = np.linalg.inv(
                    np.linalg.inv(covariance) + 1e-6 * p * (1 - p) * np.outer(contrast, contrast)
                )
                gains[i, j] = np.linalg.slogdet(covariance)[1] - np.linalg.slogdet(shrunk)[1]
    expected = 0.1 / 6 + 0.9 * gains / np.triu(gains).sum()
    off_diagonal = everything(4)
    assert pairs[off_diagonal] == pytest.approx(expected[off_diagonal], rel=1e-3)


def test_ranking_asks_about_neighbours_that_are_not_separated() -> None:
    theta = np.array([3.0, 2.0, 1.0, 0.0])
    separated = np.zeros((4, 4), dtype=bool)
    separated[0, 1] = True
    pairs = ranking_pairs(theta, separated, everything(4), floor=0.1)
    assert pairs[0, 1] == pytest.approx(0.1 / 6)
    assert pairs[1, 2] == pairs[2, 1] == pytest.approx(0.1 / 6 + 0.9 / 2)
    assert total(pairs) == pytest.approx(1)


def test_when_all_neighbours_are_separated_ranking_is_uniform() -> None:
    theta = np.array([2.0, 1.0, 0.0])
    separated = theta[:, None] > theta[None, :]
    expected = uniform_pairs(everything(3))
    assert (ranking_pairs(theta, separated, everything(3)) == expected).all()


def test_what_is_not_available_is_never_drawn() -> None:
    available = everything(3)
    available[0, 1] = available[1, 0] = False
    covariance = np.diag([9.0, 9.0, 0.1])
    assert precision_pairs(np.zeros(3), covariance, available)[0, 1] == 0
    assert ranking_pairs(np.array([2.0, 1, 0]), np.zeros((3, 3), bool), available)[0, 1] == 0


def test_every_pair_keeps_its_share_of_the_floor() -> None:
    covariance = np.diag([9.0, 1e-9, 1e-9, 1e-9])
    pairs = precision_pairs(np.zeros(4), covariance, everything(4), floor=0.2)
    assert pairs[2, 3] >= 0.2 / 6


def test_a_floor_below_ten_percent_is_refused() -> None:
    with pytest.raises(ValueError, match="uniform floor"):
        precision_pairs(np.zeros(2), np.eye(2), everything(2), floor=0.05)


def test_without_a_pair_there_is_nothing_to_draw() -> None:
    with pytest.raises(ValueError, match="no pair"):
        uniform_pairs(np.zeros((2, 2), dtype=bool))


@pytest.mark.heavy
def test_ranking_resolves_more_neighbours_at_the_price_of_a_larger_error() -> None:
    trial = Trial(Population(np.linspace(-2, 2, 8)), batches=4, votes_per_batch=300)
    found = {result.rule: result for result in compare(trial, seeds=30)}
    uniform, precision, ranking = (found[rule] for rule in Sampling)
    assert ranking.resolved > 1.5 * uniform.resolved
    assert ranking.error > 1.1 * uniform.error
    assert precision.resolved > uniform.resolved
