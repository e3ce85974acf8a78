"""What arrives by mistake or malice is refused with a sentence, within memory and time."""

import contextlib
import io
import resource
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import av
import numpy as np
import pytest
import soundfile
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.audio import errors
from corpus.audio.decoding import MAX_BYTES, decode
from corpus.audio.signal import MAX_CHANNELS
from corpus.audio.wav import wav_header
from tests.corpus.audio.recordings import speech, with_ffmpeg, with_sndfile


def zipped() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("reading.wav", b"RIFF")
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "hint"),
    [
        (b"", "empty"),
        (zipped(), "unpack"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "drawing"),
        (b"\xef\xbb\xbf<?xml version='1.0'?><svg/>", "not audio"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "picture"),
        (b"#EXTM3U\nhttp://127.0.0.1/secret\n", "playlist"),
        (b"ffconcat version 1.0\nfile /etc/passwd\n", "not audio"),
        (b"%PDF-1.7", "PDF"),
        (b"RIFF\x00\x00\x00\x00AVI LIST", "not audio"),
        (b"\xff", "not audio"),
        (bytes(5_000), "not audio"),
    ],
)
def test_what_is_no_audio_is_named(data: bytes, hint: str) -> None:
    with pytest.raises(errors.NotAudio, match=hint):
        decode(data)


def test_video_without_sound_is_refused() -> None:
    file = io.BytesIO()
    with av.open(file, "w", format="webm") as out:
        stream = out.add_stream("libvpx", rate=10)
        stream.width = stream.height = 16
        stream.pix_fmt = "yuv420p"
        frame = av.VideoFrame.from_ndarray(np.zeros((24, 16), np.uint8), format="yuv420p")
        for each in (frame, None):
            out.mux(stream.encode(each))

    with pytest.raises(errors.NotAudio, match="no sound"):
        decode(file.getvalue())


WHOLE = {
    "wav": lambda: with_sndfile(speech(), 24_000, "WAV", "PCM_16"),
    "flac": lambda: with_sndfile(speech(), 24_000, "FLAC", "PCM_16"),
    "opus": lambda: with_sndfile(speech(48_000), 48_000, "OGG", "OPUS"),
    "vorbis": lambda: with_sndfile(speech(48_000), 48_000, "OGG", "VORBIS"),
    "webm": lambda: with_ffmpeg(speech(48_000), 48_000, "webm", "libopus"),
    "mp4": lambda: with_ffmpeg(speech(48_000), 48_000, "mp4", "aac"),
}


@pytest.mark.parametrize("name", sorted(WHOLE))
@pytest.mark.parametrize("kept", [0.02, 0.5, 0.93])
def test_a_truncated_file_is_refused(name: str, kept: float) -> None:
    data = WHOLE[name]()

    with pytest.raises((errors.Damaged, errors.TooShort)):
        decode(data[: int(len(data) * kept)])


def test_a_truncated_file_is_told_apart_from_a_damaged_one() -> None:
    data = WHOLE["wav"]()

    with pytest.raises(errors.Truncated, match="cut off"):
        decode(data[: len(data) // 2])


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_values_that_are_no_numbers_are_refused(value: float) -> None:
    samples = speech()
    samples[1_000] = value

    with pytest.raises(errors.Damaged, match="not numbers"):
        decode(with_sndfile(samples, 24_000, "WAV", "FLOAT"))


@pytest.mark.parametrize("name", ["wav", "caf"])
def test_a_coding_that_nobody_knows_is_refused(name: str) -> None:
    data = {
        "wav": WHOLE["wav"]().replace(b"fmt \x10\0\0\0\x01\0", b"fmt \x10\0\0\0\x42\x42"),
        "caf": with_sndfile(speech(), 24_000, "CAF", "PCM_16").replace(b"lpcm", b"zzzz"),
    }

    with pytest.raises(errors.Damaged, match="coded in a way that is not known"):
        decode(data[name])


@pytest.mark.parametrize("bits", [0, 1, 4, 12])
def test_a_depth_that_decoders_mistake_for_another_is_refused(bits: int) -> None:
    data = bytearray(WHOLE["wav"]())
    struct.pack_into("<H", data, 34, bits)

    with pytest.raises(errors.Unsupported, match=f"{bits} bits per sample"):
        decode(bytes(data))


def test_a_title_that_is_not_utf_8_does_no_harm() -> None:
    whole = WHOLE["mp4"]()
    named = whole.replace(b"SoundHandler", b"S\xf6undHandler")
    assert named != whole

    assert np.array_equal(decode(named).samples, decode(whole).samples)


def test_a_format_that_cannot_be_named_is_refused() -> None:
    with pytest.raises(errors.Unsupported, match=r"'g729'.*Only g722 may be named"):
        decode(WHOLE["wav"](), container="g729")


def test_a_header_alone_has_no_sound() -> None:
    with pytest.raises(errors.TooShort):
        decode(wav_header(0, 24_000))


@pytest.mark.parametrize("rate", [1, 4_000, 384_000, 4_000_000_000])
def test_absurd_rates_are_refused(rate: int) -> None:
    header = bytearray(wav_header(100, 24_000))
    struct.pack_into("<I", header, 24, rate)

    with pytest.raises((errors.Unsupported, errors.Damaged)):
        decode(bytes(header) + bytes(200))


def test_too_many_channels_are_refused() -> None:
    samples = np.zeros((2_400, MAX_CHANNELS + 1))

    with pytest.raises(errors.Unsupported, match="channels"):
        decode(with_sndfile(samples, 24_000, "WAV", "PCM_16"))


def test_a_header_that_claims_two_gigabytes_is_truncated() -> None:
    header = bytearray(wav_header(0, 24_000))
    struct.pack_into("<I", header, 40, 2_000_000_000)

    with pytest.raises(errors.Truncated):
        decode(bytes(header) + bytes(48_000))


def test_more_bytes_than_allowed_are_not_even_read(tmp_path: Path) -> None:
    sparse = tmp_path / "huge.wav"
    with sparse.open("wb") as file:
        file.truncate(MAX_BYTES + 1)

    with pytest.raises(errors.TooLarge, match="at most 64 MB"):
        decode(sparse)


def test_an_hour_packed_into_few_bytes_is_stopped_within_memory(tmp_path: Path) -> None:
    path = tmp_path / "hour.flac"
    minute = np.zeros((60 * 8_000, MAX_CHANNELS), np.int16)
    with soundfile.SoundFile(path, "w", 8_000, MAX_CHANNELS, "PCM_16", format="FLAC") as file:
        for _ in range(60):
            file.write(minute)
    assert path.stat().st_size < 2**20
    decode_and_tell = (
        "import sys, resource, pathlib\n"
        "from corpus.audio.decoding import decode\n"
        "from corpus.audio.errors import TooLong\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "try: decode(pathlib.Path(sys.argv[1]))\n"
        "except TooLong: print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )

    run = subprocess.run(
        [sys.executable, "-c", decode_and_tell, path],
        capture_output=True,
        text=True,
        check=True,
        timeout=20,
        cwd=Path(__file__).parents[3],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (10, 10)),
    )

    grown_kib = int(run.stdout)
    assert grown_kib < 64 * 1024


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(
            lambda: with_sndfile(np.zeros(70 * 8_000), 8_000, "OGG", "VORBIS"), id="vorbis"
        ),
        pytest.param(
            lambda: with_ffmpeg(np.zeros(70 * 48_000), 48_000, "webm", "libopus"), id="webm"
        ),
        pytest.param(lambda: with_sndfile(np.zeros(70 * 8_000), 8_000, "WAV", "PCM_16"), id="wav"),
    ],
)
def test_more_than_a_minute_is_too_long(data: object) -> None:
    assert callable(data)

    with pytest.raises(errors.TooLong, match="60 seconds"):
        decode(data())


@settings(deadline=None, derandomize=True, max_examples=60)
@given(
    name=st.sampled_from(sorted(WHOLE)),
    at=st.floats(0, 1, exclude_max=True),
    junk=st.binary(min_size=1, max_size=64),
)
def test_damage_anywhere_gives_sound_or_a_refusal(name: str, at: float, junk: bytes) -> None:
    data = bytearray(WHOLE[name]())
    start = int(at * len(data))
    data[start : start + len(junk)] = junk

    with contextlib.suppress(errors.AudioError):
        assert np.isfinite(decode(bytes(data)).samples).all()


@settings(deadline=None, derandomize=True, max_examples=60)
@given(
    start=st.sampled_from(
        [
            *(
                b"RIFF\x10\x00\x00\x00WAVE",
                b"OggS",
                b"fLaC",
                b"ID3\x03",
                b"\xff\xfb\x90",
                b"\xff\xf1",
            ),
            *(
                b"\x1a\x45\xdf\xa3",
                b"\x00\x00\x00\x18ftypmp42",
                b"FORM\x00\x00\x00\x00AIFF",
                b"caff",
            ),
        ]
    ),
    rest=st.binary(max_size=300),
)
def test_noise_behind_a_promising_start_is_refused(start: bytes, rest: bytes) -> None:
    with pytest.raises(errors.AudioError):
        decode(start + rest)
