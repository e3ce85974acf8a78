"""Sounds to measure: real speech, what may be done to it, and what nobody should send."""

import io
from collections.abc import Callable
from functools import cache
from pathlib import Path

import av
import numpy as np
import soundfile
from scipy.signal import fftconvolve

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
