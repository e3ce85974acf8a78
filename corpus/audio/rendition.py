"""What listeners hear: every clip through one chain, so that only the voice differs.

`prepare` does all that concerns one clip. How loud the pool shall be is decided afterwards, when
all attainable levels are known; `render` then applies the gain and writes the file.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

import scipy

from corpus.audio.bandwidth import bandwidth
from corpus.audio.edges import EDGE_SECONDS, Span, speech_span, with_edges
from corpus.audio.errors import TargetTooLoud, TooLong, TooPeaky, TooShort
from corpus.audio.loudness import decibels, gain, integrated_loudness, true_peak
from corpus.audio.resampling import RATE, resample
from corpus.audio.signal import MAX_SECONDS, Samples, Signal
from corpus.audio.wav import write_wav

MIN_SECONDS = 0.4  # one gating block of BS.1770
TARGET_LUFS = -23.0
CEILING_DBTP = -1.0
QUIETEST_TARGET_LUFS = -33.0
_ROUNDING_DB = 0.05  # dither and 16 bit may lift a peak a little
_SUBSONIC_HZ = 20.0
_SHORTEST_FILTERED = RATE // 100


@dataclass(frozen=True, slots=True)
class Prepared:
    """A clip at 24 kHz mono, free of DC, between equal edges, at no particular level yet.

    `loudness` in LUFS, `true_peak` in dBTP, `bandwidth` in Hz; `lead` and `tail` are the seconds
    that were cut from, or if negative added to, the edges of the source.
    """

    samples: Samples
    loudness: float
    true_peak: float
    bandwidth: float
    lead: float
    tail: float

    @property
    def duration(self) -> float:
        """Length in seconds, edges included."""
        return self.samples.size / RATE


@dataclass(frozen=True, slots=True)
class Rendition:
    """A finished file: PCM 16 WAV bytes and what was measured on them.

    Duration in seconds, loudness in LUFS, true peak in dBTP, bandwidth in Hz, SHA-256 in hex.
    """

    wav: bytes
    duration: float
    loudness: float
    true_peak: float
    bandwidth: float
    digest: str

    @property
    def size(self) -> int:
        """Bytes of the file."""
        return len(self.wav)


def prepare(signal: Signal) -> Prepared:
    """Resample, remove DC, trim and frame *signal*, and measure it.

    Raises Silent, TooShort (less than 0.4 s of speech), TooLong (more than 60 s) or TooPeaky.
    """
    if signal.duration < MIN_SECONDS:
        raise _too_short(signal.duration)
    samples = _without_dc(resample(signal.samples, signal.rate))
    span = speech_span(samples)
    if span.duration < MIN_SECONDS:
        raise _too_short(span.duration)
    if span.duration > MAX_SECONDS:
        raise TooLong(
            f"The speech lasts {span.duration:.0f} seconds; at most {MAX_SECONDS:.0f} are taken. "
            "Send one prompt per file."
        )
    prepared = _measured(samples, span)
    _refuse_peaky(prepared, span, samples)
    return prepared


def attainable_loudness(prepared: Prepared, ceiling: float = CEILING_DBTP) -> float:
    """Return the highest loudness in LUFS at which true peaks stay under *ceiling* dBTP."""
    return prepared.loudness + ceiling - _ROUNDING_DB - prepared.true_peak


def pool_target(attainable: Iterable[float], wanted: float = TARGET_LUFS) -> float:
    """Return the loudness in LUFS for a whole pool: *wanted*, or what its peakiest clip allows."""
    return min(wanted, *attainable, wanted)


def render(prepared: Prepared, target: float = TARGET_LUFS) -> Rendition:
    """Bring *prepared* to *target* LUFS by gain alone and write it.

    Raises TargetTooLoud where that would lift true peaks above −1 dBTP.
    """
    attainable = attainable_loudness(prepared)
    if target > attainable + 1e-9:
        raise TargetTooLoud(target, attainable)
    change = target - prepared.loudness
    wav = write_wav(prepared.samples * gain(change), RATE)
    return Rendition(
        wav=wav,
        duration=prepared.duration,
        loudness=target,
        true_peak=prepared.true_peak + change,
        bandwidth=prepared.bandwidth,
        digest=hashlib.sha256(wav).hexdigest(),
    )


def _without_dc(samples: Samples) -> Samples:
    """Remove DC and its drift below 20 Hz without moving phases."""
    if samples.size < _SHORTEST_FILTERED:
        raise _too_short(samples.size / RATE)
    subsonic = scipy.signal.butter(2, _SUBSONIC_HZ, "highpass", fs=RATE, output="sos")
    filtered: Samples = scipy.signal.sosfiltfilt(subsonic, samples - samples.mean())
    return filtered


def _measured(samples: Samples, span: Span) -> Prepared:
    framed = with_edges(samples, span)
    # Absolute gates of BS.1770 shall not depend on the level at which a clip was recorded.
    scale = 1 / abs(framed).max()
    framed = framed * scale
    return Prepared(
        samples=framed,
        loudness=integrated_loudness(framed),
        true_peak=true_peak(framed),
        bandwidth=bandwidth(framed),
        lead=span.onset / RATE - EDGE_SECONDS,
        tail=(samples.size - span.offset) / RATE - EDGE_SECONDS,
    )


def _refuse_peaky(prepared: Prepared, span: Span, samples: Samples) -> None:
    """Raise TooPeaky if a peak keeps the clip, or the voice beside the peak, from being heard.

    A click can be loud enough to pass for the programme in the gates of BS.1770, so the active
    level, which passes over clicks, is looked at as well.
    """
    peak = decibels(float(abs(samples[span.onset : span.offset]).max()))
    attainable = min(attainable_loudness(prepared), span.level + CEILING_DBTP - peak)
    if attainable < QUIETEST_TARGET_LUFS:
        raise TooPeaky(
            "The loudest peak stands so far above the voice that the clip could only be played "
            f"at {attainable:.0f} LUFS. Look for a click or a bump, and record it again."
        )


def _too_short(seconds: float) -> TooShort:
    return TooShort(
        f"There are {seconds:.2f} seconds of sound; at least {MIN_SECONDS} are needed to "
        "measure how loud it is. Record the whole prompt."
    )
