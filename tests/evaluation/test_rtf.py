"""Two quotients of one pair of times."""

import numpy as np
import pytest

from evaluation.metrics.attempt import attempt
from evaluation.metrics.base import NotAvailable, Sound, Subject, Value
from evaluation.metrics.rtf import Rtf

TWO_SECONDS = Sound(np.full(32_000, 0.1), 16_000)


def test_the_factor_is_generation_over_audio_and_speed_its_inverse() -> None:
    outcomes = attempt(Rtf(), Subject(TWO_SECONDS, generation_seconds=0.5))
    pair = {"generation_seconds": 0.5, "audio_seconds": 2.0}
    assert outcomes == {"rtf": Value(0.25, pair), "speed": Value(4.0, pair)}


@pytest.mark.parametrize("seconds", [None, 0.0, -1.0, float("nan"), float("inf")])
def test_without_a_positive_time_there_is_neither(seconds: float | None) -> None:
    outcomes = attempt(Rtf(), Subject(TWO_SECONDS, generation_seconds=seconds))
    for outcome in outcomes.values():
        assert isinstance(outcome, NotAvailable)
        assert "generation time" in outcome.reason
