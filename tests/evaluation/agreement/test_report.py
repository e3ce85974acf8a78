"""Ranking, disagreements, and everything together as JSON."""

import json
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from evaluation.agreement.correlation import Correlations
from evaluation.agreement.disagreement import disagreements
from evaluation.agreement.inputs import Inputs
from evaluation.agreement.pairs import PairCounts
from evaluation.agreement.ranking import holm, rank_metrics
from evaluation.agreement.report import METHOD_VERSION, agreement, report, to_json
from evaluation.metrics.base import Direction, NotAvailable
from tests.evaluation.agreement.worlds import World, metric, small, world


@pytest.fixture(scope="module")
def made() -> World:
    return world([31], systems=10, votes=12_000)


def with_registers(made: World) -> Inputs:
    ratings = made.inputs.ratings
    return replace(made.inputs, register_ratings={0: ratings, 1: ratings[:2]})


def test_better_metrics_stand_first_and_twins_are_not_told_apart(made: World) -> None:
    draw = np.random.default_rng(2)
    noise = draw.normal(0, 1, (3, len(made.quality)))
    found = rank_metrics(
        made.inputs,
        [
            metric(made.inputs, noise[0], name="noise"),
            metric(made.inputs, made.quality, name="truth"),
            metric(made.inputs, -made.quality, name="twin", direction=Direction.LOWER),
            metric(made.inputs, made.quality + 1.5 * noise[1], name="middling"),
        ],
    )
    assert [row.name for row in found.rows] == ["truth", "twin", "middling", "noise"]
    truth, _, middling, noise_row = found.rows
    assert truth.not_told_apart == ("twin",)
    assert set(truth.apart_from) == {"noise", "middling"}
    assert set(middling.apart_from) == {"noise", "truth", "twin"}
    assert truth.from_chance
    assert not noise_row.from_chance
    assert found.votes == found.all_votes == 12_000


def test_metrics_are_compared_on_the_votes_that_all_of_them_have(made: World) -> None:
    clips = made.inputs.clips
    known = {k: float(v) for k, v in enumerate(made.quality) if clips.prompt[k] >= 8}
    rare = {k: float(v) for k, v in enumerate(made.quality) if clips.prompt[k] >= 35}
    found = rank_metrics(
        made.inputs,
        [
            metric(made.inputs, made.quality, name="all"),
            metric(made.inputs, known, name="most"),
            metric(made.inputs, rare, name="rare"),
        ],
    )
    prompt = clips.prompt[made.inputs.votes.winner]
    assert found.votes == (prompt >= 8).sum()
    assert [row.name for row in found.left_out] == ["rare"]
    rows = {row.name: row for row in found.rows}
    assert rows["all"].share == rows["most"].share
    assert rows["all"].coverage == 1
    assert rows["most"].coverage == pytest.approx((prompt >= 8).mean())


def test_without_votes_nothing_is_ranked() -> None:
    inputs = small([0, 1], [])
    found = rank_metrics(inputs, [metric(inputs, {0: 1.0, 1: 2.0})])
    assert found.rows == ()
    assert found.votes == 0


def test_adjusted_p_values_are_those_of_holm() -> None:
    """The steps of his procedure: 4 · 0.005, 3 · 0.01, 2 · 0.03, and never less than one before."""
    assert holm(np.array([0.01, 0.04, 0.03, 0.005])) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_the_worst_disagreement_is_the_surest_of_both_sides() -> None:
    votes = [(0, 1, k) for k in range(20)] + [(2, 1, 0)] + [(0, 2, k) for k in range(9)]
    inputs = small([0, 1, 2], votes)
    values = metric(inputs, {0: 5.0, 1: 1.0, 2: 4.5}, direction=Direction.LOWER)
    found = disagreements(inputs, PairCounts.of(inputs.votes, 3), values)
    assert [(row.chosen, row.other, row.votes) for row in found] == [
        (0, 1, 20),
        (0, 2, 9),
        (2, 1, 1),
    ]
    assert (found[0].value_chosen, found[0].value_other) == (5.0, 1.0)
    assert found[0].z == pytest.approx(4 / np.sqrt((4**2 + 3.5**2 + 0.5**2) / 3))
    assert found[0].low == pytest.approx(20 / (20 + 1.959964**2))  # Wilson's end where all agree


def test_where_metric_and_listeners_agree_there_is_nothing_to_hear() -> None:
    inputs = small([0, 1], [(0, 1, 0), (0, 1, 1), (1, 0, 2)])
    pairs = PairCounts.of(inputs.votes, 2)
    assert disagreements(inputs, pairs, metric(inputs, {0: 1.0, 1: 0.0})) == ()
    assert disagreements(inputs, pairs, metric(inputs, {0: 1.0, 1: 1.0})) == ()


def test_less_is_better_agrees_as_well_as_more_is_better(made: World) -> None:
    up = agreement(made.inputs, metric(made.inputs, made.quality))
    down = agreement(made.inputs, metric(made.inputs, -made.quality, direction=Direction.LOWER))
    assert down.per_clip == up.per_clip
    assert down.per_system[0] == up.per_system[0]
    assert isinstance(up.per_system[0].correlations, Correlations)
    assert up.per_system[0].correlations.srcc.value > 0.9
    assert [p.metric for p in down.points[0].points] == [-p.metric for p in up.points[0].points]


def test_points_are_means_with_intervals_and_the_human_is_marked(made: World) -> None:
    points = agreement(made.inputs, metric(made.inputs, made.quality)).points[0].points
    assert [point.is_human for point in points] == [True, *[False] * 9]
    values = made.quality[made.inputs.clips.system == 3]
    assert points[3].metric == pytest.approx(values.mean())
    assert points[3].metric_low is not None
    half = 2.0226909 * values.std(ddof=1) / np.sqrt(40)  # t on 39 degrees of freedom, from a table
    assert points[3].metric - points[3].metric_low == pytest.approx(half)


def test_each_register_with_a_board_has_points_and_two_systems_no_correlation(made: World) -> None:
    inputs = with_registers(made)
    found = agreement(inputs, metric(inputs, made.quality))
    assert [row.register for row in found.points] == [None, "calm", "lively"]
    calm = made.quality[(inputs.clips.system == 3) & (inputs.clips.register == 0)]
    assert found.points[1].points[3].metric == pytest.approx(calm.mean())
    assert isinstance(found.per_system[1].correlations, Correlations)
    assert isinstance(found.per_system[2].correlations, NotAvailable)


def test_a_constant_metric_is_not_available_throughout(made: World) -> None:
    found = agreement(made.inputs, metric(made.inputs, np.full(len(made.quality), 1.5)))
    for part in (found.per_clip, found.per_system[0].correlations, found.per_matchup):
        assert isinstance(part, NotAvailable)
        assert "the same" in part.reason


def test_a_metric_without_values_is_not_available_throughout(made: World) -> None:
    found = agreement(made.inputs, metric(made.inputs, {}))
    for part in (found.per_clip, found.per_system[0].correlations, found.per_matchup):
        assert isinstance(part, NotAvailable)
    assert found.coverage == 0


def test_the_report_is_plain_json_and_the_same_each_time(made: World) -> None:
    inputs = with_registers(made)
    metrics = [
        metric(inputs, made.quality, name="truth"),
        metric(inputs, np.ones(len(made.quality)), name="constant"),
    ]
    once, again = (json.dumps(to_json(report(inputs, metrics)), allow_nan=False) for _ in range(2))
    assert once == again
    told = json.loads(once)
    assert told["method"] == METHOD_VERSION
    assert told["metrics"][0]["direction"] == "higher"
    constant = told["metrics"][1]["per_matchup"]
    assert constant["available"] is False
    assert "same on both clips" in constant["reason"]


def test_votes_alone_without_ratings_still_tell_what_is_predicted() -> None:
    inputs = small([0, 1, 2, 3], [(0, 1, 0), (1, 2, 0), (2, 3, 1), (0, 3, 1)])
    found = report(inputs, [metric(inputs, {k: float(-k) for k in range(4)})])
    assert not isinstance(found.metrics[0].per_matchup, NotAvailable)
    assert isinstance(found.metrics[0].per_clip, NotAvailable)
    assert isinstance(to_json(found), Mapping)


def test_a_number_that_is_none_has_no_json() -> None:
    with pytest.raises(ValueError, match="has no JSON"):
        to_json(float("nan"))
