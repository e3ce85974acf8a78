"""Means and intervals of metrics, and how they are written."""

import numpy as np
import pytest
from scipy import stats

from evaluation.presentation.numbers import amount_label, range_label, with_decimals_of
from evaluation.presentation.summary import Summary, summary_of


def test_with_one_clip_for_each_prompt_it_is_the_t_interval_of_scipy() -> None:
    amounts = np.random.default_rng(3).normal(3.0, 0.4, 40)
    found = summary_of(amounts, np.arange(40))
    low, high = stats.t.interval(0.95, 39, loc=amounts.mean(), scale=stats.sem(amounts))
    assert found.mean == pytest.approx(amounts.mean())
    assert (found.low, found.high) == pytest.approx((low, high))


def test_a_prompt_told_twice_tells_no_more() -> None:
    amounts = np.random.default_rng(4).normal(0.0, 1.0, 25)
    once = summary_of(amounts, np.arange(25))
    twice = summary_of(np.repeat(amounts, 2), np.repeat(np.arange(25), 2))
    assert (twice.mean, twice.low, twice.high) == pytest.approx((once.mean, once.low, once.high))
    assert (twice.n, twice.prompts) == (50, 25)


def test_the_interval_covers_the_truth_as_often_as_it_says() -> None:
    random = np.random.default_rng(5)
    covered = 0
    for _ in range(2_000):
        prompts = np.repeat(np.arange(20), 2)
        amounts = random.normal(0, 1, 20)[prompts] + random.normal(0, 0.5, 40)
        found = summary_of(amounts, prompts)
        assert found.low is not None
        assert found.high is not None
        covered += found.low <= 0 <= found.high
    assert 0.93 <= covered / 2_000 <= 0.97


def test_nothing_and_one_prompt_have_no_interval() -> None:
    assert summary_of(np.array([]), np.array([], dtype=np.int64), 3) == Summary(0, 0, 3)
    assert summary_of(np.array([1.0, 2.0]), np.array([7, 7])) == Summary(2, 1, 0, 1.5)


@pytest.mark.parametrize(
    ("amount", "written"),
    [
        (3.14159, "3.14"),
        (-0.01234, "−0.0123"),
        (0.0, "0.00"),
        (1234.6, "1,235"),
        (-25.0, "−25.0"),
        (1.5e-6, "1.50e-06"),
    ],
)
def test_three_digits_count(amount: float, written: str) -> None:
    assert amount_label(amount) == written


def test_the_ends_of_an_interval_fit_its_mean() -> None:
    assert with_decimals_of(-12.3456, "3.14") == "−12.35"
    assert with_decimals_of(-0.0001, "3.14") == "0.00"


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [(1, 5, "1 to 5"), (0, None, "at least 0"), (None, 1, "at most 1"), (None, None, "unbounded")],
)
def test_ranges_in_words(low: float | None, high: float | None, said: str) -> None:
    assert range_label(low, high) == said
