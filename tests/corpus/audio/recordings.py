"""Real recordings in every container, made on the spot."""

import io
import subprocess
from functools import cache
from pathlib import Path

import av
import numpy as np
import soundfile

from corpus.audio.decoding import decode
from corpus.audio.resampling import resample
from corpus.audio.signal import Samples, Signal, Source

DATA = Path(__file__).parents[2] / "data" / "audio"
SENTENCE = "Please leave your message after the tone, and we will call you back tomorrow."


@cache
def spoken_by_espeak() -> bytes:
    """A WAV of SENTENCE, read by eSpeak NG."""
    return subprocess.run(
        ["espeak-ng", "-v", "en-us", "--stdout", SENTENCE], check=True, capture_output=True
    ).stdout


@cache
def spoken_by_flite() -> bytes:
    """A WAV of SENTENCE, read by Flite."""
    return subprocess.run(
        ["flite", "-voice", "rms", "-t", SENTENCE, "-o", "/dev/stdout"],
        check=True,
        capture_output=True,
    ).stdout


def speech(rate: int = 24_000) -> Samples:
    """SENTENCE as samples with a peak of one half."""
    signal = decode(spoken_by_espeak())
    samples = resample(signal.samples, signal.rate, rate)
    halved: Samples = samples / np.abs(samples).max() / 2
    return halved


def as_signal(samples: Samples, rate: int = 24_000) -> Signal:
    """Wrap *samples* as if they had been decoded."""
    return Signal(samples, rate, Source("wav", "float", 1, rate, clipped=False))


def with_sndfile(samples: Samples, rate: int, container: str, subtype: str) -> bytes:
    """Encode *samples*, shaped (frames,) or (frames, channels), with libsndfile."""
    file = io.BytesIO()
    soundfile.write(file, samples, rate, format=container, subtype=subtype)
    return file.getvalue()


def with_ffmpeg(samples: Samples, rate: int, container: str, codec: str) -> bytes:
    """Encode mono *samples* with FFmpeg."""
    file = io.BytesIO()
    pcm = np.rint(samples * 32767).astype(np.int16)[np.newaxis]
    with av.open(file, "w", format=container) as out:
        stream = out.add_stream(codec, rate=rate, layout="mono")
        assert isinstance(stream, av.AudioStream)
        frame = av.AudioFrame.from_ndarray(pcm, format="s16", layout="mono")
        frame.sample_rate = rate
        for each in (frame, None):
            out.mux(stream.encode(each))
    return file.getvalue()
