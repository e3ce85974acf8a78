"""What does not fit together is refused, with the row."""

from dataclasses import replace

import numpy as np
import pytest

from evaluation.agreement.arrays import BadInput
from evaluation.agreement.inputs import Clips, MetricValues, Rated, Votes
from evaluation.metrics.base import Direction, Metric
from tests.evaluation.agreement.worlds import metric, small

WER = Metric("wer", "WER", "", Direction.LOWER, 0.0, None)


def test_a_value_that_is_no_number_is_refused_with_its_row() -> None:
    with pytest.raises(BadInput, match="value, row 1: nan"):
        MetricValues.of(WER, [0, 1], [0.5, np.nan], clips=2)


def test_a_clip_has_one_value() -> None:
    with pytest.raises(BadInput, match="two values"):
        MetricValues.of(WER, [1, 1], [0.5, 0.6], clips=2)


def test_a_vote_for_an_unknown_clip_is_refused() -> None:
    with pytest.raises(BadInput, match=r"votes\.winner, row 1: 7 is not one of 0 … 1"):
        small([0, 1], [(0, 1, 0), (7, 1, 0)])


def test_a_vote_between_two_clips_of_one_system_is_refused() -> None:
    with pytest.raises(BadInput, match="row 0: both clips are of one system"):
        small([0, 0, 1], [(0, 1, 0)])


def test_a_vote_between_two_prompts_is_refused() -> None:
    inputs = small([0, 1], [(0, 1, 0)])
    clips = inputs.clips
    other = Clips(clips.system, clips.gender, clips.register, np.array([0, 1]))
    with pytest.raises(BadInput, match="differ in their prompt"):
        replace(inputs, clips=other)


def test_a_system_is_rated_once() -> None:
    with pytest.raises(BadInput, match="rated twice"):
        replace(small([0, 1], [(0, 1, 0)]), ratings=(Rated(0, 1.0), Rated(0, 2.0)))


def test_rows_of_a_vote_are_of_one_length() -> None:
    inputs = small([0, 1], [(0, 1, 0)])
    with pytest.raises(BadInput, match=r"votes\.loser has 2 rows where 1 are expected"):
        replace(inputs, votes=Votes(np.array([0]), np.array([1, 1]), np.array([0])))


def test_less_of_an_error_rate_is_better() -> None:
    inputs = small([0, 1, 2], [(0, 1, 0)])
    amount, there = metric(inputs, {0: 0.25, 2: 0.5}, direction=Direction.LOWER).oriented(3)
    assert amount.tolist() == [-0.25, 0.0, -0.5]
    assert there.tolist() == [True, False, True]


def test_another_vote_is_another_digest() -> None:
    once, again = (small([0, 1], [(0, 1, 0)]) for _ in range(2))
    other = small([0, 1], [(1, 0, 0)])
    assert once.digest == again.digest != other.digest
