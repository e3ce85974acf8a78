"""Which two clips meet next."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from arena.pairing import Pool, draw
from arena.pairs import AvailableClip, prompt_and_pair


def pool_of(*present: tuple[str, int, int]) -> Pool:
    """A pool of clips given as gender, prompt, system."""
    return Pool.of(
        AvailableClip(clip, prompt, gender, system)
        for clip, (gender, prompt, system) in enumerate(present)
    )


def full_pool(prompts: int = 3, systems: int = 4) -> Pool:
    """Every system has a clip of every prompt in both genders."""
    return pool_of(
        *((g, p, s) for g in ("female", "male") for p in range(prompts) for s in range(systems))
    )


# Gaps everywhere: a male prompt with two systems only, one with a single clip.
GAPPY = pool_of(
    ("female", 1, 1),
    ("female", 1, 2),
    ("female", 1, 3),
    ("female", 2, 1),
    ("female", 2, 3),
    ("male", 1, 2),
    ("male", 1, 3),
    ("male", 3, 1),
)

clips = st.lists(
    st.tuples(st.sampled_from(["female", "male"]), st.integers(0, 3), st.integers(0, 4)),
    unique=True,
    max_size=30,
)


@given(present=clips, seed=st.integers(0, 2**32 - 1))
def test_both_clips_share_prompt_and_gender_and_differ_in_system(
    present: list[tuple[str, int, int]], seed: int
) -> None:
    drawn = draw(pool_of(*present), np.random.default_rng(seed))
    if drawn is None:
        groups = Counter((gender, prompt) for gender, prompt, _ in present)
        assert all(count < 2 for count in groups.values())
        return
    assert drawn.left.prompt == drawn.right.prompt == drawn.prompt
    assert drawn.left.gender == drawn.right.gender == drawn.gender
    assert drawn.left.system != drawn.right.system


@given(present=clips, seed=st.integers(0, 2**32 - 1))
def test_the_same_seed_draws_the_same(present: list[tuple[str, int, int]], seed: int) -> None:
    one, other = (draw(pool_of(*present), np.random.default_rng(seed)) for _ in range(2))
    assert one == other


@given(present=clips)
def test_the_probabilities_of_all_pairs_sum_to_one(present: list[tuple[str, int, int]]) -> None:
    pool = pool_of(*present)
    assert pool.weight.sum() == pytest.approx(1 if len(pool) else 0)


def test_gender_prompt_and_pair_are_uniform_at_each_step() -> None:
    # Two genders; female has two prompts, with three pairs and one; male has one prompt, one pair.
    rng = np.random.default_rng(7)
    draws = [draw(GAPPY, rng) for _ in range(6000)]
    seen = Counter(
        (d.gender, *prompt_and_pair(d.prompt, d.left.system, d.right.system)) for d in draws if d
    )
    expected = {
        ("female", 1, 1, 2): 1 / 12,
        ("female", 1, 1, 3): 1 / 12,
        ("female", 1, 2, 3): 1 / 12,
        ("female", 2, 1, 3): 1 / 4,
        ("male", 1, 2, 3): 1 / 2,
    }
    assert seen.keys() == expected.keys()
    observed = [seen[key] for key in expected]
    assert chisquare(observed, [6000 * p for p in expected.values()]).pvalue > 0.001


def test_the_stored_probability_is_the_frequency_of_the_draw() -> None:
    rng = np.random.default_rng(11)
    stored: dict[tuple[int, int], float] = {}
    counted: Counter[tuple[int, int]] = Counter()
    for _ in range(8000):
        drawn = draw(GAPPY, rng, seen=[(2, 1, 3)])
        assert drawn is not None
        key = (drawn.left.clip, drawn.right.clip)
        stored[key] = drawn.probability
        counted[key] += 1
    assert sum(stored.values()) == pytest.approx(1)
    expected = [8000 * stored[key] for key in stored]
    assert chisquare([counted[key] for key in stored], expected).pvalue > 0.001


def test_sides_are_a_fair_coin_for_every_pair() -> None:
    rng, pool = np.random.default_rng(3), full_pool(prompts=1, systems=3)
    lefts: Counter[tuple[int, int]] = Counter()
    totals: Counter[tuple[int, int]] = Counter()
    for _ in range(6000):
        drawn = draw(pool, rng)
        assert drawn is not None
        _, low, high = prompt_and_pair(0, drawn.left.system, drawn.right.system)
        totals[low, high] += 1
        lefts[low, high] += drawn.left.system == low
    for pair, total in totals.items():
        assert chisquare([lefts[pair], total - lefts[pair]]).pvalue > 0.001


@pytest.mark.parametrize("pool", [GAPPY, full_pool()])
def test_no_prompt_and_pair_repeats_while_others_remain(pool: Pool) -> None:
    rng = np.random.default_rng(5)
    seen: list[tuple[int, int, int]] = []
    for round_number in (1, 2, 3):
        for _ in range(pool.distinct):
            drawn = draw(pool, rng, seen)
            assert drawn is not None
            seen.append(prompt_and_pair(drawn.prompt, drawn.left.system, drawn.right.system))
        assert set(Counter(seen).values()) == {round_number}


def test_what_was_heard_elsewhere_does_not_matter() -> None:
    drawn = draw(GAPPY, np.random.default_rng(1), seen=[(99, 1, 2), (1, 7, 8)])
    assert drawn is not None


def test_an_empty_pool_draws_nothing() -> None:
    assert draw(pool_of(), np.random.default_rng(1)) is None
    assert draw(pool_of(("male", 1, 1)), np.random.default_rng(1)) is None
