"""To the one rate of all renditions."""

import soxr

from corpus.audio.signal import Samples

RATE = 24_000


def resample(samples: Samples, rate: int, to: int = RATE) -> Samples:
    """Return 1-D *samples* of *rate* Hz at *to* Hz, band-limited, linear phase (soxr VHQ)."""
    if rate == to:
        return samples
    resampled: Samples = soxr.resample(samples, rate, to, quality="VHQ")
    return resampled
