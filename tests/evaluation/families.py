"""Small real families, computed from the samples, and a registry of them for a test."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from evaluation.metrics.base import (
    Detail,
    Direction,
    Metric,
    Model,
    Need,
    NotAvailable,
    Outcomes,
    Subject,
    Value,
)
from evaluation.metrics.content import WER

SECONDS = Metric("seconds", "Duration", "s", Direction.NEITHER, 0, None)
PEAK = Metric("peak", "Peak", "", Direction.NEITHER, 0, 1, claim="None: a fact.")
CREST = Metric("crest", "Crest factor", "dB", Direction.LOWER, 0, None)
CLOSENESS = Metric("closeness", "Closeness in length", "", Direction.HIGHER, 0, 1)
PACE = Metric("pace", "Characters per second", "1/s", Direction.NEITHER, 0, None)
HELD_AT = 12
POLL_SECONDS = 0.05
MIT = Model("ruler", "a" * 64, "MIT", "https://example.org/ruler")


@dataclass
class Family:
    """A family made of a function. seen: the clips that it was given, by their length."""

    name: str
    metrics: tuple[Metric, ...]
    compute: Callable[[Subject], Outcomes]
    needs: frozenset[Need] = frozenset()
    version: str = "1"
    behind: tuple[Model, ...] = ()
    lacks: str | None = None
    seen: list[float] = field(default_factory=list)

    def missing(self) -> str | None:
        return self.lacks

    def models(self) -> tuple[Model, ...]:
        return self.behind

    def measure(self, subject: Subject) -> Outcomes:
        self.seen.append(subject.sound.seconds)
        return self.compute(subject)


def _facts(subject: Subject) -> Outcomes:
    samples = subject.sound.samples
    peak = float(np.abs(samples).max())
    rms = float(np.sqrt(np.mean(samples**2)))
    crest = Value(20 * np.log10(peak / rms)) if rms else NotAvailable("The clip is silent.")
    details: dict[str, Detail] = {"samples": samples.size, "heard": "private words"}
    return {"peak": Value(peak, details), "crest": crest}


def _closeness(subject: Subject) -> Outcomes:
    assert subject.reference is not None
    lengths = subject.sound.seconds, subject.reference.seconds
    return {"closeness": Value(min(lengths) / max(lengths))}


def _pace(subject: Subject) -> Outcomes:
    assert subject.text is not None
    return {"pace": Value(len(subject.text) / subject.sound.seconds)}


def duration() -> Family:
    """One fact without a model."""
    return Family("duration", (SECONDS,), lambda s: {"seconds": Value(s.sound.seconds)})


def facts() -> Family:
    """Two values by one model."""
    return Family("facts", (PEAK, CREST), _facts, behind=(MIT,))


def closeness() -> Family:
    """Needs the human reading."""
    return Family("closeness", (CLOSENESS,), _closeness, frozenset({Need.REFERENCE}))


def pace() -> Family:
    """Needs the text."""
    return Family("pace", (PACE,), _pace, frozenset({Need.TEXT}))


def one_error_each() -> Family:
    """Word error rates of a recogniser that mishears one word of every clip."""

    def compute(subject: Subject) -> Outcomes:
        words = len((subject.text or "").split())
        counts: dict[str, Detail] = {"substitutions": 1, "deletions": 0, "insertions": 0}
        details = counts | {"reference_words": words, "hypothesis": "private words"}
        return {"wer": Value(1 / words, details)}

    return Family("wer", (WER,), compute, frozenset({Need.TEXT}))


def aligned() -> Family:
    """Needs a clean signal, which no clip of a study has."""
    needs = frozenset({Need.ALIGNED_REFERENCE})
    return Family("aligned", (CREST,), lambda _: {"crest": Value(1.0)}, needs)


def refusing() -> Family:
    """Never has an answer."""
    return Family(
        "grump", (SECONDS,), lambda _: {"seconds": NotAvailable("Too early.", is_retryable=True)}
    )


def deaf() -> Family:
    """Hears nothing in any clip, and says so."""
    return Family("deaf", (CREST,), lambda _: {"crest": NotAvailable("Too quiet.")})


def timed() -> Family:
    """Needs to know how long the clip took to make."""
    needs = frozenset({Need.GENERATION_TIME})
    return Family("timed", (PACE,), lambda _: {"pace": Value(1.0)}, needs)


def absent() -> Family:
    """What is not installed here."""
    metric = Metric("heavy", "Heavy", "", Direction.HIGHER, 1, 5)
    brings = "Needs torch: pip install -r requirements-evaluation.txt"
    return Family("heavy", (metric,), lambda _: {}, lacks=brings)


def held_at_the_gate(var: Path) -> Family:
    """Durations; while the file ``gate`` lies in *var*, a clip waits once HELD_AT were measured.

    So a test can kill a worker in the middle of them, and not by luck.
    """
    family = duration()

    def measure(subject: Subject) -> Outcomes:
        while len(family.seen) > HELD_AT and (var / "gate").exists():
            (var / "held").touch()
            time.sleep(POLL_SECONDS)  # between two looks; the file decides
        return {"seconds": Value(subject.sound.seconds)}

    family.compute = measure
    return family
