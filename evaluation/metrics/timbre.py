"""Timbre: does a voice stay itself in the course of a clip, and is it the reference's."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from evaluation.metrics.audibility import at_rate, is_silent
from evaluation.metrics.base import (
    Detail,
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
    Turn,
    Value,
)
from evaluation.metrics.windows import windows
from evaluation.speech.encoders.base import RATE, Embeddings, SpeakerEncoder
from evaluation.speech.encoders.wavlm import WavLmXvector

SILENT = NotAvailable("The clip is silent.")
SHORTEST_WINDOW = 1.0
CLAIM = "SRCC 0.75, PLCC 0.77, KRCC 0.59 on 50 clips (SwanBench-Speech)"
BANDS = ((0.85, "drift"), (0.90, "acceptable"), (0.93, "above acceptable"))
"""Of the x-vector scale, each with its upper end; higher is like a real recording."""


def mean_pairwise_cosine(embeddings: Embeddings) -> float:
    """Return the mean of the cosines of all pairs i < j of unit vectors, shape (n ≥ 2, d)."""
    count = len(embeddings)
    total = np.square(embeddings.sum(axis=0)).sum() - np.square(embeddings).sum()
    return float(total / (count * (count - 1)))


def band_of(cosine: float) -> str:
    """Return what a mean cosine means on the x-vector scale."""
    if cosine == BANDS[1][0]:
        return BANDS[1][1]
    return next((name for end, name in BANDS if cosine < end), "like a real recording")


def audible_windows(sound: Sound, *, seconds: float, stride: float) -> list[Samples]:
    """Return the windows of *sound*, without the silent ones: these have no timbre."""
    parts = (part.samples for part in windows(sound, seconds=seconds, stride=stride))
    return [part for part in parts if not is_silent(part)]


def speech_of(sound: Sound, turns: Sequence[Turn], speaker: str) -> Sound:
    """Return the turns of *speaker*, joined in the order of time; what lies outside is cut off."""
    parts = [
        sound.samples[max(0, round(turn.begin * sound.rate)) : max(0, round(turn.end * sound.rate))]
        for turn in sorted(turns, key=lambda turn: turn.begin)
        if turn.speaker == speaker
    ]
    return Sound(np.concatenate(parts), sound.rate)


@dataclass(frozen=True)
class TimbreConsistency:
    """Mean cosine between the embeddings of all pairs of windows; SwanBench-Speech.

    seconds, stride: of the windows; at least a second long. Raises ValueError otherwise.
    """

    encoder: SpeakerEncoder
    seconds: float = 3.0
    stride: float = 2.0
    name = "timbre_consistency"
    needs: ClassVar[frozenset[Need]] = frozenset()

    def __post_init__(self) -> None:
        _check(self.seconds, self.stride)

    @property
    def version(self) -> str:
        """Version, with the windows, since they move values."""
        return f"1 {self.seconds:g}/{self.stride:g} s"

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The one metric; its claim holds for the encoder of the source alone."""
        return (
            Metric(
                name="timbre_consistency",
                title="Timbre consistency",
                unit="",
                direction=Direction.HIGHER,
                low=-1.0,
                high=1.0,
                claim=CLAIM if self._is_xvector() else "",
            ),
        )

    def missing(self) -> str | None:
        """None, or what brings the encoder."""
        return self.encoder.missing()

    def models(self) -> tuple[Model, ...]:
        """Return the encoder."""
        return (self.encoder.model(),)

    def measure(self, subject: Subject) -> Outcomes:
        """Return the mean cosine; with turns, that of each speaker, averaged."""
        return {"timbre_consistency": self._outcome(subject)}

    def _outcome(self, subject: Subject) -> Outcome:
        if is_silent(subject.sound.samples):
            return SILENT
        sound = at_rate(subject.sound, RATE)
        if not subject.turns:
            return self._of_one(sound)
        speakers = sorted({turn.speaker for turn in subject.turns})
        found = {name: self._of_one(speech_of(sound, subject.turns, name)) for name in speakers}
        amounts = {name: each.amount for name, each in found.items() if isinstance(each, Value)}
        if not amounts:
            return NotAvailable(
                f"No speaker has two windows of {self.seconds:g} s: their turns are too short."
            )
        each_speaker: dict[str, Detail] = {name: amounts.get(name) for name in speakers}
        mean = float(np.mean(list(amounts.values())))
        return Value(mean, {"speakers": each_speaker, **self._band(mean)})

    def _of_one(self, sound: Sound) -> Outcome:
        parts = audible_windows(sound, seconds=self.seconds, stride=self.stride)
        if len(parts) < 2:
            return NotAvailable(
                f"The clip has {len(parts)} window{'s' if len(parts) != 1 else ''} of "
                f"{self.seconds:g} s with sound; two are needed to compare."
            )
        mean = mean_pairwise_cosine(self.encoder.embed(parts))
        return Value(mean, {"windows": len(parts), **self._band(mean)})

    def _band(self, mean: float) -> dict[str, Detail]:
        return {"band": band_of(mean)} if self._is_xvector() else {}

    def _is_xvector(self) -> bool:
        return self.encoder.name == WavLmXvector.name


def _check(seconds: float, stride: float) -> None:
    if seconds < SHORTEST_WINDOW or stride <= 0:
        raise ValueError(
            f"Windows of a voice last at least {SHORTEST_WINDOW:g} s and begin at different times, "
            f"not {seconds:g} s every {stride:g} s."
        )
