"""Facts about clips, against signals whose facts are known."""

from collections.abc import Mapping

import numpy as np
import pytest
from numpy.typing import NDArray

from corpus.audio.loudness import true_peak
from evaluation.metrics.attempt import attempt
from evaluation.metrics.base import NotAvailable, Outcome, Sound, Subject, Value
from evaluation.metrics.signal_facts import SignalFacts
from tests.evaluation.recordings import (
    human_readings,
    joined,
    needs_chinese,
    needs_praat,
    needs_readings,
    spoken_by,
)

RATE = 16_000
SENTENCE = "Please leave your message after the tone, and we will call you back tomorrow."


def facts(sound: Sound, text: str | None = None, language: str = "en") -> Mapping[str, Outcome]:
    return attempt(SignalFacts(), Subject(sound, text=text, language=language))


def amount(outcome: Outcome) -> float:
    assert isinstance(outcome, Value), outcome
    return outcome.amount


def reason(outcome: Outcome) -> str:
    assert isinstance(outcome, NotAvailable), outcome
    return outcome.reason


def silence(seconds: float, rate: int = RATE) -> Sound:
    return Sound(np.zeros(round(seconds * rate)), rate)


def tone(hertz: float, seconds: float, peak: float = 0.5, rate: int = RATE) -> Sound:
    time = np.arange(round(seconds * rate)) / rate
    return Sound(peak * np.sin(2 * np.pi * hertz * time), rate)


def hum(hertz: float, seconds: float) -> Sound:
    """As harmonics of a voice fall, so that it has a fundamental frequency."""
    parts = [tone(hertz * n, seconds, 0.3 / n).samples for n in range(1, 12)]
    return Sound(np.sum(parts, axis=0), RATE)


def test_a_sine_has_the_loudness_and_the_peak_that_it_must_have() -> None:
    measured = facts(tone(997, 3.0, peak=0.5))
    # BS.1770: a sine of 997 Hz at full scale in one channel reads -3.01 LUFS.
    assert amount(measured["loudness"]) == pytest.approx(-3.01 - 6.02, abs=0.1)
    assert amount(measured["true_peak"]) == pytest.approx(-6.02, abs=0.1)
    assert amount(measured["duration"]) == 3.0


def test_the_true_peak_of_a_long_clip_is_found_piece_by_piece() -> None:
    rate = 8_000
    quiet = tone(440, 150.0, peak=0.1, rate=rate)
    # A sine at a quarter of the rate, sampled 45° off its tops: peaks between all samples.
    loud = 0.7 * np.sin(np.pi / 2 * np.arange(rate) + np.pi / 4)
    for second in (10, 69, 139):
        samples = quiet.samples.copy()
        samples[second * rate + 4_000 : (second + 1) * rate + 4_000] = loud
        assert true_peak(samples, rate) == pytest.approx(20 * np.log10(0.7), abs=0.3)


def test_pauses_and_edges_are_those_that_were_put_there() -> None:
    speech = spoken_by("flite", "slt", "Hello")
    gap = silence(0.8, speech.rate)
    alone = facts(speech)
    edge = amount(alone["edge_silence"])
    measured = facts(joined(gap, speech, gap, speech, gap))
    assert amount(measured["edge_silence"]) == pytest.approx(1.6 + edge, abs=0.05)
    voiced = 2 * (speech.seconds - edge)
    expected = (0.8 + edge) / (0.8 + edge + voiced)
    assert amount(measured["pause_share"]) == pytest.approx(expected, abs=0.03)
    assert amount(alone["pause_share"]) == 0.0


def test_speaking_rate_counts_words_of_the_text_per_second_of_speech() -> None:
    speech = spoken_by("flite", "rms", SENTENCE)
    padded = joined(silence(1.0, speech.rate), speech, silence(1.0, speech.rate))
    measured = facts(padded, SENTENCE)["speaking_rate"]
    assert isinstance(measured, Value)
    assert measured.details["count"] == 14
    assert measured.amount == pytest.approx(14 / speech.seconds, rel=0.1)


def test_without_text_speaking_rate_alone_is_missing() -> None:
    measured = facts(spoken_by("flite", "rms", SENTENCE))
    assert "text" in reason(measured["speaking_rate"])
    assert amount(measured["duration"]) > 3


@needs_chinese
def test_in_chinese_syllables_are_counted_instead_of_words() -> None:
    speech = spoken_by("espeak-ng", "cmn", "请在提示音后留言。")
    measured = facts(speech, "请在提示音后留言。", "zh")
    assert "spaces" in reason(measured["speaking_rate"])
    rate = measured["syllable_rate"]
    assert isinstance(rate, Value)
    assert rate.details["count"] == 8
    assert "Chinese" in reason(facts(speech, SENTENCE)["syllable_rate"])


def test_bandwidth_tells_narrow_clips() -> None:
    noise = np.random.default_rng(1).normal(0, 0.1, 2 * 48_000)
    wide = amount(facts(Sound(noise, 48_000))["bandwidth"])
    narrow = amount(facts(Sound(noise[: 2 * 8_000], 8_000))["bandwidth"])
    assert wide > 11_000
    assert narrow == pytest.approx(4_000, abs=200)


@needs_praat
@pytest.mark.parametrize("hertz", [90.0, 150.0, 280.0])
def test_fundamental_frequency_of_a_hum_is_its_own(hertz: float) -> None:
    measured = facts(hum(hertz, 1.0))
    assert amount(measured["f0_median"]) == pytest.approx(hertz, rel=0.01)
    assert amount(measured["f0_range"]) == pytest.approx(0, abs=0.2)


@needs_praat
def test_the_range_between_two_hums_is_their_interval() -> None:
    measured = facts(joined(hum(150, 1.0), hum(150 * 2 ** (4 / 12), 1.0)))
    assert amount(measured["f0_range"]) == pytest.approx(4, abs=0.3)


@needs_praat
@needs_readings
def test_a_woman_speaks_higher_than_a_man() -> None:
    woman = amount(facts(human_readings(3)[0][1])["f0_median"])
    man = amount(facts(spoken_by("flite", "rms", SENTENCE))["f0_median"])
    assert 150 < woman < 260
    assert 75 < man < 150


@needs_praat
def test_whispering_noise_has_no_fundamental_frequency() -> None:
    noise = np.random.default_rng(2).normal(0, 0.1, RATE)
    assert "voiced" in reason(facts(Sound(noise, RATE))["f0_median"])


def test_silence_has_a_duration_and_reasons() -> None:
    measured = facts(silence(2.0), SENTENCE)
    assert amount(measured["duration"]) == 2.0
    for name in measured.keys() - {"duration"}:
        assert reason(measured[name])


@pytest.mark.parametrize("seconds", [1 / RATE, 0.005, 0.05])
def test_a_scrap_has_a_duration_a_peak_and_reasons(seconds: float) -> None:
    measured = facts(tone(997, seconds), SENTENCE)
    assert amount(measured["duration"]) == pytest.approx(seconds)
    assert "0.4 s" in reason(measured["loudness"])
    assert "0.1 s" in reason(measured["bandwidth"])


@pytest.mark.parametrize("samples", [np.full(RATE, 0.5), np.eye(1, RATE, 8_000)[0] * 0.9])
def test_what_holds_no_speech_has_no_facts_of_speech(samples: NDArray[np.float64]) -> None:
    measured = facts(Sound(samples, RATE), SENTENCE)
    for name in ("speaking_rate", "bandwidth", "edge_silence", "pause_share"):
        assert "No speech" in reason(measured[name])


def test_where_praat_is_missing_its_metrics_say_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("evaluation.metrics.signal_facts._has_praat", lambda: False)
    family = SignalFacts()
    assert family.missing() is None
    assert family.missing_of("duration") is None
    assert "requirements-metrics.txt" in str(family.missing_of("f0_median"))
    assert family.models() == ()
    assert "requirements-metrics.txt" in reason(facts(hum(150, 1.0))["f0_range"])
