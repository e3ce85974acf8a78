"""The listeners who do not exist."""

import numpy as np
import pytest
from scipy.special import expit

from ratings.simulation import Population, simulate
from ratings.statistics.rate import rate
from ratings.statistics.votes import Votes
from tests.ratings.published import strengths


def test_without_tastes_the_truth_is_what_was_put_in() -> None:
    theta = np.array([-1.0, 0.2, 0.8])
    assert Population(theta).truth() == pytest.approx(theta)


def test_tastes_flatten_the_truth() -> None:
    theta = np.array([-1.0, 0.0, 1.0])
    assert np.ptp(Population(theta, taste=1.0).truth()) < 0.9 * np.ptp(theta)


def test_the_average_preference_is_the_average_over_listeners() -> None:
    population = Population(np.array([0.5, -0.2]), taste=0.7, prompt_effect=0.4, lean=0.3, side=0.2)
    rng = np.random.default_rng(1)
    noise = rng.normal(0, np.sqrt(2 * 0.49 + 2 * 0.16 + 0.09), 400_000)
    side = np.where(rng.random(400_000) < 0.5, 0.2, -0.2)
    expected = expit(0.7 + noise + side).mean()
    found = population.preference(np.array([0]), np.array([1]))[0]
    assert found == pytest.approx(expected, abs=0.003)


def test_a_board_of_many_simulated_votes_arrives_at_the_truth() -> None:
    population = Population(np.linspace(-1, 1, 4), taste=0.5, lean=0.4, side=0.3)
    rng = np.random.default_rng(1)
    votes = simulate(population, votes=400_000, listeners=20_000, rng=rng)
    found = strengths(rate(votes, systems="abcd"))
    assert [found[name] for name in "abcd"] == pytest.approx(population.truth(), abs=0.02)


def test_the_same_seed_gives_the_same_votes() -> None:
    def drawn() -> Votes:
        rng = np.random.default_rng(5)
        return simulate(Population(np.zeros(3), taste=1), votes=50, listeners=5, rng=rng)

    first, second = drawn(), drawn()
    assert (first.outcome == second.outcome).all()
    assert (first.left == second.left).all()


def test_nobody_is_set_against_itself() -> None:
    votes = simulate(Population(np.zeros(3)), votes=500, listeners=5, rng=np.random.default_rng(1))
    assert votes.checked(3) is votes


def test_activity_makes_some_listeners_diligent() -> None:
    rng = np.random.default_rng(1)
    votes = simulate(Population(np.zeros(3)), votes=5000, listeners=50, rng=rng, activity=1.0)
    assert votes.listener is not None
    each = np.bincount(votes.listener, minlength=50)
    assert each.max() > 4 * np.median(each)
