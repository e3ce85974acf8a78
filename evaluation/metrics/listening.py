"""What the models of this folder listen to: 16 kHz, not silent, not too short, not without end."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from corpus.audio.resampling import resample
from evaluation.metrics.base import Samples, Sound

RATE = 16_000
LEAST_SECONDS = 0.5
MOST_SECONDS = 60.0
SILENCE = 1e-4  # of full scale: −80 dB, a little above the noise of 16-bit samples


def at_16_khz(sound: Sound) -> NDArray[np.float32]:
    """Return the samples at 16 kHz, clipped into [−1, 1]."""
    clipped: Samples = np.clip(resample(sound.samples, sound.rate, RATE), -1.0, 1.0)
    return clipped.astype(np.float32)


def is_silent(samples: NDArray[np.floating]) -> bool:
    """Whether nothing is heard: no sample is 80 dB below full scale away from a constant."""
    return bool(np.ptp(samples) < 2 * SILENCE) if samples.size else True


def unheard(sound: Sound, *, least: float = LEAST_SECONDS) -> str | None:
    """None if a model can judge *sound*, else why it cannot: too short, or silence."""
    if sound.seconds < least:
        return f"The clip is too short: {sound.seconds:.2f} s, and {least:g} s are needed."
    if is_silent(sound.samples):
        return "The clip is silent."
    return None


def spread(count: int, most: int) -> Sequence[int]:
    """Return up to *most* of the indices 0 … count−1, first and last among them, evenly spread."""
    if count <= most:
        return range(count)
    return [int(index) for index in np.linspace(0, count - 1, most).round()]
