"""SRMR: the published value, a plain computation, and what reverberation does to it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks import srmr as plain
from evaluation.metrics.attempt import attempt
from evaluation.metrics.base import NotAvailable, Outcome, Sound, Subject, Value
from evaluation.metrics.gammatone import centre_frequencies, magnitude_responses
from evaluation.metrics.reverb import Srmr
from evaluation.metrics.srmr import srmr
from tests.evaluation.real_speech import clip, clipped, flite, in_a_hall, man, with_noise, woman

OF_VERSA = 0.61238166879
"""SRMR (fast) of versa_test2.wav in the tests of versa."""


def outcome(sound: Sound) -> Outcome:
    """What the family answers."""
    return attempt(Srmr(), Subject(sound))["srmr"]


def amount(sound: Sound) -> float:
    """The value, where there is one."""
    found = outcome(sound)
    assert isinstance(found, Value)
    return found.amount


def test_the_value_that_versa_publishes_comes_out() -> None:
    assert amount(clip("versa_test2.wav")) == pytest.approx(OF_VERSA, abs=1e-8)


@pytest.mark.parametrize(
    "length", [4592, 4593, 4599, 4632, 8000, 16_000, 16_032, 16_033, 40_000, 65_536]
)
def test_it_equals_the_plain_computation_at_any_length(length: int) -> None:
    samples = man(5.0).samples[:length]
    found = srmr(samples)
    assert found is not None
    assert found.value == pytest.approx(plain.srmr(samples, 16_000), rel=1e-9)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), length=st.integers(4592, 30_000), tilt=st.floats(-3, 3))
def test_it_equals_the_plain_computation_of_coloured_noise(
    seed: int, length: int, tilt: float
) -> None:
    """Noise whose spectrum leans either way, so that every number of bands comes up."""
    spectrum = np.fft.rfft(np.random.default_rng(seed).normal(size=length))
    samples = np.fft.irfft(spectrum * np.arange(1, spectrum.size + 1) ** tilt, length)
    samples /= np.abs(samples).max()
    found = srmr(samples)
    assert found is not None
    assert found.value == pytest.approx(plain.srmr(samples, 16_000), rel=1e-8)


def test_a_low_and_a_high_sound_count_different_numbers_of_bands() -> None:
    time = np.arange(16_000) / 16_000
    beats = 1 + np.sin(2 * np.pi * 10 * time)
    bands = {}
    for hertz in (150, 7000):
        found = srmr(beats * np.sin(2 * np.pi * hertz * time) / 2)
        assert found is not None
        bands[hertz] = found.bands
    assert bands == {150: 8, 7000: 6}


def test_the_level_of_a_clip_does_not_matter() -> None:
    sound = man()
    assert amount(Sound(sound.samples / 50, sound.rate)) == pytest.approx(amount(sound), rel=1e-9)


@pytest.mark.parametrize("speaker", [woman, man])
def test_a_clean_reading_stands_above_its_degraded_copies(speaker: object) -> None:
    assert callable(speaker)
    clean = speaker()
    assert amount(clean) > amount(in_a_hall(clean, 0.4)) > amount(in_a_hall(clean, 1.5))
    assert amount(clean) > amount(with_noise(clean, 10)) > amount(with_noise(clean, 0))
    assert amount(clean) > amount(clipped(clean, 0.02))


def test_any_rate_is_measured_at_16_khz() -> None:
    from corpus.audio.resampling import resample  # noqa: PLC0415

    sound = flite("slt")
    high = Sound(resample(sound.samples, sound.rate, 48_000), 48_000)
    assert amount(high) == pytest.approx(amount(sound), rel=0.02)


@pytest.mark.parametrize(
    ("sound", "says"),
    [
        (Sound(np.zeros(32_000), 16_000), "silent"),
        (Sound(np.sin(np.arange(32_000)) * 9e-5, 16_000), "silent"),
        (Sound(np.full(32_000, 0.5), 16_000), "silent"),
        (Sound(np.ones(4000), 16_000), "0.256"),
        (Sound(np.sin(np.arange(4500)), 16_000), "frame"),
    ],
)
def test_silence_and_crumbs_have_no_value(sound: Sound, says: str) -> None:
    found = outcome(sound)
    assert isinstance(found, NotAvailable)
    assert says in found.reason


def test_gammatone_filters_stand_on_the_scale_of_bandwidths_and_peak_at_their_centres() -> None:
    centres = centre_frequencies(23, 125.0, 16_000)
    assert centres[0] == pytest.approx(125.0)
    rates = 9.26449 * np.log1p(centres / (24.7 * 9.26449))
    assert np.diff(rates) == pytest.approx(np.full(22, np.diff(rates)[0]))
    grid = np.arange(0, 8000, 1.0)
    responses = magnitude_responses(centres, grid, 16_000)
    assert grid[responses.argmax(axis=1)] == pytest.approx(centres, rel=0.01)
    assert responses.max(axis=1) == pytest.approx(np.ones(23), rel=0.01)
