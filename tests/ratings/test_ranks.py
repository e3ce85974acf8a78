"""Simultaneous rank sets."""

import numpy as np
import pytest
from scipy.stats import norm, studentized_range
from scipy.stats import t as student

from ratings.simulation import Population, simulate
from ratings.statistics.analysis import Analysis, analyse
from ratings.statistics.intervals import Estimate, Simultaneous
from ratings.statistics.ranks import (
    RankSets,
    critical_value,
    error_draws,
    largest_ratio,
    ranks_of,
    share_best,
    tiers,
)
from ratings.statistics.uncertainty import uncertainty
from ratings.statistics.votes import Outcome, Votes

LISTENERS = 40


def even_board(n: int, *, listeners: int = LISTENERS, gap: float = 0.0, seed: int = 1) -> Votes:
    population = Population(np.linspace(gap, -gap, n), taste=0.5)
    rng = np.random.default_rng(seed)
    return simulate(population, votes=100 * n, listeners=listeners, rng=rng)


def with_newcomer(votes: Votes, n: int, *, judges: int, lost: int = 1, each: int = 12) -> Votes:
    """One more system, who wins all but `lost` of the votes that each of a few listeners gives."""
    k = judges * each
    won = np.tile(np.arange(each) >= lost, judges)
    assert votes.listener is not None
    return Votes(
        np.append(votes.left, np.full(k, n)),
        np.append(votes.right, np.arange(k) % n),
        np.append(votes.outcome, np.where(won, Outcome.LEFT, Outcome.RIGHT)),
        np.append(votes.listener, np.repeat(np.arange(judges), each)),
    )


def analysed(votes: Votes, n: int) -> Analysis:
    return analyse(votes, systems=[f"{i:02}" for i in range(n)])


def ranked(votes: Votes, n: int) -> RankSets:
    found = ranks_of(analysed(votes, n), level=0.95, seed=1)
    assert found is not None
    return found


@pytest.mark.parametrize("n", [3, 30])
def test_independent_equal_variances_give_the_studentized_range(n: int) -> None:
    """Tukey's range has a known law; the tail it leaves to one pair is kept under Student's t."""
    known = uncertainty(analysed(even_board(n), n), 0.95)
    assert known is not None
    noise = error_draws(range(n), np.eye(n), seed=1)
    found = critical_value(known, np.eye(n), noise, level=0.95)
    normal = studentized_range.ppf(0.95, n, np.inf) / 2**0.5
    expected = student.ppf(norm.cdf(normal), LISTENERS - 1)
    assert found == pytest.approx(expected, rel=0.02)


def test_well_separated_systems_have_one_rank_each() -> None:
    sets = ranked(even_board(3, gap=2), 3)
    assert sets.low.tolist() == sets.high.tolist() == [1, 2, 3]


def test_equal_systems_share_all_ranks() -> None:
    sets = ranked(even_board(4, seed=2), 4)
    assert sets.low.tolist() == [1] * 4
    assert sets.high.tolist() == [4] * 4


@pytest.mark.parametrize("n", [8, 20])
def test_three_listeners_do_not_rank_equal_systems(n: int) -> None:
    """Their covariance has two dimensions, so simulated errors alone would miss most directions."""
    runs = [ranked(even_board(n, listeners=3, seed=seed), n) for seed in range(20)]
    assert np.mean([sets.separated.any() for sets in runs]) <= 0.2


def test_a_system_that_few_listeners_judged_is_separated_only_beyond_its_own_student_t() -> None:
    votes = with_newcomer(even_board(4), 4, judges=3)
    analysis = analysed(votes, 5)
    known = uncertainty(analysis, 0.95)
    sets = ranked(votes, 5)
    assert known is not None
    assert analysis.fit is not None
    assert known.covariance.degrees_of_freedom is not None
    tail = student.sf(sets.critical_value, known.covariance.degrees_of_freedom)
    needed = student.isf(tail, 2) * known.differences[4, :4]
    gap = analysis.fit.theta[4] - analysis.fit.theta[:4]
    assert (gap > sets.critical_value * known.differences[4, :4]).any()
    assert sets.separated[4, :4].tolist() == (gap > needed).tolist()


def test_a_pair_of_unknown_error_is_never_separated_and_then_nobody_is_called_the_best() -> None:
    sets = ranked(with_newcomer(even_board(4), 4, judges=1), 5)
    assert (sets.low[4], sets.high[4]) == (1, 5)
    assert sets.best is None


def test_of_two_equal_systems_either_is_best_half_the_time() -> None:
    sets = ranked(even_board(2, seed=3), 2)
    assert sets.best is not None
    assert sets.best.sum() == pytest.approx(1)
    assert 0.02 < sets.best.min() <= 0.5


def test_the_margin_of_an_interval_is_that_of_its_own_degrees_of_freedom() -> None:
    together = Simultaneous(level=0.95, width=float(student.ppf(0.975, 39)), critical_value=3.5)
    few = float(student.ppf(0.975, 2))
    wide, narrow = Estimate(50.0, 10.0, 50 - 10 * few, 50 + 10 * few), Estimate(50.0)
    expected = 10 * student.isf(student.sf(3.5, 39), 2)
    assert together.margin(wide) == pytest.approx(expected, rel=1e-6)
    assert together.margin(narrow) is None


def test_the_share_of_being_best_is_counted_per_draw() -> None:
    assert share_best(np.array([[1.0, 2, 0], [3, 1, 2], [0, 5, 1], [0, 1, 9]])).tolist() == [
        0.25,
        0.5,
        0.25,
    ]


def test_a_tier_ends_where_a_system_is_separated_from_one_of_its_members() -> None:
    theta = np.array([1.0, 4.0, 3.0, 2.0, 0.0])
    separated = theta[:, None] - theta[None, :] > 1.5
    assert tiers([1, 2, 3, 0, 4], separated).tolist() == [2, 1, 1, 2, 3]


@pytest.mark.parametrize("systems", [2, 3, 12])
@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
def test_the_largest_ratio_is_the_quantile_of_all_largest_differences(
    systems: int, level: float
) -> None:
    rng = np.random.default_rng(systems)
    noise = rng.standard_t(4, (3000, systems)) * rng.lognormal(0, 0.5, systems)
    errors = rng.lognormal(0, 0.3, (systems, systems))
    errors += errors.T
    errors[0, -1] = errors[-1, 0] = np.inf if systems > 2 else 1.0
    np.fill_diagonal(errors, 0.0)
    first, second = np.triu_indices(systems, k=1)
    largest = (np.abs(noise[:, first] - noise[:, second]) / errors[first, second]).max(axis=1)
    found = largest_ratio(noise, errors, level=level)
    assert found == pytest.approx(np.quantile(largest, level), rel=1e-12)
