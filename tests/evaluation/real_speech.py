"""Real speech to measure, and what can be done to it."""

import subprocess
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from corpus.audio.decoding import decode
from corpus.audio.resampling import resample
from evaluation.metrics.base import Samples, Sound

RATE = 16_000
DATA = Path(__file__).parents[1] / "data" / "audio"
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


@cache
def woman(seconds: float = 12.0, skip: float = 0.0) -> Sound:
    """A woman reading prompts of a telephone system, from Debian's asterisk-core-sounds-en-g722."""
    paths = [ALLISON / f"{name}.g722" for name in LONG_PROMPTS]
    return _joined([path for path in paths if path.is_file()], "asterisk", seconds, skip)


@cache
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


@cache
def flite(voice: str, text: str = STORY) -> Sound:
    """*text* by a voice of Flite: slt is a woman, rms a man."""
    spoken = subprocess.run(
        ["flite", "-voice", voice, "-t", text, "-o", "/dev/stdout"], check=True, capture_output=True
    )
    signal = decode(spoken.stdout)
    return Sound(resample(signal.samples, signal.rate, RATE), RATE)


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
