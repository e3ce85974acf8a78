"""Do nominal 95 % intervals hold the truth 95 % of the time? By simulation, with known truth."""

from dataclasses import dataclass

import numpy as np
import pytest

from ratings.simulation import Population, simulate
from ratings.statistics import elo
from ratings.statistics.covariance import Clustering
from ratings.statistics.rate import rate
from ratings.statistics.standings import Ratings
from ratings.statistics.votes import FloatArray

pytestmark = pytest.mark.heavy

SYSTEMS = "abcdefgh"
RUNS = 200


@dataclass(frozen=True)
class Coverage:
    """Shares of the runs, or of the intervals of all runs, that held the truth."""

    ratings: float
    differences: float
    ranks: float


def covered(
    population: Population,
    *,
    votes: int,
    listeners: int,
    clustering: Clustering | None = None,
    activity: float = 0.0,
) -> Coverage:
    rng = np.random.default_rng(2026)
    truth = elo.ratings(population.truth())
    hits = [
        _hits(
            rate(
                simulate(population, votes=votes, listeners=listeners, rng=rng, activity=activity),
                systems=SYSTEMS,
                anchor="a",
                clustering=clustering,
            ),
            truth,
        )
        for _ in range(RUNS)
    ]
    ratings, differences, ranks = (np.array(column) for column in zip(*hits, strict=True))
    return Coverage(ratings.mean(), differences.mean(), ranks.mean())


def _hits(ratings: Ratings, truth: FloatArray) -> tuple[list[bool], list[bool], bool]:
    within, apart, ranks = [], [], []
    for row in ratings.rated:
        assert row.rating is not None
        assert row.rating.low is not None
        assert row.rating.high is not None
        within.append(row.rating.low <= truth[row.index] <= row.rating.high)
        if row.against_anchor is not None:
            difference = row.against_anchor.difference
            assert difference is not None
            assert difference.low is not None
            assert difference.high is not None
            apart.append(difference.low <= truth[row.index] - truth[0] <= difference.high)
        assert row.rank_low is not None
        assert row.rank_high is not None
        better = (truth > truth[row.index] + 1e-9).sum()
        level = (np.abs(truth - truth[row.index]) <= 1e-9).sum()
        ranks.append(row.rank_low <= better + level and 1 + better <= row.rank_high)
    return within, apart, all(ranks)


STEPS = np.linspace(-1, 1, len(SYSTEMS))


@pytest.mark.parametrize(
    ("taste", "votes", "listeners"),
    [(0.0, 2000, 40), (0.8, 2000, 40), (0.8, 4000, 200)],
    ids=["alike", "few who differ", "many who differ"],
)
def test_listener_clustered_intervals_hold_the_truth(
    taste: float, votes: int, listeners: int
) -> None:
    population = Population(STEPS, taste=taste, lean=0.3)
    found = covered(population, votes=votes, listeners=listeners)
    assert 0.92 <= found.ratings <= 0.97
    assert 0.92 <= found.differences <= 0.97
    assert found.ranks >= 0.94


@pytest.mark.parametrize("listeners", [20, 50])
def test_intervals_and_ranks_hold_the_truth_when_few_listeners_give_most_of_the_votes(
    listeners: int,
) -> None:
    population = Population(STEPS, taste=0.5)
    found = covered(population, votes=50 * listeners, listeners=listeners, activity=1.0)
    assert 0.92 <= found.ratings <= 0.97
    assert 0.92 <= found.differences <= 0.97
    assert found.ranks >= 0.94


def test_rank_sets_hold_all_at_once_when_all_systems_are_equal() -> None:
    """The hardest case: any separated pair is an error."""
    rng = np.random.default_rng(7)
    population = Population(np.zeros(len(SYSTEMS)), taste=0.8)
    runs = [
        rate(simulate(population, votes=2000, listeners=60, rng=rng), systems=SYSTEMS)
        for _ in range(2 * RUNS)
    ]
    untouched = [all((r.rank_low, r.rank_high) == (1, 8) for r in run.rated) for run in runs]
    assert 0.93 <= np.mean(untouched) <= 0.98


def test_two_way_intervals_hold_the_truth_when_prompts_matter_and_one_way_ones_do_not() -> None:
    population = Population(STEPS, taste=0.6, prompt_effect=0.6)
    two_way = covered(population, votes=4000, listeners=60, clustering=Clustering.BOTH)
    one_way = covered(population, votes=4000, listeners=60)
    assert 0.92 <= two_way.ratings <= 0.98
    assert one_way.ratings < 0.92


def test_intervals_that_ignore_listeners_are_far_too_narrow() -> None:
    population = Population(STEPS, taste=0.8)
    found = covered(population, votes=10_000, listeners=40, clustering=Clustering.NONE)
    assert found.ratings < 0.7
