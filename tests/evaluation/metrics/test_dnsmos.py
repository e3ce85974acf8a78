"""DNSMOS against its published values, and against silence."""

import numpy as np
import pytest

from evaluation.metrics.attempt import attempt
from evaluation.metrics.base import NotAvailable, Outcomes, Sound, Subject, Value
from evaluation.metrics.dnsmos import Dnsmos, segments
from evaluation.metrics.listening import at_16_khz
from evaluation.speech.activity import Silero
from tests.evaluation import sounds
from tests.evaluation.sounds import Spoiler

dnsmos = Dnsmos(Silero())
pytestmark = pytest.mark.skipif(dnsmos.missing() is not None, reason=dnsmos.missing() or "")


def measured(sound: Sound) -> Outcomes:
    """All four values."""
    return attempt(dnsmos, Subject(sound))


def amount(outcomes: Outcomes, name: str) -> float:
    """One of them."""
    outcome = outcomes[name]
    assert isinstance(outcome, Value), outcome
    return outcome.amount


@pytest.fixture(scope="module")
def clean() -> Outcomes:
    """What a clean reading gets."""
    return measured(sounds.human())


def test_the_values_of_versa_come_out() -> None:
    """OVRL and P.808, as VERSA's tests have them."""
    noisy = measured(sounds.golden("versa_test2"))
    assert amount(noisy, "dnsmos_ovrl") == pytest.approx(1.45261, abs=1e-4)
    assert amount(noisy, "dnsmos_p808") == pytest.approx(2.09430, abs=1e-4)


def test_windows_in_one_batch_have_the_values_they_have_alone() -> None:
    """Of twelve seconds and more of speech."""
    long = np.tile(at_16_khz(sounds.human()), 20)[: 16_000 * 14]
    parts = segments(long)
    assert len(parts) > 3
    alone = Dnsmos(Silero(), batch=1).scores(parts)
    assert Dnsmos(Silero(), batch=len(parts)).scores(parts) == pytest.approx(alone, abs=1e-4)


@pytest.mark.parametrize(
    ("seconds", "begins"),
    [
        *((9.01, [0]), (10.5, [0]), (12, [0, 1, 2]), (6, [0, 1, 2])),
        (20, [0, 1, 2, 3, 4, 5, 6]),
        (35, [0, 1, 2, 3, 4, 5, 6, 24, 25]),
    ],
)
def test_windows_lie_where_the_package_has_them(seconds: float, begins: list[int]) -> None:
    """⌊seconds⌋ − 9.01 of them and one more, less those that its rounding drops."""
    ramp = np.arange(round(seconds * 16_000), dtype=np.float32)
    parts = segments(ramp)
    assert [part[0] / 16_000 % seconds for part in parts] == [begin % seconds for begin in begins]
    assert {part.size for part in parts} == {144_160}


@pytest.mark.parametrize("spoiled", [sounds.noisy, sounds.clipped, sounds.reverberant])
def test_clean_speech_is_above_spoiled_speech(clean: Outcomes, spoiled: Spoiler) -> None:
    """Overall."""
    worse = measured(spoiled(sounds.human()))
    assert amount(clean, "dnsmos_ovrl") > amount(worse, "dnsmos_ovrl") + 0.2


@pytest.mark.parametrize("level", [0.0, 1e-5, 1e-3])
def test_silence_and_faint_noise_get_no_good_background(level: float) -> None:
    """Not 3.5, which the network says of zeros."""
    noise = level * np.random.default_rng(3).standard_normal(32_000)
    outcomes = measured(Sound(noise, 16_000))
    assert all(isinstance(outcome, NotAvailable) for outcome in outcomes.values())


def test_the_same_clip_gets_the_same_values(clean: Outcomes) -> None:
    """To the last bit."""
    assert measured(sounds.human()) == clean
