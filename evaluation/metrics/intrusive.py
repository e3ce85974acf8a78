"""PESQ and STOI: against the clean signal that the clip is a copy of, sample by sample in time."""

import warnings
from abc import ABC, abstractmethod

import numpy as np

from corpus.audio.resampling import resample
from evaluation.metrics.base import (
    Direction,
    Metric,
    Model,
    Need,
    NotAvailable,
    Outcome,
    Outcomes,
    Samples,
    Sound,
    Subject,
    Value,
)
from evaluation.metrics.listening import RATE, is_silent
from evaluation.speech.weights import WITHOUT_TORCH, absent

PESQ_LEAST_SECONDS = 0.25
# The ITU's C code holds 50 utterances and writes past their end. An utterance and a pause last
# 200 ms each at least, so 20 s cannot hold more.
PESQ_MOST_SECONDS = 20.0
# 30 frames of 256 samples every 128, at 10 kHz.
STOI_LEAST_SECONDS = (29 * 128 + 256) / 10_000


class _Intrusive(ABC):
    """What both share: a pair of equal length at 16 kHz, or the reason why there is none."""

    version = "1"
    needs = frozenset({Need.ALIGNED_REFERENCE})
    name: str
    package: str
    metrics: tuple[Metric, ...]
    least_seconds: float

    def missing(self) -> str | None:
        """Without its package."""
        return f"{self.name} needs a package: {WITHOUT_TORCH}" if absent(self.package) else None

    def models(self) -> tuple[Model, ...]:
        """None: signal processing alone."""
        return ()

    def measure(self, subject: Subject) -> Outcomes:
        """Other lengths, silence on either side and very short clips are not available."""
        if subject.aligned_reference is None:
            outcome: Outcome = NotAvailable("Needs a time-aligned reference.")
        else:
            outcome = self._compared(subject.aligned_reference, subject.sound)
        return {self.metrics[0].name: outcome}

    def _compared(self, reference: Sound, clip: Sound) -> Outcome:
        clean, degraded = (resample(s.samples, s.rate, RATE) for s in (reference, clip))
        # Resampling from two rates may round to lengths that differ by one.
        if abs(clean.size - degraded.size) > (reference.rate != clip.rate):
            return NotAvailable(
                f"The clip lasts {clip.seconds:.3f} s and its reference {reference.seconds:.3f} s. "
                "They must be equally long, sample by sample in time."
            )
        if clip.seconds < self.least_seconds:
            return NotAvailable(
                f"The clip is too short: {clip.seconds:.2f} s, and {self.least_seconds:.2f} s are "
                "needed."
            )
        for role, samples in (("clip", degraded), ("reference", clean)):
            if is_silent(samples):
                return NotAvailable(f"The {role} is silent.")
        size = min(clean.size, degraded.size)
        return self._score(clean[:size], degraded[:size])

    @abstractmethod
    def _score(self, clean: Samples, degraded: Samples) -> Outcome:
        """Compare two signals of one length at 16 kHz."""


class Pesq(_Intrusive):
    """Wide-band PESQ (ITU-T P.862.2), by the package pesq, which wraps the ITU's C code."""

    name = "pesq"
    package = "pesq"
    least_seconds = PESQ_LEAST_SECONDS
    metrics = (Metric("pesq", "PESQ, wide-band", "MOS-LQO", Direction.HIGHER, 1.0, 4.65),)

    def _score(self, clean: Samples, degraded: Samples) -> Outcome:
        import pesq  # noqa: PLC0415 - the site starts without it

        if clean.size > PESQ_MOST_SECONDS * RATE:
            return NotAvailable(
                f"PESQ is made for sentences: the clip is longer than {PESQ_MOST_SECONDS:.0f} s."
            )
        try:
            return Value(float(pesq.pesq(RATE, clean, degraded, "wb")))
        except pesq.NoUtterancesError:
            return NotAvailable("PESQ finds no utterance in the clip or in its reference.")
        except pesq.BufferTooShortError:
            return NotAvailable("The clip is too short for PESQ.")


class Stoi(_Intrusive):
    """Short-time objective intelligibility (Taal et al. 2011), by the package pystoi."""

    name = "stoi"
    package = "pystoi"
    least_seconds = STOI_LEAST_SECONDS
    metrics = (Metric("stoi", "STOI", "", Direction.HIGHER, -1.0, 1.0),)

    def _score(self, clean: Samples, degraded: Samples) -> Outcome:
        import pystoi  # noqa: PLC0415 - the site starts without it

        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            score = float(pystoi.stoi(clean, degraded, RATE))
        if any("Not enough STFT frames" in str(warning.message) for warning in told):
            return NotAvailable("The reference holds less than 0.4 s that is not silent.")
        if not np.isfinite(score):
            return NotAvailable("STOI has no finite value for this clip.")
        return Value(score)
