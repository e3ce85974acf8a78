"""Where speech begins and ends, and the same edges around every clip.

What surrounds the speech betrays its maker: a synthesiser leaves exact zeros, a room leaves its
noise. So all of it is cut away, and each clip gets the same rendered edge instead: silence, with
the 5 ms next to the speech faded from whatever the source has there. Speech itself is not faded.
"""

from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import NDArray

from corpus.audio.errors import Silent, TooShort
from corpus.audio.resampling import RATE
from corpus.audio.signal import Samples

EDGE_SECONDS = 0.1
FADE_SECONDS = 0.005

_WINDOW = RATE // 200  # 5 ms
_HOP = RATE // 1000  # 1 ms
_SMOOTHED = 51  # windows; a median over 51 ms passes over clicks
_RUMBLE_HZ = 60.0

# Levels in dB. Speech onsets fade in over some 40 dB; below the noise floor nothing is known.
_QUIETEST_AUDIBLE = -75.0
_BELOW_LOUDEST = -70.0
_BELOW_GATED = -10.0
_BELOW_ACTIVE = -40.0
_ABOVE_NOISE = 6.0
_LEAST_CONTRAST = -9.0
_NOISE_PERCENTILES = 1.0, 5.0
_STEADY = 4.0

# Stops in speech close for less than a quarter second; a lone burst shorter than any syllable
# outside of that is a click of a mouse or of lips.
_BRIDGED_SECONDS = 0.25
_CLICK_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Span:
    """Speech from sample `onset` up to, not including, sample `offset`.

    `level` is the active level of the speech in dBFS, pauses and clicks left out.
    """

    onset: int
    offset: int
    level: float

    @property
    def duration(self) -> float:
        """Length in seconds."""
        return (self.offset - self.onset) / RATE


def speech_span(samples: Samples) -> Span:
    """Find the speech in mono *samples* at 24 kHz; raise Silent or TooShort if there is none.

    From the first to the last of its stretches.
    """
    stretches = speech_stretches(samples)
    return Span(stretches[0].onset, stretches[-1].offset, stretches[0].level)


def speech_stretches(samples: Samples) -> tuple[Span, ...]:
    """Find the stretches of speech between pauses of 0.25 s or more, in mono *samples* at 24 kHz.

    A window of 5 ms counts as speech above a threshold of 40 dB below the active level or 6 dB
    above the clip's own noise floor, whichever is higher. All have the active level of the whole.
    Raises Silent or TooShort if there is no speech.
    """
    levels = _levels(samples)
    smoothed = scipy.ndimage.median_filter(levels, _SMOOTHED, mode="nearest")
    # Windows 70 dB below the loudest are digital silence and tell nothing of speech or noise.
    sounding = smoothed[smoothed > smoothed.max() + _BELOW_LOUDEST]
    active = _active_level(sounding)
    islands = _islands(levels > max(_floor(sounding, active), active + _BELOW_ACTIVE))
    if not islands:
        raise TooShort(
            "There are only scraps of sound in this recording, no speech. Listen to it and record "
            "it again."
        )
    return tuple(
        Span(*_samples_of(*island, windows=levels.size, samples=samples.size), active)
        for island in islands
    )


def _samples_of(first: int, last: int, *, windows: int, samples: int) -> tuple[int, int]:
    """A window turns active by its newest sample and stays so by its oldest."""
    onset = first * _HOP + _WINDOW - _HOP if first else 0
    return onset, last * _HOP + _HOP if last < windows - 1 else samples


def with_edges(samples: Samples, span: Span) -> Samples:
    """Return the speech of *span*, free of DC, between two edges of 100 ms.

    Where the source begins or ends within its speech, there is nothing beside the speech to
    fade, so its own first or last 5 ms are faded.
    """
    fade = round(FADE_SECONDS * RATE)
    start = max(0, span.onset - fade)
    kept = samples[start : min(samples.size, span.offset + fade)]
    ramp = np.sin(np.pi / 2 * np.arange(1, fade + 1) / (fade + 1)) ** 2
    window = np.ones(kept.size)
    window[:fade] *= ramp
    window[-fade:] *= ramp[::-1]
    mean = (kept * window).sum() / window.sum()
    return np.pad((kept - mean) * window, round(EDGE_SECONDS * RATE) - fade)


def _levels(samples: Samples) -> NDArray[np.float64]:
    """Mean power in dB of each window of 5 ms, every 1 ms, rumble left out.

    The filter rings behind a sudden sound; run from both ends, the lower of both is free of it.
    """
    sos = scipy.signal.butter(2, _RUMBLE_HZ, "highpass", fs=RATE, output="sos")
    forward = _power(scipy.signal.sosfilt(sos, samples))
    backward = _power(scipy.signal.sosfilt(sos, samples[::-1])[::-1])
    levels: NDArray[np.float64] = 10 * np.log10(np.clip(forward, 1e-20, backward + 1e-20))
    return levels


def _power(samples: Samples) -> NDArray[np.float64]:
    energy = np.concatenate([[0.0], np.cumsum(samples**2)])
    starts = np.arange(0, samples.size - _WINDOW + 1, _HOP)
    power: NDArray[np.float64] = (energy[starts + _WINDOW] - energy[starts]) / _WINDOW
    return power


def _active_level(sounding: NDArray[np.float64]) -> float:
    """The mean level of what is not a pause; raises Silent if nobody could hear it."""
    gated = sounding[sounding > _mean_level(sounding) + _BELOW_GATED]
    active = _mean_level(gated)
    if active < _QUIETEST_AUDIBLE:
        raise Silent(
            "No voice can be heard in this recording, at most clicks. Check the microphone and "
            "record it again."
        )
    return active


def _floor(sounding: NDArray[np.float64], active: float) -> float:
    """The level that noise does not reach; −inf if the quietest windows are no steady noise.

    Noise keeps its level, while speech that fades passes through many. A clip without any pause
    has no floor to find either, so speech is assumed to stand out of it by 9 dB.
    """
    quietest, quiet = np.percentile(sounding, _NOISE_PERCENTILES)
    if quiet - quietest > _STEADY:
        return -np.inf
    return min(float(quiet) + _ABOVE_NOISE, active + _LEAST_CONTRAST)


def _mean_level(levels: NDArray[np.float64]) -> float:
    return 10 * float(np.log10(np.mean(10 ** (levels / 10))))


def _islands(speech: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """First and last window of each stretch of speech, short gaps bridged, clicks left out."""
    steps = np.diff(np.concatenate([[False], speech, [False]]).astype(np.int8))
    starts, ends = np.flatnonzero(steps == 1), np.flatnonzero(steps == -1) - 1
    if not starts.size:
        return []
    bridged = (starts[1:] - ends[:-1]) * _HOP < _BRIDGED_SECONDS * RATE
    firsts = starts[np.concatenate([[True], ~bridged])]
    lasts = ends[np.concatenate([~bridged, [True]])]
    sounding = np.add.reduceat(speech.astype(np.int64), firsts)
    long_enough = sounding * _HOP >= _CLICK_SECONDS * RATE
    return list(zip(firsts[long_enough].tolist(), lasts[long_enough].tolist(), strict=True))
