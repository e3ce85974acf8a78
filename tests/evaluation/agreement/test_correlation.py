"""Correlations are scipy's, and their resamples are those of the repeated points."""

import numpy as np
import pytest
from scipy import stats

from evaluation.agreement.correlation import Correlations, correlate, kendall, pearson, spearman
from evaluation.metrics.base import NotAvailable
from tests.evaluation.agreement.mos import opinions

DIGEST = "5eed"


def test_the_mean_opinion_of_each_system_is_the_printed_one() -> None:
    file = opinions()
    assert file.per_system(file.counted) == pytest.approx(file.per_system(file.printed), abs=1e-6)
    assert len(np.unique(file.system)) == 95


@pytest.mark.parametrize("level", ["clips", "systems"])
def test_correlations_on_opinion_scores_are_those_of_scipy(level: str) -> None:
    file = opinions()
    share_of_fives = file.histogram[:, 4] / file.histogram.sum(axis=1)  # many ties
    x, y, system = share_of_fives, file.counted, file.system
    if level == "systems":
        x, y, system = file.per_system(x), file.per_system(y), np.arange(95)
    found = correlate(x, y, system, digest=DIGEST)
    assert isinstance(found, Correlations)
    assert found.srcc.value == pytest.approx(stats.spearmanr(x, y).statistic, abs=1e-9)
    assert found.plcc.value == pytest.approx(stats.pearsonr(x, y).statistic, abs=1e-9)
    assert found.krcc.value == pytest.approx(stats.kendalltau(x, y).statistic, abs=1e-9)
    assert (found.n, found.systems) == (len(x), 95)


def test_a_resample_is_the_correlation_of_the_repeated_points() -> None:
    draw = np.random.default_rng(3)
    system = draw.integers(0, 5, 60)
    x, y = draw.integers(0, 9, (2, 60)).astype(float)
    weights = np.array([[1.0] * 5, [2.0, 0.0, 1.0, 2.0, 0.0], [0.0, 0.0, 3.0, 1.0, 1.0]])
    for row, weight in enumerate(weights):
        repeats = weight[system].astype(int)
        a, b = np.repeat(x, repeats), np.repeat(y, repeats)
        assert spearman(x, y, system, weights)[row] == pytest.approx(stats.spearmanr(a, b)[0])
        assert pearson(x, y, system, weights)[row] == pytest.approx(stats.pearsonr(a, b)[0])
        assert kendall(x, y, system, weights)[row] == pytest.approx(stats.kendalltau(a, b)[0])


def test_the_same_digest_gives_the_same_interval_and_another_one_does_not() -> None:
    file = opinions()
    x, y, system = file.histogram[:, 0], file.counted, file.system
    once, again, other = (correlate(x, y, system, digest=d) for d in ("a1", "a1", "b2"))
    assert once == again != other


def test_two_systems_have_no_correlation() -> None:
    found = correlate(np.arange(4.0), np.arange(4.0), np.array([0, 0, 1, 1]), digest=DIGEST)
    assert isinstance(found, NotAvailable)
    assert "needs 3" in found.reason


@pytest.mark.parametrize("constant", ["metric", "rating"])
def test_a_constant_has_no_correlation(constant: str) -> None:
    line, flat = np.arange(6.0), np.full(6, 2.5)
    x, y = (flat, line) if constant == "metric" else (line, flat)
    found = correlate(x, y, np.arange(6), digest=DIGEST)
    assert isinstance(found, NotAvailable)
    assert constant in found.reason
