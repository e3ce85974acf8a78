import numpy as np
import pytest

from corpus.audio.edges import Span, speech_span, with_edges
from corpus.audio.errors import Silent, TooShort
from corpus.audio.resampling import RATE
from corpus.audio.signal import Samples
from tests.corpus.audio.recordings import speech


def silence(seconds: float) -> Samples:
    return np.zeros(round(seconds * RATE))


def voice(seconds: float = 1.0) -> Samples:
    """A tone of 220 Hz with syllables: its level rises and falls four times a second."""
    time = np.arange(round(seconds * RATE)) / RATE
    syllables = 0.15 + 0.1 * np.cos(2 * np.pi * 4 * time)
    return np.asarray(syllables * np.sin(2 * np.pi * 220 * time), dtype=np.float64)


def noise(like: Samples, below: float) -> Samples:
    """White noise *below* dB under the level of the voice."""
    level = float(np.sqrt(np.mean(voice() ** 2))) * float(10 ** (-below / 20))
    return np.random.default_rng(7).standard_normal(like.size) * level


def assert_within_10_ms(span: Span, onset: float, offset: float) -> None:
    assert span.onset / RATE == pytest.approx(onset, abs=0.01)
    assert span.offset / RATE == pytest.approx(offset, abs=0.01)


@pytest.mark.parametrize("lead", [0.0, 0.03, 0.1, 0.7, 3.0])
@pytest.mark.parametrize("tail", [0.0, 0.4])
def test_speech_is_found_in_silence(lead: float, tail: float) -> None:
    recording = np.concatenate([silence(lead), voice(), silence(tail)])

    assert_within_10_ms(speech_span(recording), lead, lead + 1)


@pytest.mark.parametrize("below", [20, 30, 40, 60])
def test_speech_is_found_in_noise(below: float) -> None:
    recording = np.concatenate([silence(0.5), voice(), silence(0.8)])

    assert_within_10_ms(speech_span(recording + noise(recording, below)), 0.5, 1.5)


def test_exact_zeros_around_a_noisy_recording_do_not_hide_its_noise() -> None:
    room = np.concatenate([silence(0.5), voice(), silence(0.5)])
    recording = np.concatenate([silence(2), room + noise(room, 30), silence(2)])

    assert_within_10_ms(speech_span(recording), 2.5, 3.5)


def test_hum_and_rumble_are_not_speech() -> None:
    recording = np.concatenate([silence(0.5), voice(), silence(0.5)])
    time = np.arange(recording.size) / RATE
    rumble = 0.01 * np.sin(2 * np.pi * 15 * time)

    assert_within_10_ms(speech_span(recording + rumble), 0.5, 1.5)


def test_a_click_before_the_speech_is_cut_away() -> None:
    recording = np.concatenate([silence(1), voice(), silence(0.5)])
    recording[2_400:2_500] = 0.5

    assert_within_10_ms(speech_span(recording), 1, 2)


def test_a_pause_within_the_speech_stays() -> None:
    recording = np.concatenate([silence(0.2), voice(), silence(1.5), voice(), silence(0.2)])

    assert_within_10_ms(speech_span(recording), 0.2, 3.7)


def test_a_soft_ending_stays() -> None:
    """The last 0.4 s fade by 35 dB, as voices do at the end of a sentence."""
    whole = voice(3)
    whole[-9_600:] *= 10 ** (-35 / 20 * np.linspace(0, 1, 9_600))
    recording = np.concatenate([whole, silence(0.5)])

    assert_within_10_ms(speech_span(recording), 0, 3)


@pytest.mark.parametrize("amplitude", [0.0, 1e-5])
def test_what_cannot_be_heard_is_silent(amplitude: float) -> None:
    recording = np.random.default_rng(1).standard_normal(RATE) * amplitude

    with pytest.raises(Silent, match="microphone"):
        speech_span(recording)


def test_clicks_alone_are_no_speech() -> None:
    recording = silence(2)
    recording[[10_000, 30_000]] = 0.9

    with pytest.raises(Silent, match="clicks"):
        speech_span(recording)


def test_scraps_of_sound_are_no_speech() -> None:
    recording = np.concatenate([silence(1), voice(0.04), silence(1)])

    with pytest.raises((Silent, TooShort)):
        speech_span(recording)


def test_speech_that_starts_abruptly_is_faded_in() -> None:
    abrupt = np.sin(2 * np.pi * 300 * np.arange(RATE) / RATE + np.pi / 2)

    framed = with_edges(abrupt, speech_span(abrupt))

    begin = round(0.095 * RATE)
    assert np.abs(framed[: begin + 10]).max() < 0.02
    assert np.abs(np.diff(framed)).max() < 1.1 * 2 * np.pi * 300 / RATE


@pytest.mark.parametrize("lead", [0.0, 0.002, 0.05, 1.0])
def test_every_clip_gets_the_same_edges(lead: float) -> None:
    recording = np.concatenate([silence(lead), voice(), silence(0.3)])
    recording = recording + noise(recording, 40)

    framed = with_edges(recording, speech_span(recording))

    still = round(0.095 * RATE)
    assert not framed[:still].any()
    assert not framed[-still:].any()
    assert abs(framed[round(0.1 * RATE)]) > 0 or abs(framed[round(0.1 * RATE) + 1]) > 0


def test_speech_itself_is_not_faded() -> None:
    samples = speech()
    span = speech_span(samples)

    framed = with_edges(samples, span)

    inner = framed[round(0.1 * RATE) : -round(0.1 * RATE)]
    assert np.allclose(inner, samples[span.onset : span.offset], atol=1e-3)


def test_no_mean_is_left() -> None:
    framed = with_edges(voice() + 0.02, Span(3_000, 20_000, level=-15.0))

    assert abs(framed.mean()) < 1e-12
