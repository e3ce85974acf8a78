"""Votes still needed to separate neighbours."""

from itertools import pairwise

import numpy as np
import pytest

from ratings.statistics.analysis import analyse
from ratings.statistics.needed import further_votes, votes_to_separate
from ratings.statistics.rate import rate
from tests.ratings.test_goodness import model_votes


def test_half_the_gap_needs_four_times_the_votes() -> None:
    wide = further_votes(0.2, 0.2, votes=1000)
    narrow = further_votes(0.1, 0.2, votes=1000)
    assert (wide, narrow) == (0, 3000)


def test_a_separated_pair_needs_no_more() -> None:
    assert further_votes(1.0, 0.2, votes=1000) == 0


@pytest.mark.parametrize(("gap", "margin"), [(0.0, 0.1), (1e-17, 0.1), (0.3, np.inf)])
def test_a_level_pair_or_an_unknown_error_has_no_answer(gap: float, margin: float) -> None:
    assert further_votes(gap, margin, votes=1000) is None


def test_neighbours_come_in_the_order_of_the_board() -> None:
    votes = model_votes(1)
    ratings = rate(votes, systems="abcde")
    assert ratings.critical_value is not None
    rows = votes_to_separate(analyse(votes, systems="abcde"), critical_value=ratings.critical_value)
    board = [row.index for row in ratings.rated]
    assert [(row.better, row.worse) for row in rows] == list(pairwise(board))


def test_that_many_votes_of_the_same_kind_do_separate_the_pair() -> None:
    """Repeat the whole listening with new listeners until the promise is due."""
    votes = model_votes(2, votes=1500)
    ratings = rate(votes, systems="abcde")
    assert ratings.critical_value is not None
    analysis = analyse(votes, systems="abcde")
    rows = votes_to_separate(analysis, critical_value=ratings.critical_value)
    row = next(row for row in rows if row.votes)
    assert row.votes is not None
    copies = 1 + -(-row.votes // len(votes))
    assert votes.listener is not None
    repeated = votes.where(np.tile(np.arange(len(votes)), copies))
    listener = repeated.listener
    assert listener is not None
    listener += 1000 * np.repeat(np.arange(copies), len(votes))
    again = votes_to_separate(
        analyse(repeated, systems="abcde"), critical_value=ratings.critical_value
    )
    assert next(r for r in again if r.better == row.better).votes == 0
