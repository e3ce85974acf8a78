"""Clipping, level, noise and cut ends of a reading."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import NDArray

from corpus.audio.edges import Span, speech_span
from corpus.audio.loudness import decibels, integrated_loudness, true_peak
from corpus.audio.resampling import RATE, resample
from corpus.audio.signal import Samples, Signal
from corpus.recording.finding import Finding

CLIPPED_DBTP = -0.3
"""A true peak above this is taken for clipping: codecs turn flat tops into overshoots."""
FLAT_RUN = 3
FLAT_SHARE = 0.001
FLAT_TOPS = 4
"""So many runs of 3 samples within 0.1 % of the highest one are clipping at a lower level: a
microphone that was overdriven before its level was turned down."""
LEAST_FLAT_TOP = 0.05
"""Below this peak, 16 bit have too few steps to tell a plateau from a rounded point."""
QUIETEST_LUFS = -36.0
"""Below this, playing at −23 LUFS lifts the microphone's own noise by 13 dB and more."""
LEAST_SNR_DB = 30.0
"""Active speech level over the level in pauses. In a quiet room with a close microphone 40 dB are
common; below 30 dB the room is heard beside a synthetic voice."""
CUT_SECONDS = 0.05
"""Speech so close to an end of the file was probably going on beyond it."""

_FRAME = RATE // 50  # 20 ms
_PAUSE_PERCENTILE = 5.0
_RUMBLE_HZ = 60.0
_DIGITAL_SILENCE = -100.0


@dataclass(frozen=True, slots=True)
class Take:
    """A reading at 24 kHz with the span of its speech."""

    samples: Samples
    span: Span
    clipped: bool

    @property
    def noise(self) -> float:
        """Level in dBFS of pauses: the 5th percentile over frames of 20 ms, from 60 Hz up."""
        sos = scipy.signal.butter(2, _RUMBLE_HZ, "highpass", fs=RATE, output="sos")
        levels = _frame_levels(scipy.signal.sosfilt(sos, self.samples))
        return float(np.percentile(levels, _PAUSE_PERCENTILE))


def take_of(signal: Signal) -> Take:
    """Find the speech in a decoded reading; raises Silent or TooShort if there is none."""
    samples = resample(signal.samples, signal.rate)
    return Take(samples, speech_span(samples), signal.source.clipped or _has_flat_tops(signal))


def sound_findings(take: Take) -> Iterator[Finding]:
    """Yield what is noticed about the sound alone."""
    yield from _clipping(take)
    yield from _level(take)
    yield from _noise(take)
    yield from _cut_ends(take)


def _clipping(take: Take) -> Iterator[Finding]:
    peak = true_peak(take.samples)
    if take.clipped or peak > CLIPPED_DBTP:
        yield Finding(
            "clipping",
            "warning",
            f"The recording is overdriven: its peaks reach {peak:.1f} dB of full scale or are cut "
            "flat. Turn the microphone down or move back, and read again.",
            round(peak, 1),
        )


def _level(take: Take) -> Iterator[Finding]:
    loudness = integrated_loudness(take.samples[take.span.onset : take.span.offset])
    if loudness < QUIETEST_LUFS:
        yield Finding(
            "quiet",
            "warning",
            f"The voice is very quiet ({loudness:.0f} LUFS; at least {QUIETEST_LUFS:.0f} are good)."
            " Move closer or turn the microphone up.",
            round(loudness, 1),
        )


def _noise(take: Take) -> Iterator[Finding]:
    noise = take.noise
    ratio = take.span.level - noise
    if noise > _DIGITAL_SILENCE and ratio < LEAST_SNR_DB:
        yield Finding(
            "noise",
            "warning",
            f"The pauses are noisy: {noise:.0f} dBFS, only {ratio:.0f} dB below the voice "
            f"({LEAST_SNR_DB:.0f} are good). Look for a fan, a window, a computer.",
            round(ratio, 1),
        )


def _cut_ends(take: Take) -> Iterator[Finding]:
    lead = take.span.onset / RATE
    tail = (take.samples.size - take.span.offset) / RATE
    if lead < CUT_SECONDS:
        yield Finding(
            "cut-start",
            "warning",
            "The recording begins within the speech: its first sound is probably cut off.",
            round(lead, 3),
        )
    if tail < CUT_SECONDS:
        yield Finding(
            "cut-end",
            "warning",
            "The recording ends within the speech: its last sound is probably cut off.",
            round(tail, 3),
        )


def _frame_levels(samples: Samples) -> NDArray[np.float64]:
    frames = samples[: samples.size // _FRAME * _FRAME].reshape(-1, _FRAME)
    return np.array([decibels(float(np.sqrt(np.mean(frame**2)))) for frame in frames])


def _has_flat_tops(signal: Signal) -> bool:
    """Whether the highest peaks, of either sign, are plateaus rather than points."""
    return any(_plateaus(side) >= FLAT_TOPS for side in (signal.samples, -signal.samples))


def _plateaus(samples: Samples) -> int:
    top = float(samples.max(initial=0))
    if top < LEAST_FLAT_TOP:
        return 0
    near = samples >= top * (1 - FLAT_SHARE)
    steps = np.diff(np.concatenate([[0], near.astype(np.int8), [0]]))
    lengths = np.flatnonzero(steps == -1) - np.flatnonzero(steps == 1)
    return int((lengths >= FLAT_RUN).sum())
