"""Readings that were made worse, one way at a time, and what the machine says about them."""

from collections.abc import Callable

import numpy as np
import pytest

from corpus.audio.decoding import decode
from corpus.audio.resampling import RATE
from corpus.audio.signal import Samples
from corpus.demo import asterisk
from corpus.recognition.base import Recogniser, RecognitionError
from corpus.recognition.pocketsphinx import PocketSphinx
from corpus.recording.checks import Checked, check_reading
from tests.corpus.audio.recordings import SENTENCE, with_ffmpeg, with_sndfile
from tests.readings import good_take

OTHER_TEXT = "Nobody had seen the old lighthouse since the harbour was closed last winter."


class Obedient:
    """A recogniser that hears what it is told to, for checks of the sound alone."""

    name = "obedient"

    def __init__(self, hears: str = SENTENCE) -> None:
        self.hears = hears

    def version(self) -> str:
        return "1"

    def available(self) -> str | None:
        return None

    def transcribe(self, samples: Samples, rate: int) -> str:
        return self.hears


class Absent(Obedient):
    """A recogniser that is not installed."""

    def transcribe(self, samples: Samples, rate: int) -> str:
        raise RecognitionError("Install it.")


def samples_of_good_take() -> Samples:
    return decode(good_take()).samples


def check(samples: Samples, *, text: str = SENTENCE, by: Recogniser | None = None) -> Checked:
    return check_reading(with_sndfile(samples, RATE, "WAV", "PCM_16"), text, by or Obedient())


def warned_of(checked: Checked) -> set[str]:
    return {found.code for found in checked.findings if found.severity != "note"}


def overdriven(samples: Samples) -> Samples:
    return np.clip(6 * samples, -1, 1)


def overdriven_then_turned_down(samples: Samples) -> Samples:
    return overdriven(samples) * 0.3


def quieter(samples: Samples) -> Samples:
    return samples * 10 ** (-24 / 20)


def noisier(samples: Samples) -> Samples:
    return samples + np.random.default_rng(7).normal(0, 10 ** (-42 / 20), samples.size)


def cut_at_the_start(samples: Samples) -> Samples:
    return samples[round(0.9 * RATE) :]


def cut_at_the_end(samples: Samples) -> Samples:
    return samples[: -round(0.9 * RATE)]


def test_nothing_is_said_about_a_good_take() -> None:
    assert warned_of(check(samples_of_good_take(), by=PocketSphinx())) == set()


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (overdriven, "clipping"),
        (overdriven_then_turned_down, "clipping"),
        (quieter, "quiet"),
        (noisier, "noise"),
        (cut_at_the_start, "cut-start"),
        (cut_at_the_end, "cut-end"),
    ],
)
def test_each_fault_is_named_and_no_other(spoil: Callable[[Samples], Samples], code: str) -> None:
    assert warned_of(check(spoil(samples_of_good_take()))) == {code}


def test_clipping_is_seen_through_a_lossy_codec() -> None:
    loud = with_ffmpeg(overdriven(samples_of_good_take()), RATE, "webm", "libopus")
    assert "clipping" in warned_of(check_reading(loud, SENTENCE, Obedient()))


@pytest.mark.parametrize(("repeats", "code"), [(3, "short"), (0, "long")])
def test_a_text_of_another_length_is_noticed(repeats: int, code: str) -> None:
    text = SENTENCE * repeats if repeats else "Please leave your message."
    assert warned_of(check(samples_of_good_take(), text=text, by=Obedient(text))) == {code}


def test_wrong_words_are_heard() -> None:
    checked = check(samples_of_good_take(), text=OTHER_TEXT, by=PocketSphinx())
    (found,) = (found for found in checked.findings if found.code == "words")
    assert found.severity == "warning"
    assert found.value is not None
    assert found.value > 0.7


def test_one_wrong_word_is_told_but_not_held_against_the_reader() -> None:
    text = SENTENCE.replace("tomorrow", "on Monday")
    checked = check(samples_of_good_take(), text=text)
    assert [(f.code, f.severity) for f in checked.findings] == [("words", "note")]
    assert "“tomorrow” for “on monday”" in checked.findings[0].sentence


def test_without_a_recogniser_the_rest_is_checked_and_the_gap_is_said() -> None:
    checked = check(quieter(samples_of_good_take()), by=Absent())
    assert [(f.code, f.severity) for f in checked.findings] == [
        ("quiet", "warning"),
        ("unrecognised", "note"),
    ]


@pytest.mark.parametrize("audio", [b"RIFF\0\0\0\0WAVE", good_take()[:60_000]])
def test_what_cannot_be_decoded_is_an_error_with_a_reason(audio: bytes) -> None:
    checked = check_reading(audio, SENTENCE, Obedient())
    assert [(f.code, f.severity) for f in checked.findings] == [("unusable", "error")]


def test_silence_is_an_error() -> None:
    assert warned_of(check(np.zeros(2 * RATE))) == {"unusable"}


@pytest.mark.skipif(asterisk.missing() is not None, reason="no recordings of a person")
def test_a_persons_good_reading_is_not_blamed_for_its_words() -> None:
    reading = next(r for r in asterisk.readings() if r.prompt_id == "queue-youarenext")
    signal = decode(reading.recording, container="g722")
    audio = with_sndfile(signal.samples, signal.rate, "WAV", "PCM_16")
    checked = check_reading(audio, reading.text, PocketSphinx())
    assert warned_of(checked) == set()
