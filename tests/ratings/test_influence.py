"""Listeners left out one at a time."""

from dataclasses import replace

import numpy as np
import pytest

from ratings.statistics.analysis import analyse
from ratings.statistics.influence import influential_listeners
from ratings.statistics.rate import rate
from ratings.statistics.votes import Votes
from tests.ratings.published import strengths
from tests.ratings.test_intervals import random_votes


def with_a_fan(votes: Votes, *, size: int) -> Votes:
    """One more listener, who votes for the weakest system against all others."""
    n = np.arange(size)
    assert votes.listener is not None
    return Votes(
        np.append(votes.left, np.zeros_like(n)),
        np.append(votes.right, 1 + n % 4),
        np.append(votes.outcome, np.zeros_like(n)),
        np.append(votes.listener, np.full_like(n, 77)),
    )


def test_the_refit_is_the_rating_without_that_listener() -> None:
    votes = random_votes(1)
    assert votes.listener is not None
    first = influential_listeners(analyse(votes, systems="abcde"), top=1)[0]
    name = "abcde"[first.system]
    rest = votes.where(votes.listener != first.listener)
    full, without = (strengths(rate(v, systems="abcde")) for v in (votes, rest))
    shift = (without[name] - full[name]) * 400 / np.log(10)
    assert first.refitted == pytest.approx(shift, abs=1e-6)


def test_one_step_is_close_to_the_refit_for_listeners_of_small_weight() -> None:
    votes = random_votes(2, votes=20_000, listeners=200)
    for row in influential_listeners(analyse(votes, systems="abcde"), top=10):
        assert row.refitted is not None
        assert row.one_step == pytest.approx(row.refitted, rel=0.05)


def test_a_fan_is_found_first_with_what_the_votes_did() -> None:
    votes = with_a_fan(random_votes(3, votes=2000), size=120)
    first = influential_listeners(analyse(votes, systems="abcde"))[0]
    assert first.listener == 77
    assert first.votes == 120
    assert first.system == 0
    assert first.refitted is not None
    assert first.refitted < 0


def test_a_changed_order_is_named() -> None:
    left, right = np.zeros(21, int), np.ones(21, int)
    votes = Votes(left, right, np.array([0] * 11 + [1] * 10), np.array([9] * 3 + [1, 2, 3] * 6))
    first = influential_listeners(analyse(votes, systems="ab"), top=1)[0]
    assert first.listener == 9
    assert first.moved == (0, 1)


def test_a_listener_who_alone_connects_a_system_cannot_be_left_out() -> None:
    votes = with_a_fan(random_votes(4), size=0)
    assert votes.listener is not None
    linked = Votes(
        np.append(votes.left, [5, 0]),
        np.append(votes.right, [0, 5]),
        np.append(votes.outcome, [0, 0]),
        np.append(votes.listener, [88, 88]),
    )
    found = {row.listener: row for row in influential_listeners(analyse(linked, systems="abcdef"))}
    assert found[88].disconnects
    assert found[88].refitted is None


def test_without_listeners_nobody_is_influential() -> None:
    votes = replace(random_votes(1), listener=None)
    assert influential_listeners(analyse(votes, systems="abcde")) == ()
