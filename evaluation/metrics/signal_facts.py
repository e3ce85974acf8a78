"""Facts about a clip that no model has to guess, for reading the other metrics with.

Speech and pauses are told apart as for renditions (corpus.audio.edges): 40 dB below the active
level or 6 dB above the noise, pauses from 0.25 s. Speaking rate counts pauses within the speech and
not the silence around it. Fundamental frequency is Praat's autocorrelation method (Boersma 1993),
run twice, the second time within 0.75 × first quartile and 1.5 × third quartile of the first, which
keeps octave errors out (Hirst 2011); its range is the distance from the 5th to the 95th percentile.
"""

import importlib.util
from collections.abc import Callable
from importlib import metadata

import numpy as np
from numpy.typing import NDArray

from corpus.audio.bandwidth import bandwidth
from corpus.audio.edges import Span, speech_stretches
from corpus.audio.errors import AudioError
from corpus.audio.loudness import integrated_loudness, true_peak
from corpus.audio.resampling import RATE, resample
from evaluation.metrics import transcripts
from evaluation.metrics.base import (
    Direction,
    Metric,
    Model,
    Need,
    NotAvailable,
    Outcome,
    Outcomes,
    Sound,
    Subject,
    Value,
)

PITCH_MISSING = "Praat is missing: pip install -r requirements-metrics.txt"
SHORTEST_LOUDNESS = 0.4  # s, one gating block of BS.1770
SHORTEST_SPEECH = 0.1  # s; filters and spectra need as much
FLOOR_HZ, CEILING_HZ = 60.0, 750.0
FEWEST_VOICED = 10  # frames, about a tenth of a second
WITHOUT_SPACES = frozenset({"zh", "ja", "th", "lo", "km", "my"})
_SILENT = NotAvailable("The clip is silent.")


def _fact(name: str, title: str, unit: str, low: float | None, high: float | None) -> Metric:
    return Metric(name, title, unit, Direction.NEITHER, low, high)


DURATION = _fact("duration", "Duration", "s", 0, None)
SPEAKING_RATE = _fact("speaking_rate", "Speaking rate", "words/s", 0, None)
SYLLABLE_RATE = _fact("syllable_rate", "Syllable rate (Chinese)", "syllables/s", 0, None)
LOUDNESS = _fact("loudness", "Integrated loudness", "LUFS", None, None)
TRUE_PEAK = _fact("true_peak", "True peak", "dBTP", None, None)
BANDWIDTH = _fact("bandwidth", "Bandwidth", "Hz", 0, RATE / 2)
EDGE_SILENCE = _fact("edge_silence", "Silence before and after the speech", "s", 0, None)
PAUSE_SHARE = _fact("pause_share", "Share of pauses within the speech", "", 0, 1)
F0_MEDIAN = _fact("f0_median", "Median fundamental frequency", "Hz", FLOOR_HZ, CEILING_HZ)
F0_RANGE = _fact("f0_range", "Range of fundamental frequency", "semitones", 0, None)


class SignalFacts:
    """The facts; each is missing alone where it cannot be had."""

    name = "signal"
    version = f"1.{transcripts.VERSION}"
    metrics = (
        *(DURATION, SPEAKING_RATE, SYLLABLE_RATE, LOUDNESS, TRUE_PEAK, BANDWIDTH),
        *(EDGE_SILENCE, PAUSE_SHARE, F0_MEDIAN, F0_RANGE),
    )
    needs: frozenset[Need] = frozenset()

    def missing(self) -> str | None:
        """Nothing; see `missing_of`."""
        return None

    def missing_of(self, metric: str) -> str | None:
        """What brings the metrics of fundamental frequency, where Praat is not installed."""
        of_praat = metric in {F0_MEDIAN.name, F0_RANGE.name}
        return PITCH_MISSING if of_praat and not _has_praat() else None

    def models(self) -> tuple[Model, ...]:
        """Praat, which has no weights; none where it is not installed."""
        if not _has_praat():
            return ()
        name = f"Praat (parselmouth {metadata.version('praat-parselmouth')})"
        return (
            Model(name, "", "GPL-3.0-or-later", "https://github.com/YannickJadoul/Parselmouth"),
        )

    def measure(self, subject: Subject) -> Outcomes:
        """Return all facts."""
        sound = subject.sound
        at_24k = Sound(resample(sound.samples, sound.rate), RATE)
        spans = _spans(at_24k)
        facts = {
            DURATION: Value(sound.seconds),
            LOUDNESS: _loudness(sound),
            TRUE_PEAK: _finite(true_peak(sound.samples, sound.rate)),
            BANDWIDTH: _bandwidth(at_24k, spans),
            SPEAKING_RATE: _per_second(subject, spans, _words),
            SYLLABLE_RATE: _per_second(subject, spans, _syllables),
            EDGE_SILENCE: _edges(at_24k, spans),
            PAUSE_SHARE: _pauses(spans),
            **_pitch(sound),
        }
        return {metric.name: outcome for metric, outcome in facts.items()}


def _spans(sound: Sound) -> tuple[Span, ...] | NotAvailable:
    if sound.seconds < SHORTEST_SPEECH:
        return NotAvailable(f"The clip is shorter than {SHORTEST_SPEECH} s.")
    if not sound.samples.any():
        return _SILENT
    try:
        return speech_stretches(sound.samples)
    except AudioError:
        return NotAvailable("No speech is heard in the clip.")


def _loudness(sound: Sound) -> Outcome:
    if sound.seconds < SHORTEST_LOUDNESS:
        return NotAvailable(f"Loudness needs {SHORTEST_LOUDNESS} s of sound.")
    with np.errstate(divide="ignore"):
        return _finite(integrated_loudness(sound.samples, sound.rate))


def _finite(amount: float) -> Outcome:
    return Value(amount) if np.isfinite(amount) else _SILENT


def _bandwidth(sound: Sound, spans: tuple[Span, ...] | NotAvailable) -> Outcome:
    return spans if isinstance(spans, NotAvailable) else Value(bandwidth(sound.samples))


def _words(text: str, language: str) -> int | NotAvailable:
    if language in WITHOUT_SPACES:
        return NotAvailable(f"Words are not parted by spaces in “{language}”.")
    return len(transcripts.english_words(text) if language == "en" else text.split())


def _syllables(text: str, language: str) -> int | NotAvailable:
    if language != transcripts.CHINESE:
        return NotAvailable("Syllables are counted in Chinese alone, where each is a character.")
    if missing := transcripts.chinese_missing():
        return NotAvailable(missing, is_retryable=True)
    return len(transcripts.chinese_characters(text))


def _per_second(
    subject: Subject,
    spans: tuple[Span, ...] | NotAvailable,
    count: Callable[[str, str], int | NotAvailable],
) -> Outcome:
    if subject.text is None:
        return NotAvailable("Needs the text of the clip.")
    counted = count(subject.text, transcripts.language_of(subject.language))
    if isinstance(counted, NotAvailable):
        return counted
    if isinstance(spans, NotAvailable):
        return spans
    seconds = (spans[-1].offset - spans[0].onset) / RATE
    return Value(counted / seconds, {"count": counted, "speech_seconds": seconds})


def _edges(sound: Sound, spans: tuple[Span, ...] | NotAvailable) -> Outcome:
    if isinstance(spans, NotAvailable):
        return spans
    lead = spans[0].onset / RATE
    tail = (sound.samples.size - spans[-1].offset) / RATE
    return Value(lead + tail, {"lead": lead, "tail": tail})


def _pauses(spans: tuple[Span, ...] | NotAvailable) -> Outcome:
    if isinstance(spans, NotAvailable):
        return spans
    speech = sum(span.offset - span.onset for span in spans)
    whole = spans[-1].offset - spans[0].onset
    return Value(1 - speech / whole, {"pauses": len(spans) - 1})


def _pitch(sound: Sound) -> dict[Metric, Outcome]:
    voiced = _fundamental(sound)
    if isinstance(voiced, NotAvailable):
        return {F0_MEDIAN: voiced, F0_RANGE: voiced}
    low, median, high = np.percentile(voiced, (5, 50, 95))
    details = {"p5": float(low), "p95": float(high), "voiced_frames": int(voiced.size)}
    return {
        F0_MEDIAN: Value(float(median), details),
        F0_RANGE: Value(12 * float(np.log2(high / low)), details),
    }


def _fundamental(sound: Sound) -> NDArray[np.float64] | NotAvailable:
    """Fundamental frequency in Hz of the voiced frames."""
    if not _has_praat():
        return NotAvailable(PITCH_MISSING, is_retryable=True)
    if sound.seconds < SHORTEST_SPEECH or not sound.samples.any():
        return NotAvailable("No voice is heard in the clip.")
    first = _voiced(sound, FLOOR_HZ, CEILING_HZ)
    if first.size >= FEWEST_VOICED:
        low, high = np.percentile(first, (25, 75))
        second = _voiced(sound, max(FLOOR_HZ, 0.75 * low), min(CEILING_HZ, 1.5 * high))
        if second.size >= FEWEST_VOICED:
            return second
    return NotAvailable("Too little of the clip is voiced.")


def _voiced(sound: Sound, floor: float, ceiling: float) -> NDArray[np.float64]:
    import parselmouth  # noqa: PLC0415 - optional

    pitch = parselmouth.Sound(sound.samples, sound.rate).to_pitch_ac(
        pitch_floor=floor, pitch_ceiling=ceiling
    )
    frequencies: NDArray[np.float64] = pitch.selected_array["frequency"]
    return frequencies[frequencies > 0]


def _has_praat() -> bool:
    return importlib.util.find_spec("parselmouth") is not None
