"""Reverb consistency: a voice that walks from one room into another is heard doing so."""

import numpy as np
import pytest

from evaluation.metrics.attempt import attempt
from evaluation.metrics.base import NotAvailable, Outcome, Sound, Subject, Value
from evaluation.metrics.reverb import ReverbConsistency, Srmr
from evaluation.speech.activity import Silero
from tests.evaluation.real_speech import RATE, in_a_hall, man, woman

pytestmark = pytest.mark.skipif(Silero().missing() is not None, reason=str(Silero().missing()))


def outcome(sound: Sound, family: ReverbConsistency | None = None) -> Outcome:
    """What the family answers."""
    return attempt(family or ReverbConsistency(), Subject(sound))["reverb_consistency"]


def value(sound: Sound, family: ReverbConsistency | None = None) -> Value:
    """The value, where there is one."""
    found = outcome(sound, family)
    assert isinstance(found, Value), found
    return found


def joined(*sounds: Sound) -> Sound:
    """One clip after the other."""
    return Sound(np.concatenate([sound.samples for sound in sounds]), RATE)


@pytest.mark.parametrize("speaker", [woman, man])
def test_half_dry_and_half_wet_is_less_consistent_than_either(speaker: object) -> None:
    assert callable(speaker)
    dry = speaker()
    wet = in_a_hall(dry, 2.0)
    middle = dry.samples.size // 2
    mixed = joined(Sound(dry.samples[:middle], RATE), Sound(wet.samples[middle:], RATE))
    assert value(mixed).amount > value(dry).amount
    assert value(mixed).amount > value(wet).amount


def test_it_is_the_deviation_of_srmr_over_windows() -> None:
    sound = woman(9.0)
    found = value(sound)
    starts = [0, 2, 4, 6]
    parts = [Sound(sound.samples[s * RATE : (s + 3) * RATE], RATE) for s in starts]
    outcomes = [attempt(Srmr(), Subject(part))["srmr"] for part in parts]
    ratios = [each.amount for each in outcomes if isinstance(each, Value)]
    assert found.details["srmr"] == pytest.approx(ratios)
    deviation = np.sqrt(np.mean((np.array(ratios) - np.mean(ratios)) ** 2))
    assert found.amount == pytest.approx(deviation)
    assert found.details["ddof"] == 0


def test_windows_of_pauses_are_dropped() -> None:
    speech = woman(7.0)
    hiss = Sound(np.random.default_rng(4).normal(size=4 * RATE) / 1000, RATE)
    found = value(joined(speech, hiss))
    ratios = found.details["srmr"]
    assert isinstance(ratios, list)
    assert ratios[-1] is None
    assert None not in ratios[:3]
    assert found.details["windows"] == sum(each is not None for each in ratios)


def test_one_window_with_speech_is_not_enough() -> None:
    found = outcome(man(3.4))
    assert isinstance(found, NotAvailable)
    assert "Only 1 of 1 windows" in found.reason


@pytest.mark.parametrize("seconds", [0.05, 1.0, 10.0])
def test_silence_has_no_consistency(seconds: float) -> None:
    found = outcome(Sound(np.zeros(round(seconds * RATE)), RATE))
    assert found == NotAvailable("The clip is silent.")


def test_windows_can_be_chosen_and_tell_in_the_version() -> None:
    shorter = ReverbConsistency(seconds=1.0, stride=1.0)
    assert value(man(4.0), shorter).details["windows"] == 4
    assert shorter.version != ReverbConsistency().version


def test_its_model_is_the_detector_of_speech() -> None:
    assert [model.name for model in ReverbConsistency().models()] == ["Silero VAD"]
