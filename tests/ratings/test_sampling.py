"""What one more vote on a pair would tell."""

import numpy as np
import pytest

from ratings.sampling_comparison import Rule, Trial, compare
from ratings.simulation import Population
from ratings.statistics.sampling import precision_gain, ranking_gain


def test_precision_is_the_fall_of_the_determinant() -> None:
    """Against the exact change, for a vote of little weight."""
    theta = np.array([0.0, 0.4, -0.3, 1.0])
    root = np.random.default_rng(1).normal(size=(4, 4))
    covariance = root @ root.T / 10
    weight = 1e-6
    for i in range(4):
        for j in range(4):
            contrast = np.eye(4)[i] - np.eye(4)[j]
            p = 1 / (1 + np.exp(theta[j] - theta[i]))
            information = weight * p * (1 - p) * np.outer(contrast, contrast)
            shrunk = np.linalg.inv(np.linalg.inv(covariance) + information)
            fall = np.linalg.slogdet(covariance)[1] - np.linalg.slogdet(shrunk)[1]
            gain = precision_gain(theta, covariance)[i, j]
            assert weight * gain == pytest.approx(fall, rel=1e-3, abs=1e-12)


def test_precision_prefers_the_pair_that_is_known_least() -> None:
    gain = precision_gain(np.zeros(3), np.diag([1.0, 1.0, 0.1]))
    assert gain[0, 1] > gain[0, 2] == gain[1, 2] > 0


def test_ranking_asks_about_neighbours_that_are_not_separated() -> None:
    theta = np.array([3.0, 2.0, 1.0, 0.0])
    separated = np.zeros((4, 4), dtype=bool)
    separated[0, 1] = True
    expected = np.zeros((4, 4))
    expected[1, 2] = expected[2, 1] = expected[2, 3] = expected[3, 2] = 1
    assert (ranking_gain(theta, separated) == expected).all()


def test_when_all_neighbours_are_separated_all_pairs_are_alike() -> None:
    theta = np.array([2.0, 1.0, 0.0])
    gain = ranking_gain(theta, theta[:, None] > theta[None, :])
    assert (gain == np.ones((3, 3)) - np.eye(3)).all()


@pytest.mark.heavy
def test_ranking_resolves_more_neighbours_at_the_price_of_a_larger_error() -> None:
    trial = Trial(Population(np.linspace(-2, 2, 8)), batches=4, votes_per_batch=300)
    found = {result.rule: result for result in compare(trial, seeds=30)}
    uniform, precision, ranking = (found[rule] for rule in Rule)
    assert ranking.resolved > 1.5 * uniform.resolved
    assert ranking.error > 1.1 * uniform.error
    assert precision.resolved > uniform.resolved
