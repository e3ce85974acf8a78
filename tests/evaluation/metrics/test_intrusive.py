"""PESQ and STOI with the clean signal at hand."""

import numpy as np
import pytest

from evaluation.metrics.attempt import attempt
from evaluation.metrics.base import NotAvailable, Outcome, Sound, Subject, Value
from evaluation.metrics.intrusive import Pesq, Stoi
from tests.evaluation import sounds
from tests.evaluation.sounds import Spoiler

pesq, stoi = Pesq(), Stoi()
pytestmark = pytest.mark.skipif(
    bool(pesq.missing() or stoi.missing()), reason=pesq.missing() or stoi.missing() or ""
)
Either = Pesq | Stoi
both = pytest.mark.parametrize("family", [pesq, stoi], ids=["pesq", "stoi"])


def outcome(family: Either, reference: Sound, clip: Sound) -> Outcome:
    """The one value of *family*."""
    return attempt(family, Subject(clip, aligned_reference=reference))[family.name]


def amount(family: Either, reference: Sound, clip: Sound) -> float:
    """That there is, and its amount."""
    value = outcome(family, reference, clip)
    assert isinstance(value, Value), value
    return value.amount


def test_the_values_of_versa_come_out() -> None:
    """As VERSA's tests have them."""
    reference, clip = sounds.golden("versa_test1"), sounds.golden("versa_test2")
    assert amount(pesq, reference, clip) == pytest.approx(1.57227, abs=1e-5)
    assert amount(stoi, reference, clip) == pytest.approx(0.0076251, abs=1e-6)


@both
@pytest.mark.parametrize(
    "spoiled", [sounds.noisy, sounds.clipped, sounds.reverberant, sounds.coded]
)
def test_a_copy_is_above_a_spoiled_copy(family: Either, spoiled: Spoiler) -> None:
    """Of a woman's voice."""
    clean = sounds.human()
    assert amount(family, clean, clean) > amount(family, clean, spoiled(clean)) + 0.02


@both
def test_another_length_is_refused_with_both_lengths(family: Either) -> None:
    """Nothing is cut or padded."""
    clean = sounds.human()
    cut = Sound(clean.samples[:-160], clean.rate)
    told = outcome(family, clean, cut)
    assert isinstance(told, NotAvailable)
    assert f"{cut.seconds:.3f} s" in told.reason


@both
def test_silence_on_either_side_is_refused(family: Either) -> None:
    """With the side named."""
    clean = sounds.human()
    silence = Sound(np.zeros(clean.samples.size), clean.rate)
    for reference, clip, side in ((silence, clean, "reference"), (clean, silence, "clip")):
        told = outcome(family, reference, clip)
        assert isinstance(told, NotAvailable)
        assert told.reason == f"The {side} is silent."


def test_a_click_is_no_utterance() -> None:
    """PESQ looks for speech of 200 ms."""
    click = np.zeros(16_000)
    click[8_000:8_320] = np.random.default_rng(6).standard_normal(320) / 10
    told = outcome(pesq, Sound(click, 16_000), Sound(click, 16_000))
    assert isinstance(told, NotAvailable)
    assert "no utterance" in told.reason


def test_little_speech_in_much_silence_has_no_stoi() -> None:
    """Where pystoi warns and answers 0.00001."""
    clean = np.zeros(32_000)
    clean[16_000:18_000] = sounds.noisy(Sound(np.full(2_000, 0.1), 16_000)).samples
    clean[16_000:18_000] += np.random.default_rng(4).standard_normal(2_000) / 10
    told = outcome(stoi, Sound(clean, 16_000), Sound(clean, 16_000))
    assert isinstance(told, NotAvailable)
    assert "0.4 s" in told.reason


@pytest.mark.parametrize("family", [pesq], ids=["pesq"])
def test_as_many_bursts_as_fit_do_no_harm(family: Pesq) -> None:
    """Fifty utterances are what the ITU's code can hold."""
    burst = np.r_[np.random.default_rng(5).standard_normal(3_300) / 10, np.zeros(3_300)]
    bursts = Sound(np.tile(burst, 49)[: 16_000 * 20], 16_000)
    assert isinstance(outcome(family, bursts, bursts), Value)
    longer = Sound(np.tile(burst, 60), 16_000)
    assert isinstance(outcome(family, longer, longer), NotAvailable)
