"""How likely each pair is, under the rules that a study may choose."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arena.pairing import Pool, draw
from arena.pairs import AvailableClip, Pairs
from arena.sampling import Sampling, pair_weights

SYSTEMS = 5


def full(prompts: int = 4, systems: int = SYSTEMS) -> Pairs:
    """Every system has a clip of every prompt in both genders."""
    present = [(g, p, s) for g in ("f", "m") for p in range(prompts) for s in range(systems)]
    return Pairs.of(AvailableClip(c, p, g, s) for c, (g, p, s) in enumerate(present))


def share_of(pairs: Pairs, weight: np.ndarray, *systems: int) -> float:
    """The share of draws with any of the systems."""
    wanted = np.isin(pairs.first_system, systems) | np.isin(pairs.second_system, systems)
    return float(weight[wanted].sum())


gains = st.dictionaries(
    st.tuples(st.integers(0, SYSTEMS - 2), st.integers(1, SYSTEMS - 1)).filter(
        lambda p: p[0] < p[1]
    ),
    st.floats(0, 1e6),
)


@example(gain={(0, 1): 5e-324}, floor=0.5, new=frozenset(), share=0.0)
@example(gain={(0, 1): 1e-310, (0, 2): 1.0}, floor=0.5, new=frozenset(), share=0.0)
@given(
    gain=gains,
    floor=st.floats(0.1, 1),
    new=st.frozensets(st.integers(0, SYSTEMS), max_size=3),
    share=st.floats(0, 0.5),
)
def test_weights_are_probabilities_and_keep_their_floor(
    gain: dict[tuple[int, int], float], floor: float, new: frozenset[int], share: float
) -> None:
    pairs = full()
    weight = pair_weights(pairs, Sampling(gain, floor, new, share))
    assert weight.sum() == pytest.approx(1)
    uniform = 1 / len(pairs)  # of a full pool
    assert weight.min() >= floor * (1 - share) * uniform * (1 - 1e-9)


def test_pairs_are_drawn_in_proportion_to_their_gain_above_the_floor() -> None:
    pairs = full(systems=3)
    weight = pair_weights(pairs, Sampling({(0, 1): 3.0, (0, 2): 1.0, (1, 2): 0.0}, floor=0.1))
    shares = [
        weight[(pairs.first_system == a) & (pairs.second_system == b)].sum()
        for a, b in ((0, 1), (0, 2), (1, 2))
    ]
    assert shares == pytest.approx([0.9 * 0.75 + 0.1 / 3, 0.9 * 0.25 + 0.1 / 3, 0.1 / 3])


def test_genders_and_prompts_stay_uniform_whatever_the_gain() -> None:
    pairs = full()
    weight = pair_weights(pairs, Sampling({(0, 1): 5.0, (2, 3): 1.0}, floor=0.2))
    of_group = np.bincount(pairs.group, weights=weight)
    assert of_group == pytest.approx(np.full(len(of_group), 1 / len(of_group)))


def test_a_newcomer_gets_votes_soon_without_starving_the_others() -> None:
    pairs = full()
    before = pair_weights(pairs, Sampling())
    after = pair_weights(pairs, Sampling(newcomers=frozenset({4}), catch_up_share=0.3))
    fair = share_of(pairs, before, 4)
    assert share_of(pairs, after, 4) == pytest.approx(0.7 * fair + 0.3)
    without = ~((pairs.first_system == 4) | (pairs.second_system == 4))
    assert after[without] == pytest.approx(0.7 * before[without])


def test_newcomers_without_clips_change_nothing() -> None:
    pairs = full()
    weight = pair_weights(pairs, Sampling(newcomers=frozenset({77}), catch_up_share=0.5))
    assert weight == pytest.approx(pair_weights(pairs, Sampling()))


def test_the_stored_probability_is_that_of_the_rule() -> None:
    pairs = full(prompts=1, systems=3)
    rule = Sampling({(0, 1): 8.0, (0, 2): 1.0, (1, 2): 1.0}, floor=0.2)
    pool, rng = Pool.of_pairs(pairs, rule), np.random.default_rng(2)
    draws = [drawn for _ in range(4000) if (drawn := draw(pool, rng)) is not None]
    favoured = [d for d in draws if {d.left.system, d.right.system} == {0, 1}]
    expected = 0.2 / 3 + 0.8 * 0.8
    assert favoured[0].probability == pytest.approx(expected / 2 / 2)  # gender, sides
    assert len(favoured) / len(draws) == pytest.approx(expected, abs=0.04)


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ({"floor": 0.05}, "uniform floor"),
        ({"catch_up_share": 0.6}, "catch-up share"),
        ({"pair_gain": {(0, 1): float("nan")}}, "gain of a pair"),
        ({"pair_gain": {(0, 1): -1.0}}, "gain of a pair"),
    ],
)
def test_a_rule_that_makes_no_sense_is_refused(rule: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Sampling(**rule)  # type: ignore[arg-type]
