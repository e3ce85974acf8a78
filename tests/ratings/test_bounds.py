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

Z = 1.6448536269514722  # 95 % one-sided


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
    found = brentq(lambda t: profile(t) - supremum - Z**2 / 2, -10, 10)
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
    """n wins of n have likelihood pⁿ, so p ≥ exp(-z²/2n)."""
    n, rival_strength = 10, 0.0
    even = Votes(np.zeros(10**6, int), np.ones(10**6, int), np.arange(10**6) % 2)
    record = Votes(
        np.append(even.left, np.full(n, 2)),
        np.append(even.right, np.zeros(n, int)),
        np.append(even.outcome, np.zeros(n, int)),
    )
    p = math.exp(-(Z**2) / (2 * n))
    expected = 1000 + elo.POINTS_PER_UNIT * (rival_strength + math.log(p / (1 - p)))
    assert row(rate(record, systems="abc"), "c").at_least == pytest.approx(expected, abs=0.1)


def test_more_wins_raise_the_bound() -> None:
    bounds = [
        row(rate(with_record(random_votes(1), wins=n), systems="abcdef")).at_least
        for n in (1, 5, 50)
    ]
    found = [bound for bound in bounds if bound is not None]
    assert found == sorted(found)
    assert len(found) == 3


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
