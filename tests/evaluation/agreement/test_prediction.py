"""Votes that a metric predicts: against counting by hand, and in simulations with a known truth."""

from itertools import product

import numpy as np
import pytest
from scipy import stats

from evaluation.agreement.arrays import Floats
from evaluation.agreement.ceilings import Ceiling, ceilings
from evaluation.agreement.inputs import Inputs
from evaluation.agreement.pairs import PairCounts
from evaluation.agreement.prediction import Prediction, by_gap, differences, predict
from evaluation.metrics.base import Direction, NotAvailable
from tests.evaluation.agreement.worlds import World, metric, small, world

SIMULATIONS = 300


def predicted(
    inputs: Inputs, values: Floats, direction: Direction = Direction.HIGHER
) -> Prediction:
    found = predict(
        differences(
            inputs,
            PairCounts.of(inputs.votes, len(inputs.clips)),
            metric(inputs, values, direction=direction),
        ),
        digest=inputs.digest,
    )
    assert isinstance(found, Prediction)
    return found


def test_share_and_auc_are_those_of_every_vote_looked_at() -> None:
    made = world([1], systems=5, prompts=4, votes=200)
    values = np.random.default_rng(2).integers(0, 4, len(made.inputs.clips)).astype(float)
    gap = values[made.inputs.votes.winner] - values[made.inputs.votes.loser]
    found = predicted(made.inputs, values)
    assert found.share.value == pytest.approx(np.mean((gap > 0) + 0.5 * (gap == 0)))
    both = [(a > b) + 0.5 * (a == b) for a, b in product(gap, -gap)]
    assert found.auc.value == pytest.approx(np.mean(both))
    assert found.level == pytest.approx(np.mean(gap == 0))
    assert found.votes == 200


def test_binned_resamples_of_the_auc_are_close_to_those_of_repeated_votes() -> None:
    """With many values, the standard deviation over systems drawn anew is kept within a tenth."""
    made = world([4], systems=8, prompts=60, votes=1500)
    values = made.quality + np.random.default_rng(5).normal(0, 1, len(made.quality))
    votes, system = made.inputs.votes, made.inputs.clips.system
    gap = values[votes.winner] - values[votes.loser]
    draw, areas = np.random.default_rng(6), []
    for _ in range(400):
        times = np.bincount(draw.integers(0, 8, 8), minlength=8)
        seen = np.repeat(gap, times[system[votes.winner]] * times[system[votes.loser]])
        ranks = stats.rankdata(np.concatenate([seen, -seen]))[: len(seen)]
        areas.append((ranks.sum() - len(seen) * (len(seen) + 1) / 2) / len(seen) ** 2)
    found = predicted(made.inputs, values).auc
    assert found.low is not None
    half = stats.t.ppf(0.975, 7) * np.std(areas)
    assert found.value - found.low == pytest.approx(half, rel=0.15)


def test_reversing_a_metric_and_its_direction_changes_nothing() -> None:
    made = world([7], systems=6)
    up = predicted(made.inputs, made.quality)
    assert predicted(made.inputs, -made.quality, Direction.LOWER) == up
    down = predicted(made.inputs, made.quality, Direction.LOWER)
    assert down.share.value == pytest.approx(1 - up.share.value)
    assert down.auc.value == pytest.approx(1 - up.auc.value)


def test_a_metric_without_direction_keeps_its_sign() -> None:
    made = world([8], systems=6)
    assert predicted(made.inputs, -made.quality, Direction.NEITHER).share.value < 0.5


def random_metric(kind: str, made: World, draw: np.random.Generator) -> Floats:
    by_clip = draw.normal(size=len(made.quality))
    by_system = draw.normal(size=len(made.theta))[made.inputs.clips.system]
    return {"clip": by_clip, "system": by_system, "both": by_clip + by_system}[kind]


@pytest.mark.heavy
@pytest.mark.parametrize(("kind", "systems"), [("clip", 5), ("both", 5), ("system", 12)])
def test_a_random_metric_has_its_interval_around_chance(kind: str, systems: int) -> None:
    """In 93 % or more: fewer hits than the 1st percentile of Binomial(300, 0.93) fail."""
    least = stats.binom.ppf(0.01, SIMULATIONS, 0.93)
    shares = areas = 0
    for run in range(SIMULATIONS):
        made = world([systems, run], systems=systems, prompts=20, votes=1500)
        draw = np.random.default_rng([systems, run, 1])
        found = predicted(made.inputs, random_metric(kind, made, draw))
        shares += (found.share.low or 0.0) <= 0.5 <= (found.share.high or 0.0)
        areas += (found.auc.low or 0.0) <= 0.5 <= (found.auc.high or 0.0)
    assert least <= shares
    assert least <= areas


def test_the_truth_reaches_the_ceiling_of_the_model_and_noise_does_not() -> None:
    made = world([9], systems=8, votes=20_000, clip_spread=0.0)
    pairs = PairCounts.of(made.inputs.votes, len(made.inputs.clips))
    ceiling = ceilings(made.inputs, pairs).model
    assert isinstance(ceiling, Ceiling)
    best = ceiling.share.value
    error = np.sqrt(best * (1 - best) / 20_000)
    assert abs(predicted(made.inputs, made.of_clip).share.value - best) < 4 * error
    noise = np.random.default_rng(1).normal(0, 3, len(made.theta))[made.inputs.clips.system]
    assert predicted(made.inputs, made.of_clip + noise).share.value < best - 4 * error


def test_the_truth_about_clips_is_above_the_ceiling_of_systems() -> None:
    made = world([10], systems=8, votes=20_000, clip_spread=1.0)
    pairs = PairCounts.of(made.inputs.votes, len(made.inputs.clips))
    ceiling = ceilings(made.inputs, pairs).same_systems
    assert isinstance(ceiling, Ceiling)
    assert predicted(made.inputs, made.quality).share.value > ceiling.share.value + 0.02


def test_votes_by_gap_are_all_votes_and_wider_gaps_are_easier() -> None:
    made = world([11], systems=10, votes=10_000)
    found = differences(
        made.inputs,
        PairCounts.of(made.inputs.votes, len(made.inputs.clips)),
        metric(made.inputs, made.quality),
    )
    rows = [row.prediction for row in by_gap(made.inputs, found, digest=made.inputs.digest)]
    shown = [row for row in rows if isinstance(row, Prediction)]
    assert sum(row.votes for row in shown) == 10_000
    assert shown[-1].share.value > shown[0].share.value + 0.1


def test_a_constant_metric_predicts_nothing() -> None:
    made = world([12], systems=4)
    values = metric(made.inputs, np.full(len(made.quality), 3.0))
    pairs = PairCounts.of(made.inputs.votes, len(made.inputs.clips))
    found = predict(differences(made.inputs, pairs, values), digest="1")
    assert isinstance(found, NotAvailable)
    assert "same on both clips" in found.reason


def test_without_values_there_is_nothing_to_predict() -> None:
    inputs = small([0, 1], [(0, 1, 0)])
    pairs = PairCounts.of(inputs.votes, 2)
    found = predict(differences(inputs, pairs, metric(inputs, {0: 1.0})), digest="1")
    assert isinstance(found, NotAvailable)


def test_two_systems_have_a_share_without_an_interval() -> None:
    inputs = small([0, 1], [(0, 1, 0), (0, 1, 1), (1, 0, 2)])
    share = predicted(inputs, np.array([2.0, 1.0])).share
    assert share.value == pytest.approx(2 / 3)
    assert share.low is share.high is None
