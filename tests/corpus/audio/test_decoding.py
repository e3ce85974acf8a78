from pathlib import Path

import numpy as np
import pytest

from corpus.audio.decoding import decode
from corpus.audio.loudness import integrated_loudness
from corpus.audio.resampling import resample
from tests.corpus.audio.recordings import (
    DATA,
    as_signal,
    speech,
    spoken_by_espeak,
    spoken_by_flite,
    with_ffmpeg,
    with_sndfile,
)


@pytest.mark.parametrize(
    ("container", "subtype", "step"),
    [
        ("WAV", "PCM_U8", 2**-7),
        ("WAV", "PCM_16", 2**-15),
        ("WAV", "PCM_24", 2**-23),
        ("WAV", "PCM_32", 2**-23),
        ("WAV", "FLOAT", 2**-23),
        ("WAV", "DOUBLE", 2**-23),
        ("WAVEX", "PCM_24", 2**-23),
        ("RF64", "PCM_16", 2**-15),
        ("AIFF", "PCM_16", 2**-15),
        ("CAF", "PCM_24", 2**-23),
        ("FLAC", "PCM_16", 2**-15),
        ("FLAC", "PCM_24", 2**-23),
    ],
)
def test_a_lossless_file_gives_back_its_samples(container: str, subtype: str, step: float) -> None:
    original = speech()

    decoded = decode(with_sndfile(original, 24_000, container, subtype))

    assert decoded.rate == 24_000
    assert np.abs(decoded.samples - original).max() <= step


def _lossy(name: str) -> bytes:
    at_48k = speech(48_000)
    return {
        "mp3": lambda: with_sndfile(at_48k, 48_000, "MP3", "MPEG_LAYER_III"),
        "vorbis": lambda: with_sndfile(at_48k, 48_000, "OGG", "VORBIS"),
        "opus": lambda: with_sndfile(at_48k, 48_000, "OGG", "OPUS"),
        "webm": lambda: with_ffmpeg(at_48k, 48_000, "webm", "libopus"),
        "mp4": lambda: with_ffmpeg(at_48k, 48_000, "mp4", "aac"),
        "aac": lambda: with_ffmpeg(at_48k, 48_000, "adts", "aac"),
        "g722": lambda: with_ffmpeg(speech(16_000), 16_000, "g722", "g722"),
    }[name]()


@pytest.mark.parametrize("name", ["mp3", "vorbis", "opus", "webm", "mp4", "aac", "g722"])
def test_a_lossy_file_sounds_like_its_original(name: str) -> None:
    original = speech()

    decoded = decode(_lossy(name), container="g722" if name == "g722" else None)

    heard = resample(decoded.samples, decoded.rate)
    assert heard.size == pytest.approx(original.size, abs=0.1 * 24_000)
    assert integrated_loudness(heard) == pytest.approx(integrated_loudness(original), abs=1.0)
    lags = np.fft.irfft(np.fft.rfft(heard, 2**18) * np.fft.rfft(original, 2**18).conj())
    assert lags.max() > 0.9 * np.linalg.norm(heard) * np.linalg.norm(original)


@pytest.mark.parametrize(
    ("name", "container", "codec"),
    [
        ("mp3", "mp3", "mpeg_layer_iii"),
        ("opus", "ogg", "opus"),
        ("webm", "webm", "opus"),
        ("mp4", "mp4", "aac"),
    ],
)
def test_the_source_says_what_came(name: str, container: str, codec: str) -> None:
    source = decode(_lossy(name)).source

    assert (source.container, source.channels, source.rate) == (container, 1, 48_000)
    assert codec in source.codec


def test_a_file_is_told_by_its_content_not_its_name(tmp_path: Path) -> None:
    misnamed = tmp_path / "reading.wav"
    misnamed.write_bytes(_lossy("mp3"))

    assert decode(misnamed).source.container == "mp3"


def test_a_real_recording_is_read_from_its_path() -> None:
    signal = decode(DATA / "versa_test1.wav")

    assert (signal.rate, signal.duration) == (16_000, 1.0)


@pytest.mark.parametrize("read", [spoken_by_espeak, spoken_by_flite])
def test_streamed_wav_without_a_known_length_is_read_to_its_end(read: object) -> None:
    assert callable(read)
    assert decode(read()).duration > 3


def test_channels_are_mixed_with_equal_weight() -> None:
    left, right = speech(), speech()[::-1]

    mixed = decode(with_sndfile(np.column_stack([left, right]), 24_000, "WAV", "FLOAT"))

    assert mixed.source.channels == 2
    assert np.allclose(mixed.samples, (left + right) / 2, atol=1e-6)


def test_flat_tops_at_full_scale_are_seen_as_clipping() -> None:
    loud = np.clip(speech() * 4, -1, 1)

    assert decode(with_sndfile(loud, 24_000, "WAV", "PCM_16")).source.clipped


def test_a_single_sample_at_full_scale_is_no_clipping() -> None:
    samples = speech()
    samples[5_000] = 1.0

    assert not decode(with_sndfile(samples, 24_000, "WAV", "PCM_16")).source.clipped


def test_a_signal_knows_its_duration() -> None:
    assert as_signal(np.zeros(12_000)).duration == 0.5


def test_only_what_has_no_header_may_be_named() -> None:
    with pytest.raises(ValueError, match="g722"):
        decode(_lossy("mp3"), container="mp3")
