"""One-sided bounds for systems that have won, or lost, everything."""

import math

import numpy as np
import pytest
from scipy.optimize import brentq, minimize

from ratings.statistics import elo
from ratings.statistics.rate import rate
from ratings.statistics.standings import Ratings, Standing
from ratings.statistics.votes import FloatArray, Outcome, Ties, Votes
from tests.ratings.test_intervals import random_votes

ALPHA = 0.05  # one-sided: the bound is where the record has this probability


def with_record(votes: Votes, *, wins: int = 0, losses: int = 0, against: int = 0) -> Votes:
    """Further votes of system 5 ("f") against one of the others, by listeners of their own."""
    n = wins + losses
    listener = None if votes.listener is None else np.append(votes.listener, 100 + np.arange(n))
    return Votes(
        np.append(votes.left, np.full(n, 5)),
        np.append(votes.right, np.full(n, against)),
        np.append(votes.outcome, [Outcome.LEFT] * wins + [Outcome.RIGHT] * losses),
        listener,
    )


def without_listeners(votes: Votes) -> Votes:
    return Votes(votes.left, votes.right, votes.outcome)


def row(ratings: Ratings, system: str = "f") -> Standing:
    return next(row for row in ratings.standings if row.system == system)


def bound_by_search(votes: Votes, sign: int) -> float:
    """The same bound from a general optimiser on the list of votes, in Elo points."""

    def loss(others: FloatArray, strength: float) -> float:
        centred = np.append(others, -others.sum())
        theta = np.append(centred, strength)
        eta = theta[votes.left] - theta[votes.right]
        won = votes.outcome == Outcome.LEFT
        return float(np.logaddexp(0, np.where(won, -eta, eta)).sum())

    def profile(strength: float) -> float:
        return float(minimize(loss, np.zeros(4), args=(strength,), tol=1e-12).fun)

    supremum = profile(sign * 40.0)
    found = brentq(lambda t: profile(t) - supremum + math.log(ALPHA), -20, 20)
    return 1000 + elo.POINTS_PER_UNIT * float(found)


@pytest.mark.parametrize("sign", [1, -1])
def test_the_bound_is_where_the_profile_likelihood_says(sign: int) -> None:
    plain = without_listeners(random_votes(1))
    votes = with_record(plain, wins=8 * (sign == 1), losses=8 * (sign == -1))
    found = row(rate(votes, systems="abcdef", level=0.95))
    bound = found.at_least if sign == 1 else found.at_most
    assert bound == pytest.approx(bound_by_search(votes, sign), abs=0.01)
    assert found.rating is None


def test_against_one_rival_of_many_votes_the_bound_is_the_binomial_one() -> None:
    """n wins of n have the probability pⁿ, so p ≥ α^(1/n) (Clopper & Pearson)."""
    n, rival_strength = 10, 0.0
    even = Votes(np.zeros(10**6, int), np.ones(10**6, int), np.arange(10**6) % 2)
    record = Votes(
        np.append(even.left, np.full(n, 2)),
        np.append(even.right, np.zeros(n, int)),
        np.append(even.outcome, np.zeros(n, int)),
    )
    p = ALPHA ** (1 / n)
    expected = 1000 + elo.POINTS_PER_UNIT * (rival_strength + math.log(p / (1 - p)))
    assert row(rate(record, systems="abc"), "c").at_least == pytest.approx(expected, abs=0.1)


def test_more_wins_raise_the_bound() -> None:
    bounds = [
        row(rate(with_record(random_votes(1), wins=n), systems="abcdef")).at_least
        for n in (3, 5, 50)
    ]
    found = [bound for bound in bounds if bound is not None]
    assert found == sorted(found)
    assert len(found) == 3


def test_what_a_single_listener_said_is_no_bound() -> None:
    votes = with_record(random_votes(1), wins=30)
    assert votes.listener is not None
    few = [row(rate(given_by(votes, judges), systems="abcdef")).at_least for judges in (1, 2, 30)]
    assert few[0] is None
    assert few[1] is not None
    assert few[2] is not None
    assert few[1] < few[2]


def given_by(votes: Votes, judges: int) -> Votes:
    """The same votes; those on system 5 come from so many listeners."""
    assert votes.listener is not None
    renumbered = np.where(votes.listener >= 100, 100 + votes.listener % judges, votes.listener)
    return Votes(votes.left, votes.right, votes.outcome, renumbered)


@pytest.mark.parametrize("strength", [0.5, 1.0, 1.5, 2.0])
def test_a_bound_is_false_no_more_often_than_stated(strength: float) -> None:
    """Five votes on a newcomer; a record that is not perfect gets no bound, so is no error."""
    false = 0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        if (rng.random(5) < 1 / (1 + math.exp(-strength))).all():
            votes = with_record(level_votes(seed), wins=5)
            bound = row(rate(votes, systems="abcdef")).at_least
            false += bound is not None and bound > 1000 + elo.POINTS_PER_UNIT * strength
    assert false <= 20  # 5 % of 200 is 10; twice that is improbable by chance


def level_votes(seed: int) -> Votes:
    """Votes of 400 listeners on five equal systems."""
    rng = np.random.default_rng([seed, 1])
    left = rng.integers(0, 5, 1000)
    right = (left + rng.integers(1, 5, 1000)) % 5
    return Votes(left, right, rng.integers(0, 2, 1000))


def test_listeners_who_differ_lower_the_bound() -> None:
    votes = random_votes(1, votes=4000, listeners=4000)
    rng = np.random.default_rng(2)
    tastes = rng.normal(0, 1.5, (40, 5))
    listener = rng.integers(0, 40, 4000)
    eta = tastes[listener, votes.left] - tastes[listener, votes.right]
    outcome = np.where(rng.random(4000) < 1 / (1 + np.exp(-eta)), 0, 1)
    alike = with_record(Votes(votes.left, votes.right, outcome, listener), wins=20)
    independent = row(rate(without_listeners(alike), systems="abcdef")).at_least
    clustered = row(rate(alike, systems="abcdef")).at_least
    assert independent is not None
    assert clustered is not None
    assert clustered < independent - 10


@pytest.mark.parametrize("ties", list(Ties))
def test_a_bound_exists_under_every_rule_for_ties(ties: Ties) -> None:
    votes = with_record(random_votes(1), losses=6)
    outcome = votes.outcome.copy()
    outcome[:100:4] = Outcome.TIE
    tied = Votes(votes.left, votes.right, outcome, votes.listener)
    assert row(rate(tied, systems="abcdef", ties=ties, order_effect=True)).at_most is not None


def test_a_system_that_never_met_a_rated_one_has_no_bound() -> None:
    votes = with_record(random_votes(1), wins=3)
    chain = Votes(
        np.append(votes.left, 6),
        np.append(votes.right, 5),
        np.append(votes.outcome, Outcome.LEFT),
    )
    ratings = rate(chain, systems="abcdefg")
    assert row(ratings, "g").at_least is None
    assert row(ratings, "g").reason
