"""What every family of single clips asks first."""

import numpy as np

from corpus.audio.resampling import resample
from evaluation.metrics.base import Samples, Sound

SILENCE_DBFS = -80.0


def is_silent(samples: Samples) -> bool:
    """Whether nothing swings beyond −80 dBFS, around whatever constant: no speech is there."""
    swing = np.ptp(samples) / 2 if samples.size else 0.0
    return bool(swing < 10 ** (SILENCE_DBFS / 20))


def at_rate(sound: Sound, rate: int) -> Sound:
    """Return *sound* resampled to *rate* Hz; itself if it has that rate."""
    if sound.rate == rate:
        return sound
    return Sound(resample(sound.samples, sound.rate, rate), rate)
