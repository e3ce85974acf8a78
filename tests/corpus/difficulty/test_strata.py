"""Strata within registers, and how widely difficulty is spread."""

import math
import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.difficulty.strata import boundaries, spread, strata

values = st.one_of(
    st.floats(1, 1e9, allow_nan=False), st.sampled_from([1.0, 5.0, 80.0]), st.just(math.nan)
)
prompts = st.lists(
    st.tuples(values, st.sampled_from(["casual", "explainer", "agent"])), max_size=60
)
ORDER = {"low": 0, "middle": 1, "high": 2}


def split(rows: list[tuple[float, str]]) -> list[str]:
    """The strata of rows of perplexity and register."""
    return strata(np.array([value for value, _ in rows]), [register for _, register in rows])


def test_a_register_is_cut_into_thirds() -> None:
    """Nine prompts, three in each stratum, wherever they stand in the list."""
    perplexities = np.array([900.0, 100, 500, 200, 800, 300, 600, 400, 700])
    assert strata(perplexities, ["casual"] * 9) == [
        "high", "low", "middle", "low", "high", "low", "middle", "middle", "high",
    ]  # fmt: skip


def test_each_register_has_terciles_of_its_own() -> None:
    """What is hard for one register may be easy for another."""
    rows = [(1.0, "casual"), (2.0, "casual"), (3.0, "casual")]
    rows += [(10.0 * value, "explainer") for value, _ in rows]
    assert split(rows) == ["low", "middle", "high"] * 2


@given(st.lists(st.floats(1, 1e6), unique=True, min_size=3, max_size=200))
@settings(derandomize=True, deadline=None)
def test_distinct_perplexities_make_strata_of_equal_size(perplexities: list[float]) -> None:
    """Give or take one."""
    sizes = Counter(strata(np.array(perplexities), ["casual"] * len(perplexities)))
    assert max(sizes.values()) - min(sizes[name] for name in ORDER) <= 1


@given(prompts)
@settings(derandomize=True, deadline=None)
def test_strata_follow_perplexity_and_equal_values_share_one(
    rows: list[tuple[float, str]],
) -> None:
    """Within a register, a higher perplexity never lies in a lower stratum."""
    found = list(zip(rows, split(rows), strict=True))
    for (value, register), stratum in found:
        for (other, other_register), other_stratum in found:
            if register == other_register and value <= other:
                assert ORDER[stratum] <= ORDER[other_stratum]
                assert value < other or stratum == other_stratum


@given(prompts, st.randoms(use_true_random=False))
@settings(derandomize=True, deadline=None)
def test_the_order_of_the_prompts_does_not_matter(
    rows: list[tuple[float, str]], chance: random.Random
) -> None:
    """Shuffled prompts keep their strata."""
    order = list(range(len(rows)))
    chance.shuffle(order)
    found = split(rows)
    assert split([rows[index] for index in order]) == [found[index] for index in order]


def test_an_unknown_perplexity_has_no_stratum_and_moves_no_boundary() -> None:
    """Blank, as where difficulty was never measured."""
    rows = [(1.0, "casual"), (math.nan, "casual"), (2.0, "casual"), (3.0, "casual")]
    assert split(rows) == ["low", "", "middle", "high"]
    assert split([(math.nan, "agent")]) == [""]


def test_boundaries_are_told_for_each_register() -> None:
    """Terciles of 1 … 7 lie at 3 and 5."""
    limits = boundaries(np.arange(1.0, 8.0), ["casual"] * 7)
    assert [limits["casual"].low, limits["casual"].high] == pytest.approx([3, 5])


def test_lists_of_unequal_length_are_refused() -> None:
    """A register for each perplexity."""
    with pytest.raises(ValueError, match="2 perplexities do not fit 1 registers"):
        strata(np.array([1.0, 2.0]), ["casual"])


def test_a_spread_of_two_orders_is_not_narrow() -> None:
    """From 10 to 1,000 in equal ratios: the middle is 100, nine tenths of the span are counted."""
    found = spread(np.logspace(1, 3, 101))
    assert (found.lowest, found.quartiles[1], found.highest) == pytest.approx((10, 100, 1000))
    assert found.orders_of_magnitude == pytest.approx(1.8)
    assert not found.is_narrow


def test_two_odd_prompts_do_not_widen_a_narrow_register() -> None:
    """Ninety-eight alike, one very easy, one very hard."""
    found = spread(np.array([2.0, *np.linspace(100, 200, 98), 1e6]))
    assert found.is_narrow


def test_nothing_known_is_no_spread_and_not_called_narrow() -> None:
    """No number is made up."""
    found = spread(np.array([math.nan]))
    assert found.count == 0
    assert math.isnan(found.orders_of_magnitude)
    assert not found.is_narrow
