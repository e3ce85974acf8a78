"""How loud a clip is and how high its peaks reach (ITU-R BS.1770-4)."""

import numpy as np

from corpus.audio.resampling import RATE, resample
from corpus.audio.signal import Samples

# Four-fold is the least that BS.1770 Annex 2 asks for and may read 0.7 dB low at worst;
# eight-fold at most 0.2 dB.
OVERSAMPLING = 8
# Longer recordings are oversampled piece by piece, or a few minutes would fill the memory.
PIECE_SECONDS = 70


def integrated_loudness(samples: Samples, rate: int = RATE) -> float:
    """Return the gated loudness of mono *samples* (at least 0.4 s) in LUFS; −inf if silent."""
    import pyloudnorm  # noqa: PLC0415 - loads scipy.signal, half of all that the site would load

    return float(pyloudnorm.Meter(rate).integrated_loudness(samples))


def true_peak(samples: Samples, rate: int = RATE) -> float:
    """Return the highest peak between and at samples in dBTP; −inf if all are zero."""
    margin = np.zeros(rate // 100)  # a peak may ring beyond the last sample
    padded = np.concatenate([margin, samples, margin])
    size = PIECE_SECONDS * rate
    between = max(
        _oversampled_peak(padded, begin, begin + size, rate)
        for begin in range(0, padded.size, size)
    )
    return decibels(max(float(np.abs(samples).max()), between))


def _oversampled_peak(samples: Samples, begin: int, end: int, rate: int) -> float:
    """The highest of *samples* from *begin* to *end*, with what is around them in the filter."""
    first = max(0, begin - rate // 20)  # a cut rings for a few milliseconds
    oversampled = resample(samples[first : end + rate // 20], rate, rate * OVERSAMPLING)
    kept = oversampled[(begin - first) * OVERSAMPLING : (end - first) * OVERSAMPLING]
    return float(np.abs(kept).max(initial=0))


def decibels(amplitude: float) -> float:
    """Return 20 log10 of *amplitude*; −inf for zero."""
    return 20 * float(np.log10(amplitude)) if amplitude > 0 else -np.inf


def gain(decibel: float) -> float:
    """Return the factor of a change in level by *decibel*."""
    return float(10 ** (decibel / 20))
