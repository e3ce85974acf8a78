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


def appended(votes: Votes, *rows: tuple[int, int, int, int]) -> Votes:
    """More votes: winner, loser, listener, and how many of them."""
    winner, loser, listener = (
        np.repeat([r[i] for r in rows], [r[3] for r in rows]) for i in range(3)
    )
    assert votes.listener is not None
    return Votes(
        np.append(votes.left, winner),
        np.append(votes.right, loser),
        np.append(votes.outcome, np.zeros_like(winner)),
        np.append(votes.listener, listener),
    )


def test_a_small_listener_who_decides_between_neighbours_is_looked_at_too() -> None:
    """Six fans move a system far; one vote of listener 9 decides between two others."""
    even = [
        (a, b, 100 + k, 1)
        for k in range(40)
        for a, b in ((0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1))
    ]
    fans = [(3, b, 200 + k, 4) for k in range(6) for b in range(3)]
    foes = [(a, 3, 300 + k, 2) for k in range(6) for a in range(3)]
    votes = appended(Votes(*np.zeros((4, 0), int)), *even, *fans, *foes, (1, 0, 9, 1))
    found = influential_listeners(analyse(votes, systems="abcd"))
    decisive = next((row for row in found if row.listener == 9), None)
    assert decisive is not None
    assert {0, 1} <= set(decisive.moved)


def test_who_judged_a_system_almost_alone_is_found_though_the_residuals_cancel() -> None:
    """Of 62 votes on system 5 one listener gave 60: without them it stands elsewhere."""
    base = random_votes(5, votes=3000, listeners=60)
    votes = appended(base, (5, 0, 88, 40), (0, 5, 88, 20), (5, 1, 89, 1), (1, 5, 90, 4))
    first = influential_listeners(analyse(votes, systems="abcdef"), top=1)[0]
    assert first.listener == 88
    assert first.refitted is not None
    assert first.one_step == pytest.approx(first.refitted, rel=0.5)


def test_no_system_moves_further_on_the_refit_than_the_one_that_is_named() -> None:
    votes = with_a_fan(random_votes(6, votes=300, listeners=5), size=60)
    assert votes.listener is not None
    full = strengths(rate(votes, systems="abcde"))
    for row in influential_listeners(analyse(votes, systems="abcde")):
        rest = strengths(rate(votes.where(votes.listener != row.listener), systems="abcde"))
        shifts = [abs(rest[name] - full[name]) * 400 / np.log(10) for name in "abcde"]
        assert row.refitted is not None
        assert abs(row.refitted) == pytest.approx(max(shifts))
