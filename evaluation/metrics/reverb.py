"""Reverberation: SRMR of a clip, and how much it changes in the course of one."""

from dataclasses import dataclass, field
from itertools import count
from typing import ClassVar

import numpy as np

from evaluation.metrics.audibility import at_rate, is_silent
from evaluation.metrics.base import (
    Direction,
    Metric,
    Model,
    Need,
    NotAvailable,
    Outcome,
    Outcomes,
    Samples,
    Subject,
    Value,
)
from evaluation.metrics.srmr import RATE, srmr
from evaluation.metrics.windows import windows
from evaluation.speech.activity import SPEECH, Silero, speech_share

LEAST_SECONDS = 0.256
SILENT = NotAvailable("The clip is silent.")


@dataclass(frozen=True)
class Srmr:
    """Speech-to-reverberation modulation energy ratio of the whole clip, at 16 kHz."""

    name = "srmr"
    version = "1"
    needs: ClassVar[frozenset[Need]] = frozenset()
    metrics = (
        Metric(
            name="srmr",
            title="Speech-to-reverberation modulation energy ratio (SRMR)",
            unit="",
            direction=Direction.HIGHER,
            low=0.0,
            high=None,
        ),
    )

    def missing(self) -> str | None:
        """Return None: it needs nothing but SciPy."""
        return None

    def models(self) -> tuple[Model, ...]:
        """Return no model: it is a formula."""
        return ()

    def measure(self, subject: Subject) -> Outcomes:
        """Return the ratio, and in its details how many modulation bands counted (K*)."""
        return {"srmr": self._outcome(subject)}

    def _outcome(self, subject: Subject) -> Outcome:
        if subject.sound.seconds < LEAST_SECONDS:
            return NotAvailable(
                f"The clip lasts {subject.sound.seconds:.3f} s; SRMR needs {LEAST_SECONDS} s."
            )
        if is_silent(subject.sound.samples):
            return SILENT
        ratio = srmr(at_rate(subject.sound, RATE).samples)
        if ratio is None:
            return NotAvailable("The clip is shorter than one frame of SRMR, or has no modulation.")
        return Value(ratio.value, {"bands": ratio.bands})


@dataclass(frozen=True)
class ReverbConsistency:
    """Standard deviation (ddof 0) of SRMR over windows with speech; SwanBench-Speech.

    seconds, stride: of the windows. most_non_speech: windows with a larger share of frames without
    speech are dropped, since SRMR of a pause tells of its noise.
    """

    seconds: float = 3.0
    stride: float = 2.0
    most_non_speech: float = 0.6
    activity: Silero = field(default_factory=Silero)

    name = "reverb_consistency"
    needs: ClassVar[frozenset[Need]] = frozenset()
    metrics = (
        Metric(
            name="reverb_consistency",
            title="Reverb consistency (spread of SRMR over windows)",
            unit="",
            direction=Direction.LOWER,
            low=0.0,
            high=None,
        ),
    )

    @property
    def version(self) -> str:
        """Version, with the windows, since they move values."""
        return f"1 {self.seconds:g}/{self.stride:g} s, non-speech {self.most_non_speech:g}"

    def missing(self) -> str | None:
        """None, or what brings the detector of speech."""
        return self.activity.missing()

    def models(self) -> tuple[Model, ...]:
        """Return the detector of speech."""
        return (self.activity.model(),)

    def measure(self, subject: Subject) -> Outcomes:
        """Return the deviation; its details hold each window's SRMR, None where it was dropped."""
        return {"reverb_consistency": self._outcome(subject)}

    def _outcome(self, subject: Subject) -> Outcome:
        if is_silent(subject.sound.samples):
            return SILENT
        sound = at_rate(subject.sound, RATE)
        parts = [part.samples for part in windows(sound, seconds=self.seconds, stride=self.stride)]
        speech = self.activity.probabilities(sound.samples) >= SPEECH
        values = [
            self._window(part, speech_share(speech, begin, begin + part.size))
            for begin, part in zip(count(step=round(self.stride * RATE)), parts, strict=False)
        ]
        kept = [value for value in values if value is not None]
        if len(kept) < 2:
            return NotAvailable(
                f"Only {len(kept)} of {len(values)} windows of {self.seconds:g} s hold enough "
                "speech; at least 2 are needed. Longer clips have more."
            )
        return Value(
            float(np.std(kept)),
            {"ddof": 0, "mean": float(np.mean(kept)), "windows": len(kept), "srmr": [*values]},
        )

    def _window(self, samples: Samples, speech: float) -> float | None:
        """SRMR of a window, None if it is dropped."""
        if is_silent(samples) or 1 - speech > self.most_non_speech:
            return None
        ratio = srmr(samples)
        return None if ratio is None else ratio.value
