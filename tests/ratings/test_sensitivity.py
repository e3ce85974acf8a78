"""The same votes, rated several ways."""

from dataclasses import replace

import numpy as np

from ratings.statistics.rate import rate
from ratings.statistics.sensitivity import Alternative, sensitivity
from ratings.statistics.votes import Ties, Votes
from tests.ratings.published import springall
from tests.ratings.test_influence import with_a_fan
from tests.ratings.test_intervals import random_votes


def panel(votes: Votes, systems: str, **others: Votes) -> dict[str, Alternative]:
    method = rate(votes, systems=systems).method
    found = sensitivity(votes, systems=systems, method=method, others=others)
    return {row.label: row for row in found}


def test_every_other_choice_is_shown_once() -> None:
    _, votes = springall()
    tied = panel(replace(votes, listener=np.arange(len(votes)) % 10), "123456789")
    assert set(tied) == {
        "ties: drop",
        "ties: davidson",
        "with order effect",
        "listeners capped at 5% of a pair, or to equal weight where too few",
    }


def test_choices_that_the_votes_do_not_offer_are_left_out() -> None:
    votes = replace(random_votes(1), listener=None, sided=False)
    assert panel(votes, "abcde") == {}


def test_an_alternative_is_the_rating_with_that_choice() -> None:
    items, votes = springall()
    row = panel(votes, "123456789")["ties: davidson"]
    assert row.ratings == rate(votes, systems=items, ties=Ties.DAVIDSON)


def test_shift_and_moved_systems_are_named() -> None:
    honest = random_votes(3, votes=2000, listeners=100)
    row = panel(with_a_fan(honest, size=600), "abcde", **{"without the fan": honest})[
        "without the fan"
    ]
    assert row.system == "a"
    assert row.largest_shift is not None
    assert row.largest_shift < 0
    assert "a" in row.moved


def test_a_choice_without_an_answer_says_why() -> None:
    votes = Votes(np.array([0, 1]), np.array([1, 0]), np.array([0, 0]))
    row = panel(votes, "ab")["with order effect"]
    assert row.ratings is None
    assert "no finite estimate" in row.refusal
