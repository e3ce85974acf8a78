"""Where speech begins and ends, and the same edges around every clip.

What surrounds the speech betrays its maker: a synthesiser leaves exact zeros, a room leaves its
noise. So all of it is cut away, and each clip gets the same rendered edge instead: silence, with
the 5 ms next to the speech faded from whatever the source has there. Speech itself is not faded.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import signal

from corpus.audio.errors import Silent, TooShort
from corpus.audio.resampling import RATE
from corpus.audio.signal import Samples

EDGE_SECONDS = 0.1
FADE_SECONDS = 0.005

_WINDOW = RATE // 200  # 5 ms
_HOP = RATE // 1000  # 1 ms
_RUMBLE_HZ = 60.0

# Levels in dB. Speech onsets fade in over some 40 dB; below the noise floor nothing is known.
_QUIETEST_AUDIBLE = -60.0
_BELOW_LOUDEST = -70.0
_BELOW_GATED = -10.0
_BELOW_ACTIVE = -45.0
_ABOVE_NOISE = 6.0
_LEAST_CONTRAST = -12.0
_NOISE_PERCENTILE = 5.0

# Stops in speech close for less than a quarter second; a lone burst shorter than any syllable
# outside of that is a click of a mouse or of lips.
_BRIDGED_SECONDS = 0.25
_CLICK_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Span:
    """Speech from sample `onset` up to, not including, sample `offset`."""

    onset: int
    offset: int

    @property
    def duration(self) -> float:
        """Length in seconds."""
        return (self.offset - self.onset) / RATE


def speech_span(samples: Samples) -> Span:
    """Find the speech in mono *samples* at 24 kHz; raise Silent or TooShort if there is none.

    A window of 5 ms counts as speech above a threshold of 45 dB below the active level or 6 dB
    above the clip's own noise floor, whichever is higher.
    """
    levels = _levels(samples)
    threshold = _threshold(levels)
    islands = _islands(levels > threshold)
    if not islands:
        raise TooShort(
            "There are only clicks in this recording, no speech. Listen to it and record it again."
        )
    first, last = islands[0][0], islands[-1][1]
    return Span(first * _HOP + _WINDOW - _HOP, last * _HOP + _HOP)


def with_edges(samples: Samples, span: Span) -> Samples:
    """Return the speech of *span*, free of DC, between two edges of 100 ms."""
    edge, fade = round(EDGE_SECONDS * RATE), round(FADE_SECONDS * RATE)
    start = max(0, span.onset - fade)
    kept = samples[start : span.offset + fade]
    framed = np.zeros(span.offset - span.onset + 2 * edge)
    at = edge - (span.onset - start)
    framed[at : at + kept.size] = kept - kept.mean()
    ramp = np.sin(np.pi / 2 * np.arange(1, fade + 1) / (fade + 1)) ** 2
    framed[edge - fade : edge] *= ramp
    framed[framed.size - edge : framed.size - edge + fade] *= ramp[::-1]
    return framed


def _levels(samples: Samples) -> NDArray[np.float64]:
    """Mean power in dB of each window of 5 ms, every 1 ms, rumble left out."""
    rumble_filter = signal.butter(2, _RUMBLE_HZ, "highpass", fs=RATE, output="sos")
    audible = signal.sosfiltfilt(rumble_filter, samples)
    energy = np.concatenate([[0.0], np.cumsum(audible**2)])
    starts = np.arange(0, samples.size - _WINDOW + 1, _HOP)
    power = (energy[starts + _WINDOW] - energy[starts]) / _WINDOW
    levels: NDArray[np.float64] = 10 * np.log10(np.maximum(power, 1e-20))
    return levels


def _threshold(levels: NDArray[np.float64]) -> float:
    """The level in dB above which a window is speech; relative to the clip, so gain is no matter.

    Windows 70 dB below the loudest are digital silence and tell nothing of the noise floor. A
    clip without any pause has no noise floor to find, so speech is assumed to stand out of it by
    12 dB.
    """
    sounding = levels[levels > levels.max() + _BELOW_LOUDEST]
    gated = sounding[sounding > _mean_level(sounding) + _BELOW_GATED]
    active = _mean_level(gated)
    if active < _QUIETEST_AUDIBLE:
        raise Silent(
            "Nothing can be heard in this recording. Check the microphone and record it again."
        )
    noise = float(np.percentile(sounding, _NOISE_PERCENTILE))
    above_noise = min(noise + _ABOVE_NOISE, active + _LEAST_CONTRAST)
    return max(above_noise, active + _BELOW_ACTIVE)


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
    long_enough = (lasts - firsts + 1) * _HOP >= _CLICK_SECONDS * RATE
    return list(zip(firsts[long_enough].tolist(), lasts[long_enough].tolist(), strict=True))
