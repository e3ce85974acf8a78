"""The score bootstrap over listeners."""

from dataclasses import replace

import numpy as np
import pytest

from ratings.statistics import bootstrap
from ratings.statistics.analysis import analyse
from ratings.statistics.bootstrap import score_bootstrap
from ratings.statistics.covariance import Clustering
from tests.ratings.test_intervals import random_votes, with_prompts


def test_replicates_vary_as_the_sandwich_says() -> None:
    analysis = analyse(random_votes(1), systems="abcde")
    assert analysis.covariance is not None
    replicates = score_bootstrap(analysis, replicates=40_000, seed=1)
    assert replicates.mean(axis=0) == pytest.approx(np.zeros(5), abs=0.01)
    expected = analysis.covariance.matrix
    assert np.cov(replicates.T) == pytest.approx(expected, abs=0.03 * expected.max())


def test_replicates_stay_mean_centred() -> None:
    replicates = score_bootstrap(analyse(random_votes(1), systems="abcde"), replicates=100)
    assert replicates.sum(axis=1) == pytest.approx(np.zeros(100), abs=1e-5)


def test_the_same_seed_gives_the_same_replicates_and_another_seed_others() -> None:
    analysis = analyse(random_votes(1), systems="abcde")
    first, again, other = (score_bootstrap(analysis, replicates=9, seed=s) for s in (3, 3, 4))
    assert (first == again).all()
    assert (first != other).any()


def test_the_size_of_the_blocks_changes_nothing_but_the_draws(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bootstrap, "BLOCK", 50)
    replicates = score_bootstrap(analyse(random_votes(1), systems="abcde"), replicates=7)
    assert replicates.shape == (7, 5)


def test_prompts_can_be_resampled_instead_of_listeners() -> None:
    votes = with_prompts(random_votes(1))
    analysis = analyse(votes, systems="abcde", clustering=Clustering.PROMPT)
    assert analysis.covariance is not None
    replicates = score_bootstrap(analysis, replicates=40_000, seed=1)
    expected = analysis.covariance.matrix
    assert np.cov(replicates.T) == pytest.approx(expected, abs=0.03 * expected.max())


def test_without_clusters_there_is_nothing_to_resample() -> None:
    votes = replace(random_votes(1), listener=None)
    with pytest.raises(ValueError, match="clustered by listener or by prompt"):
        score_bootstrap(analyse(votes, systems="abcde"))


def test_with_one_listener_there_is_nothing_to_resample() -> None:
    with pytest.raises(ValueError, match="nothing to resample"):
        score_bootstrap(analyse(random_votes(1, listeners=1), systems="abcde"))
