"""Residuals of pairs, and cyclic triples."""

from dataclasses import replace

import numpy as np
import pytest

from ratings.simulation import Population, simulate
from ratings.statistics.analysis import Analysis, analyse
from ratings.statistics.covariance import Clustering
from ratings.statistics.goodness import _PairTable, holm, pair_fits
from ratings.statistics.model import Parameters, moments
from ratings.statistics.transitivity import cyclic_triples, intransitivity
from ratings.statistics.votes import FloatArray, Ties, Votes
from tests.ratings.published import baseball, springall
from tests.ratings.test_intervals import effective, random_votes, with_prompts


def model_votes(seed: int, *, systems: int = 5, votes: int = 3000, listeners: int = 60) -> Votes:
    """Votes from a Bradley-Terry model with equal steps of 0.3."""
    rng = np.random.default_rng(seed)
    left = rng.integers(0, systems, votes)
    right = (left + rng.integers(1, systems, votes)) % systems
    left_wins = rng.random(votes) < 1 / (1 + np.exp((left - right) * 0.3))
    return Votes(left, right, np.where(left_wins, 0, 1), rng.integers(0, listeners, votes))


def z_by_the_book(analysis: Analysis, votes: Votes, first: int, second: int) -> float:
    """Standardised residual of one pair from the design matrix, one row per vote."""
    assert analysis.fit is not None
    theta, rows = analysis.fit.theta, np.arange(len(votes))
    design = np.zeros((len(votes), len(theta)))
    design[rows, votes.left] = 1
    design[rows, votes.right] = -1
    p = 1 / (1 + np.exp(-design @ theta))
    residual = (votes.outcome == 0) - p
    pair = design[:, first] * design[:, second] < 0
    sign = np.where(pair, design[:, first], 0.0)
    bread = np.linalg.pinv(design.T @ (design * (p * (1 - p))[:, None]), 1e-9, hermitian=True)
    slope = design.T @ (sign * p * (1 - p))
    contribution = sign * residual - (design * residual[:, None]) @ bread @ slope
    if votes.listener is None:
        variance = (sign**2 * p * (1 - p)).sum() - slope @ bread @ slope
    else:
        groups = [contribution[votes.listener == code].sum() for code in np.unique(votes.listener)]
        count = effective(votes.listener)
        variance = np.square(groups).sum() * count / (count - 1)
    return float((sign * residual).sum() / variance**0.5)


@pytest.mark.parametrize("clustering", [Clustering.NONE, Clustering.LISTENER])
def test_residuals_are_those_of_the_textbook(clustering: Clustering) -> None:
    votes = random_votes(1)
    if clustering is Clustering.NONE:
        votes = replace(votes, listener=None)
    analysis = analyse(votes, systems="abcde")
    rows = pair_fits(analysis)
    assert len(rows) == 10
    for row in rows:
        assert row.z == pytest.approx(z_by_the_book(analysis, votes, row.first, row.second))


def test_shares_and_expectations_add_up_over_the_votes_of_a_system() -> None:
    teams, votes = baseball()
    rows = pair_fits(analyse(votes, systems=teams, order_effect=True))
    for team in range(len(teams)):
        surplus = sum(
            (row.share - row.expected) * row.votes * (1 if row.first == team else -1)
            for row in rows
            if team in (row.first, row.second)
        )
        assert surplus == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("ties", list(Ties))
def test_the_slope_of_expectations_is_their_derivative(ties: Ties) -> None:
    items, votes = springall()
    analysis = analyse(votes, systems=items, ties=ties, order_effect=True)
    assert analysis.fit is not None
    table = _PairTable.of(analysis, analysis.fit)
    cells = analysis.counts.sum(axis=-1)

    def expected(parameters: Parameters) -> FloatArray:
        score = moments(parameters).score
        both: FloatArray = cells * score + (cells * (1 - score)).T
        return both[table.first, table.second]

    for k in range(len(analysis.fit.parameters.vector)):
        step = np.zeros(len(analysis.fit.parameters.vector))
        step[k] = 1e-5
        up, down = (expected(analysis.fit.parameters.moved(sign * step)) for sign in (1, -1))
        assert (up - down) / 2e-5 == pytest.approx(table.gradient[:, k], abs=1e-6)


def test_under_the_model_residuals_have_variance_one() -> None:
    squares = [
        row.z**2
        for seed in range(20)
        for row in pair_fits(analyse(model_votes(seed), systems="abcde"))
        if row.z is not None
    ]
    assert np.mean(squares) == pytest.approx(1, abs=0.2)


def test_a_pair_that_strength_does_not_explain_is_listed_first() -> None:
    votes = model_votes(1)
    odd = (np.minimum(votes.left, votes.right) == 1) & (np.maximum(votes.left, votes.right) == 3)
    outcome = np.where(odd, (votes.left == 1).astype(int), votes.outcome)  # 3 always beats 1
    rows = pair_fits(analyse(replace(votes, outcome=outcome), systems="abcde"))
    assert (rows[0].first, rows[0].second) == (1, 3)
    assert rows[0].adjusted is not None
    assert rows[0].adjusted < 0.001


def test_two_way_variances_add_both_ways_and_take_off_their_overlap() -> None:
    votes = with_prompts(model_votes(3))
    assert votes.listener is not None
    assert votes.prompt is not None
    crossed = replace(votes, listener=votes.listener * 1000 + votes.prompt)

    def variances(votes: Votes, clustering: Clustering) -> dict[tuple[int, int], float]:
        rows = pair_fits(analyse(votes, systems="abcde", clustering=clustering))
        return {
            (row.first, row.second): ((row.share - row.expected) * row.votes / row.z) ** 2
            for row in rows
            if row.z is not None
        }

    listener = variances(votes, Clustering.LISTENER)
    prompt = variances(votes, Clustering.PROMPT)
    both = variances(crossed, Clustering.LISTENER)
    for pair, variance in variances(votes, Clustering.BOTH).items():
        assert variance == pytest.approx(listener[pair] + prompt[pair] - both[pair])


def test_two_systems_leave_no_residual() -> None:
    votes = Votes(np.array([0, 1, 0]), np.array([1, 0, 1]), np.array([0, 0, 0]))
    (row,) = pair_fits(analyse(votes, systems="ab"))
    assert row.share == pytest.approx(row.expected)
    assert row.z is None


def test_holm_adjusts_for_all_pairs_and_keeps_the_unknown_apart() -> None:
    adjusted = holm(np.array([0.01, np.nan, 0.04, 0.03]))
    assert adjusted[[0, 2, 3]] == pytest.approx([0.03, 0.06, 0.06])
    assert np.isnan(adjusted[1])


def test_cyclic_triples_are_counted() -> None:
    cycle = np.array([[0, 2, 1], [1, 0, 2], [2, 1, 0]], dtype=float)
    assert cyclic_triples(cycle) == 1
    assert cyclic_triples(np.triu(np.ones((5, 5)), k=1)) == 0
    assert cyclic_triples(np.ones((5, 5))) == 0


def circle(systems: int) -> Votes:
    """Everybody beats the next half of the circle 91 times of 101."""
    pairs = [
        (i, (i + step) % systems) for i in range(systems) for step in range(1, systems // 2 + 1)
    ]
    rows = [(i, j, int(k >= 91)) for i, j in pairs for k in range(101)]
    left, right, outcome = zip(*rows, strict=True)
    return Votes(np.array(left), np.array(right), np.array(outcome))


def test_three_equal_systems_form_a_cycle_a_quarter_of_the_time() -> None:
    """Three fair coins: two of their eight falls are cycles."""
    found = intransitivity(analyse(circle(3), systems="abc"), simulations=4000, seed=1)
    assert found is not None
    assert found.cyclic == 1
    assert found.expected == pytest.approx(0.25, abs=0.03)
    assert found.p_value == pytest.approx(0.25, abs=0.03)


def test_a_circle_of_seven_is_more_than_chance() -> None:
    """Of 35 triples at most 14 can be cyclic, and 35/4 are for fair coins."""
    found = intransitivity(analyse(circle(7), systems="abcdefg"), seed=1)
    assert found is not None
    assert found.cyclic == 14
    assert found.expected == pytest.approx(35 / 4, abs=0.4)
    assert found.p_value < 0.02


def test_votes_from_the_model_are_not_called_intransitive() -> None:
    p_values = []
    for seed in range(30):
        found = intransitivity(
            analyse(model_votes(seed, votes=400), systems="abcde"), simulations=99, seed=1
        )
        assert found is not None
        p_values.append(found.p_value)
    assert np.mean(np.array(p_values) <= 0.05) <= 0.1


def test_systems_that_are_almost_equal_are_not_called_intransitive_either() -> None:
    """Their estimates lie further apart than they do, so cycles among them would seem too many."""
    close = Population(np.linspace(0.2, -0.2, 15))
    p_values = []
    for seed in range(60):
        votes = simulate(close, votes=2000, listeners=100, rng=np.random.default_rng(seed))
        names = "abcdefghijklmno"
        found = intransitivity(analyse(votes, systems=names), simulations=99, seed=1)
        assert found is not None
        p_values.append(found.p_value)
    assert np.mean(np.array(p_values) <= 0.2) <= 0.28


def test_two_systems_cannot_be_intransitive() -> None:
    votes = Votes(np.array([0, 1, 0]), np.array([1, 0, 1]), np.array([0, 0, 0]))
    assert intransitivity(analyse(votes, systems="ab")) is None
