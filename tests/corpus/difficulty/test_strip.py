"""Where perplexities are drawn."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.difficulty.language_model import FloatArray
from corpus.difficulty.strip import Axis, axis_over, bars, fullest_bin, short

perplexities = st.lists(st.floats(1, 1e9), min_size=1, max_size=200).map(np.array)


def test_the_axis_is_logarithmic() -> None:
    """Each factor of ten has the same width."""
    axis = Axis(10, 1000)
    assert [axis.place(value) for value in (10, 100, 1000)] == [0, 50, 100]


@pytest.mark.parametrize(
    ("values", "low", "high"),
    [([60.0, 340], 50, 500), ([100.0, 1000], 100, 1000), ([7.0], 5, 10), ([3e20], 2e20, 5e20)],
)
def test_the_axis_ends_at_round_numbers(values: list[float], low: int, high: int) -> None:
    """The nearest of 1, 2, 5 around what is drawn."""
    assert axis_over(np.array(values)) == Axis(low, high)


def test_a_single_round_value_still_has_an_axis() -> None:
    """Of more than no width."""
    assert axis_over(np.array([100.0, 100.0])) == Axis(100, 200)


def test_a_wide_axis_is_labelled_at_powers_of_ten() -> None:
    """So that labels do not meet on a phone."""
    assert [tick.label for tick in Axis(10, 10_000).ticks()] == ["10", "100", "1,000", "10k"]
    assert [tick.label for tick in Axis(50, 500).ticks()] == ["50", "100", "200", "500"]


@pytest.mark.parametrize(
    ("number", "label"), [(1, "1"), (5_000, "5,000"), (20_000, "20k"), (1_000_000, "1M")]
)
def test_large_numbers_are_shortened(number: int, label: str) -> None:
    """Four characters beside four others, where seven would meet."""
    assert short(number) == label


@given(perplexities)
@settings(derandomize=True, deadline=None)
def test_every_prompt_is_drawn_within_the_plot(values: FloatArray) -> None:
    """The heights of all bars add up to all prompts."""
    axis = axis_over(values)
    tallest = fullest_bin([values], axis)
    drawn = bars(values, axis, tallest=tallest)
    assert sum(bar.height for bar in drawn) * tallest / 100 == pytest.approx(len(values), rel=0.01)
    assert max(bar.height for bar in drawn) == 100
    assert all(bar.y == pytest.approx(100 - bar.height, abs=0.02) for bar in drawn)
    assert all(bar.x >= 0 and bar.x + bar.width <= 100.02 for bar in drawn)


def test_an_axis_over_nothing_is_refused() -> None:
    """A page asks only where something was measured."""
    with pytest.raises(ValueError, match="no perplexity"):
        axis_over(np.array([]))
