"""The whole chain, measured on the bytes that a listener gets."""

import hashlib
import io
from pathlib import Path

import numpy as np
import pytest
import soundfile
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.audio import errors
from corpus.audio.decoding import decode
from corpus.audio.loudness import integrated_loudness, true_peak
from corpus.audio.rendition import (
    Prepared,
    Rendition,
    attainable_loudness,
    pool_target,
    prepare,
    render,
)
from corpus.audio.signal import Samples, Signal
from tests.corpus.audio.recordings import (
    DATA,
    as_signal,
    speech,
    spoken_by_espeak,
    spoken_by_flite,
    with_ffmpeg,
    with_sndfile,
)

ASTERISK = Path("/usr/share/asterisk/sounds/en_US_f_Allison")


def pool() -> dict[str, Signal]:
    """The same chain must serve all of these."""
    clean = speech(48_000)
    room = np.random.default_rng(3).standard_normal(clean.size) * 0.002
    return {
        "espeak": decode(spoken_by_espeak()),
        "flite": decode(spoken_by_flite()),
        "human": decode(ASTERISK / "agent-alreadyon.g722", container="g722"),
        "human at length": decode(ASTERISK / "demo-echotest.g722", container="g722"),
        "one second": decode(DATA / "versa_test1.wav"),
        "quiet": decode(with_sndfile(clean * 0.01, 48_000, "WAV", "PCM_24")),
        "overdriven": decode(with_sndfile(np.clip(clean * 9, -1, 1), 48_000, "FLAC", "PCM_16")),
        "offset": decode(with_sndfile(clean + 0.3, 48_000, "WAV", "PCM_16")),
        "noisy": decode(with_sndfile(clean + room, 48_000, "OGG", "OPUS")),
        "browser": decode(with_ffmpeg(clean, 48_000, "webm", "libopus")),
    }


@pytest.fixture(scope="module")
def prepared_pool() -> dict[str, Prepared]:
    return {name: prepare(signal) for name, signal in pool().items()}


@pytest.fixture(scope="module")
def rendered_pool(prepared_pool: dict[str, Prepared]) -> dict[str, Rendition]:
    target = pool_target(attainable_loudness(clip) for clip in prepared_pool.values())
    return {name: render(clip, target) for name, clip in prepared_pool.items()}


def heard(rendition: Rendition) -> Samples:
    samples, rate = soundfile.read(io.BytesIO(rendition.wav), dtype="float64")
    assert rate == 24_000
    listened: Samples = samples
    return listened


def test_all_clips_are_equally_loud(rendered_pool: dict[str, Rendition]) -> None:
    loudness = [integrated_loudness(heard(clip)) for clip in rendered_pool.values()]

    assert max(loudness) - min(loudness) < 0.5


def test_no_true_peak_exceeds_the_ceiling(rendered_pool: dict[str, Rendition]) -> None:
    assert max(true_peak(heard(clip)) for clip in rendered_pool.values()) <= -1.0


def test_the_rendition_reports_what_its_bytes_hold(rendered_pool: dict[str, Rendition]) -> None:
    for clip in rendered_pool.values():
        assert clip.loudness == pytest.approx(integrated_loudness(heard(clip)), abs=0.05)
        assert clip.true_peak == pytest.approx(true_peak(heard(clip)), abs=0.05)
        assert clip.duration == heard(clip).size / 24_000
        assert clip.size == len(clip.wav) == 44 + 2 * heard(clip).size
        assert clip.digest == hashlib.sha256(clip.wav).hexdigest()


def test_no_clip_keeps_an_offset(rendered_pool: dict[str, Rendition]) -> None:
    assert max(abs(heard(clip).mean()) for clip in rendered_pool.values()) < 1e-5


def test_edges_of_all_clips_are_equal_within_10_ms(rendered_pool: dict[str, Rendition]) -> None:
    for clip in rendered_pool.values():
        audible = np.flatnonzero(np.abs(heard(clip)) > 1.5 / 2**15)
        assert audible[0] / 24_000 == pytest.approx(0.1, abs=0.01)
        assert (heard(clip).size - 1 - audible[-1]) / 24_000 == pytest.approx(0.1, abs=0.01)


def test_all_clips_begin_with_the_same_bytes(rendered_pool: dict[str, Rendition]) -> None:
    silence = {clip.wav[44 : 44 + 2 * 2_280] for clip in rendered_pool.values()}

    assert len(silence) == 1


def test_gain_is_all_that_render_does(prepared_pool: dict[str, Prepared]) -> None:
    clip = prepared_pool["human"]

    quiet, loud = heard(render(clip, -33.0)), heard(render(clip, -23.0))

    assert np.allclose(quiet * 10**0.5, loud, atol=10 / 2**15)


def test_a_target_beyond_the_peaks_is_refused_with_what_can_be_had() -> None:
    clip = prepare(as_signal(speech()))

    with pytest.raises(errors.TargetTooLoud) as refusal:
        render(clip, 0.0)

    assert refusal.value.attainable == attainable_loudness(clip)
    assert true_peak(heard(render(clip, refusal.value.attainable))) <= -1.0


def test_the_pool_keeps_its_target_where_all_can_reach_it() -> None:
    assert pool_target([-20.0, -15.0]) == -23.0


def test_the_pool_goes_down_to_its_peakiest_clip() -> None:
    assert pool_target([-20.0, -25.5, -23.2]) == -25.5


def test_an_empty_pool_keeps_the_wanted_target() -> None:
    assert pool_target([]) == -23.0


def test_one_huge_click_is_refused_before_it_pulls_the_pool_down() -> None:
    samples = speech() * 0.01
    samples[30_000:30_004] = [0.9, -0.9, 0.9, -0.9]

    with pytest.raises(errors.TooPeaky, match="click"):
        prepare(as_signal(samples))


def test_less_than_0_4_seconds_of_speech_is_too_short() -> None:
    samples = np.concatenate([np.zeros(24_000), speech()[12_000:20_000], np.zeros(24_000)])

    with pytest.raises(errors.TooShort, match=r"at least 0\.4"):
        prepare(as_signal(samples))


@pytest.mark.parametrize("frames", [1, 50, 9_000])
def test_a_file_too_short_to_measure_is_refused(frames: int) -> None:
    with pytest.raises(errors.TooShort):
        prepare(as_signal(speech()[10_000 : 10_000 + frames]))


def test_0_4_seconds_of_speech_are_enough() -> None:
    tone = np.sin(2 * np.pi * 300 * np.arange(9_700) / 24_000) / 2

    assert render(prepare(as_signal(tone))).loudness == -23.0


def test_more_than_a_minute_of_speech_is_too_long() -> None:
    with pytest.raises(errors.TooLong, match="one prompt per file"):
        prepare(as_signal(np.tile(speech(), 20)[: 61 * 24_000]))


def test_a_minute_with_silence_around_it_is_taken() -> None:
    minute = np.tile(speech(), 20)[: 59 * 24_000]

    clip = prepare(as_signal(np.concatenate([np.zeros(48_000), minute, np.zeros(48_000)])))

    assert clip.duration == pytest.approx(59.2, abs=0.3)


def test_silence_is_refused() -> None:
    with pytest.raises(errors.Silent):
        prepare(as_signal(np.full(24_000, 0.25)))


def test_cut_edges_are_told() -> None:
    samples = np.concatenate([np.zeros(24_000), speech()])
    bare, padded = prepare(as_signal(speech())), prepare(as_signal(samples))

    assert padded.lead == pytest.approx(bare.lead + 1, abs=0.002)
    assert padded.tail == pytest.approx(bare.tail, abs=0.002)


def test_bandwidth_of_the_source_is_kept(prepared_pool: dict[str, Prepared]) -> None:
    assert prepared_pool["human"].bandwidth < 8_000 < prepared_pool["espeak"].bandwidth


REFERENCE_TARGET = -28.0


def assert_same_sound(changed: Samples, reference: Samples, tolerance: float = 4 / 2**15) -> None:
    """Equal but for dither; *tolerance* in full scale."""
    first = heard(render(prepare(as_signal(changed)), REFERENCE_TARGET))
    second = heard(render(prepare(as_signal(reference)), REFERENCE_TARGET))
    assert first.size == second.size
    assert np.abs(first - second).max() <= tolerance


@settings(derandomize=True, deadline=None, max_examples=25)
@given(decibel=st.floats(-30, 6))
def test_level_of_the_source_does_not_matter(decibel: float) -> None:
    assert_same_sound(speech() * 10 ** (decibel / 20), speech())


@settings(derandomize=True, deadline=None, max_examples=25)
@given(offset=st.floats(-0.4, 0.4))
def test_offset_of_the_source_does_not_matter(offset: float) -> None:
    assert_same_sound(speech() + offset, speech())


@settings(derandomize=True, deadline=None, max_examples=25)
@given(before=st.integers(0, 3_000), after=st.integers(0, 3_000))
def test_silence_around_the_source_does_not_matter(before: int, after: int) -> None:
    """In whole milliseconds, the grid on which speech is found."""
    padded = np.concatenate([np.zeros(before * 24), speech(), np.zeros(after * 24)])

    assert_same_sound(padded, speech())


def test_polarity_of_the_source_does_not_matter() -> None:
    upright = heard(render(prepare(as_signal(speech())), REFERENCE_TARGET))
    flipped = heard(render(prepare(as_signal(-speech())), REFERENCE_TARGET))

    assert np.abs(upright + flipped).max() <= 4 / 2**15


def test_a_rendition_rendered_again_stays_itself() -> None:
    once = render(prepare(as_signal(speech())), REFERENCE_TARGET)
    twice = render(prepare(decode(once.wav)), REFERENCE_TARGET)

    assert twice.duration == pytest.approx(once.duration, abs=0.01)
    assert twice.true_peak == pytest.approx(once.true_peak, abs=0.05)
