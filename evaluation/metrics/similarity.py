"""Similarity of a clip's voice to a reference's, with the windows of two benchmarks."""

from dataclasses import dataclass
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
    Sound,
    Subject,
    Value,
    none_of,
)
from evaluation.metrics.timbre import SILENT, audible_windows
from evaluation.metrics.windows import TAIL_SHARE
from evaluation.speech.encoders.base import RATE, Embeddings, SpeakerEncoder

LEAST_REFERENCE_SECONDS = 1.0
MOST_REFERENCE_SECONDS = 30.0
SWAN = (3.0, 2.0)
FISH = (3.0, 1.5)


@dataclass(frozen=True)
class Similarity:
    """Mean cosine of windows to one embedding of the reference.

    `similarity`: windows of 3 s every 2 s (SwanBench-Speech). `sim_fish` and `sim_fish_std`: mean
    and standard deviation (ddof 0) over windows of 3 s every 1.5 s (Fish Audio S2).
    """

    encoder: SpeakerEncoder
    name = "similarity"
    version = "1"
    needs: ClassVar[frozenset[Need]] = frozenset({Need.REFERENCE})
    metrics = (
        Metric("similarity", "Timbre similarity", "", Direction.HIGHER, -1.0, 1.0),
        Metric("sim_fish", "Speaker similarity (Fish)", "", Direction.HIGHER, -1.0, 1.0),
        Metric(
            "sim_fish_std", "Spread of speaker similarity (Fish)", "", Direction.LOWER, 0.0, 1.0
        ),
    )

    def missing(self) -> str | None:
        """None, or what brings the encoder."""
        return self.encoder.missing()

    def models(self) -> tuple[Model, ...]:
        """Return the encoder."""
        return (self.encoder.model(),)

    def measure(self, subject: Subject) -> Outcomes:
        """Return the three values, or why there are none."""
        if is_silent(subject.sound.samples):
            return none_of(self.metrics, SILENT.reason)
        voice = self._of_reference(subject.reference)
        if isinstance(voice, NotAvailable):
            return none_of(self.metrics, voice.reason)
        sound = at_rate(subject.sound, RATE)
        if sound.seconds < SWAN[0] * TAIL_SHARE:
            return none_of(self.metrics, "The clip is shorter than 1.5 s, half a window.")
        swan = self._cosines(sound, voice, *SWAN)
        fish = self._cosines(sound, voice, *FISH)
        return {
            "similarity": _mean(swan),
            "sim_fish": _mean(fish),
            "sim_fish_std": _deviation(fish),
        }

    def _of_reference(self, reference: Sound | None) -> Embeddings | NotAvailable:
        """One embedding of the first 30 s of the reference, shape (1, d)."""
        if reference is None:
            return NotAvailable("The clip has no reference to be compared with.")
        if reference.seconds < LEAST_REFERENCE_SECONDS:
            return NotAvailable("The reference is shorter than a second.")
        start = at_rate(reference, RATE).samples[: round(MOST_REFERENCE_SECONDS * RATE)]
        if is_silent(start):
            return NotAvailable("The reference is silent.")
        return self.encoder.embed([start])

    def _cosines(
        self, sound: Sound, voice: Embeddings, seconds: float, stride: float
    ) -> list[float]:
        parts = audible_windows(sound, seconds=seconds, stride=stride)
        if not parts:
            return []
        cosines: list[float] = (self.encoder.embed(parts) @ voice[0]).tolist()
        return cosines


def _mean(cosines: list[float]) -> Outcome:
    if not cosines:
        return NotAvailable("No window of 3 s holds sound; a tail under 1.5 s is no window.")
    return Value(float(np.mean(cosines)), {"windows": len(cosines)})


def _deviation(cosines: list[float]) -> Outcome:
    if len(cosines) < 2:
        return NotAvailable("The clip has fewer than two windows of 3 s, so nothing to spread.")
    return Value(float(np.std(cosines)), {"windows": len(cosines), "ddof": 0})
