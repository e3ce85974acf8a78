"""Sounds to measure: real speech, what may be done to it, and what nobody should send."""

import io
from collections.abc import Callable
from functools import cache
from pathlib import Path

import av
import numpy as np
import soundfile
from scipy.signal import fftconvolve
"""Real speech to measure, and what can be done to it."""

import subprocess

import pytest

from corpus.audio.decoding import decode
from corpus.audio.resampling import resample
from evaluation.metrics.base import Samples, Sound
from tests.corpus.audio.recordings import spoken_by_flite, with_ffmpeg

DATA = Path(__file__).parents[1] / "data" / "audio"
ASTERISK = Path("/usr/share/asterisk/sounds/en_US_f_Allison/vm-options.g722")
RATE = 16_000
Spoiler = Callable[[Sound], Sound]


def golden(name: str) -> Sound:
    """A file of VERSA's tests."""
    samples, rate = soundfile.read(DATA / f"{name}.wav")
    return Sound(samples, rate)


@cache
def human() -> Sound:
    """A woman reads a voice prompt of Asterisk, its first four seconds; 16 kHz."""
    signal = decode(ASTERISK, container="g722")
    samples = signal.samples[: 4 * signal.rate]
    return Sound(samples / np.abs(samples).max() / 2, signal.rate)


@cache
def flite() -> Sound:
    """A sentence of Flite, 16 kHz."""
    signal = decode(spoken_by_flite())
    return Sound(resample(signal.samples, signal.rate, RATE), RATE)


def noisy(sound: Sound, snr_db: float = 5.0) -> Sound:
    """With white noise added."""
    noise = np.random.default_rng(1).standard_normal(sound.samples.size)
    noise *= sound.samples.std() / 10 ** (snr_db / 20)
    return Sound(sound.samples + noise, sound.rate)


def clipped(sound: Sound) -> Sound:
    """Driven 30 dB too far."""
    return Sound(np.clip(sound.samples * 30, -0.9, 0.9), sound.rate)


def reverberant(sound: Sound, rt60: float = 1.2) -> Sound:
    """In a bare hall: an exponential tail of noise without a direct sound."""
    time = np.arange(round(rt60 * sound.rate)) / sound.rate
    tail = np.random.default_rng(2).standard_normal(time.size) * 10 ** (-3 * time / rt60)
    heard: Samples = fftconvolve(sound.samples, tail)[: sound.samples.size]
    return Sound(heard / np.abs(heard).max() / 2, sound.rate)


def coded(sound: Sound) -> Sound:
    """Through 8-bit telephony and back, with FFmpeg."""
    narrow = resample(sound.samples, sound.rate, 8_000)
    with av.open(io.BytesIO(with_ffmpeg(narrow, 8_000, "wav", "adpcm_ima_wav")), "r") as file:
        frames = [np.float64(frame.to_ndarray()).ravel() for frame in file.decode(audio=0)]
    back = resample(np.concatenate(frames) / 32768.0, 8_000, sound.rate)
    size = sound.samples.size
    return Sound(np.pad(back, (0, max(0, size - back.size)))[:size], sound.rate)


class Loudness:
    """Speech activity for tests: the share of 32 ms that are louder than −50 dB of full scale."""

    def speech_share(self, sound: Sound) -> float:
        """Return that share."""
        size = round(0.032 * sound.rate)
        frames = sound.samples[: sound.samples.size // size * size].reshape(-1, size)
        return float((frames.std(axis=1) > 10 ** (-50 / 20)).mean()) if frames.size else 0.0

ALLISON = Path("/usr/share/asterisk/sounds/en_US_f_Allison")
LIBRIVOX = Path("/usr/share/pocketsphinx/test/data/librivox")
LONG_PROMPTS = ("demo-congrats", "demo-echotest")
STORY = (
    "The rain had stopped before we reached the harbour, and the boats lay quietly at the pier. "
    "Nobody spoke while the old man counted the nets, one after another, and wrote them down."
)


def clip(name: str) -> Sound:
    """A clip of tests/data/audio."""
    signal = decode(DATA / name)
    return Sound(signal.samples, signal.rate)


def woman(seconds: float = 12.0, skip: float = 0.0) -> Sound:
    """A woman reading prompts of a telephone system, from Debian's asterisk-core-sounds-en-g722."""
    paths = [ALLISON / f"{name}.g722" for name in LONG_PROMPTS]
    return _joined([path for path in paths if path.is_file()], "asterisk", seconds, skip)


def man(seconds: float = 12.0, skip: float = 0.0) -> Sound:
    """A man reading a book for LibriVox, from Debian's pocketsphinx-testdata."""
    return _joined(sorted(LIBRIVOX.glob("*.wav")), "pocketsphinx-testdata", seconds, skip)


def _headerless(path: Path) -> str | None:
    return "g722" if path.suffix == ".g722" else None


def _joined(paths: list[Path], package: str, seconds: float, skip: float) -> Sound:
    if not paths:
        pytest.skip(f"Debian's package with these recordings is not installed: {package}")
    signals = [decode(path, container=_headerless(path)) for path in paths]
    samples = np.concatenate([resample(s.samples, s.rate, RATE) for s in signals])
    part = samples[round(skip * RATE) : round((skip + seconds) * RATE)]
    assert part.size == round(seconds * RATE), f"{package} holds less speech than the test needs"
    return Sound(part, RATE)


def flite(voice: str, text: str = STORY) -> Sound:
    """*text* by a voice of Flite: slt is a woman, rms a man."""
    spoken = subprocess.run(
        ["flite", "-voice", voice, "-t", text, "-o", "/dev/stdout"], check=True, capture_output=True
    )
    signal = decode(spoken.stdout)


def with_noise(sound: Sound, snr: float) -> Sound:
    """The clip with white noise *snr* dB below it."""
    noise = np.random.default_rng(1).normal(size=sound.samples.size)
    power = np.mean(sound.samples**2) / 10 ** (snr / 10)
    return Sound(sound.samples + noise * np.sqrt(power / np.mean(noise**2)), sound.rate)


def clipped(sound: Sound, share: float) -> Sound:
    """Everything above *share* of the peak cut off."""
    limit = share * np.abs(sound.samples).max()
    return Sound(np.clip(sound.samples, -limit, limit), sound.rate)


def in_a_hall(sound: Sound, rt60: float) -> Sound:
    """The clip in a room whose exponential tail falls by 60 dB in *rt60* seconds; same length."""
    return Sound(reverberated(sound.samples, sound.rate, rt60), sound.rate)


def reverberated(samples: Samples, rate: int, rt60: float) -> Samples:
    """*samples* convolved with direct sound and decaying noise of equal energy."""
    from scipy.signal import fftconvolve  # noqa: PLC0415 - slow to import

    seconds = np.arange(round(rt60 * rate)) / rate
    tail = np.random.default_rng(2).normal(size=seconds.size) * 10 ** (-3 * seconds / rt60)
    response = tail / np.sqrt(np.sum(tail**2))
    response[0] += 1
    wet: Samples = fftconvolve(samples, response)[: samples.size]
    return wet
