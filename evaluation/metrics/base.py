"""What a metric is, what it needs, and what it answers.

A *metric* is one value of a clip, with a unit and a direction. A *family* is the small object that
computes one or several metrics in one go, because they come from one model or one pass: ``dnsmos``
gives four, ``srmr`` one. What cannot be computed is `NotAvailable` with a reason; no family answers
with NaN, with 0 or with a default instead.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float64]
Detail = str | int | float | bool | None | list["Detail"] | dict[str, "Detail"]


class Direction(StrEnum):
    """Which way is better."""

    HIGHER = "higher"
    LOWER = "lower"
    NEITHER = "neither"  # a fact about the clip, no judgement


class Need(StrEnum):
    """What a family must be given besides the clip itself."""

    TEXT = "text"
    REFERENCE = "reference audio"  # another recording of the voice, or of the text
    ALIGNED_REFERENCE = "time-aligned reference"  # the clean signal that the clip is a copy of
    TURNS = "speaker turns"
    GENERATION_TIME = "generation time"


@dataclass(frozen=True, slots=True)
class Sound:
    """Mono samples (1-D float64, nominally −1 … 1) at `rate` Hz."""

    samples: Samples
    rate: int

    @property
    def seconds(self) -> float:
        """Length in seconds."""
        return self.samples.size / self.rate


@dataclass(frozen=True, slots=True)
class Turn:
    """`speaker` speaks from `begin` to `end`, in seconds."""

    speaker: str
    begin: float
    end: float


@dataclass(frozen=True, slots=True)
class Subject:
    """A clip and what is known of it.

    text: what should be said. language: its ISO 639-1 code. reference: a human reading or a voice
    prompt that the voice is compared with. aligned_reference: the clean signal, sample by sample in
    time with the clip. turns: who speaks when; empty if one person speaks, or nobody knows.
    generation_seconds: how long the system took to make the clip.
    """

    sound: Sound
    text: str | None = None
    language: str = "en"
    reference: Sound | None = None
    aligned_reference: Sound | None = None
    turns: tuple[Turn, ...] = ()
    generation_seconds: float | None = None

    def has(self, need: Need) -> bool:
        """Whether what a family needs is here."""
        return {
            Need.TEXT: self.text is not None,
            Need.REFERENCE: self.reference is not None,
            Need.ALIGNED_REFERENCE: self.aligned_reference is not None,
            Need.TURNS: bool(self.turns),
            Need.GENERATION_TIME: self.generation_seconds is not None,
        }[need]


@dataclass(frozen=True, slots=True)
class Model:
    """The model behind a family. digest: SHA-256 of its weights, empty where there are none."""

    name: str
    digest: str
    licence: str
    source: str


@dataclass(frozen=True, slots=True)
class Metric:
    """One value that a family gives.

    name: unique among all families, such as "dnsmos_ovrl". unit: empty for plain numbers. low and
    high: the range that is possible, None where it is unbounded. claim: how good its authors say
    that it predicts listeners, with the source; empty if nothing is claimed.
    """

    name: str
    title: str
    unit: str
    direction: Direction
    low: float | None
    high: float | None
    claim: str = ""


@dataclass(frozen=True, slots=True)
class Value:
    """A finite amount, and what it was made from (plain JSON, such as counts of errors)."""

    amount: float
    details: Mapping[str, Detail] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not np.isfinite(self.amount):
            raise ValueError(f"A value must be a finite number, not {self.amount}.")


@dataclass(frozen=True, slots=True)
class NotAvailable:
    """There is no value; `reason` is a sentence that says why and, if anything helps, what.

    is_retryable: the machine and not the clip is to blame, so another attempt may bring a value.
    """

    reason: str
    is_retryable: bool = False


Outcome = Value | NotAvailable
Outcomes = Mapping[str, Outcome]


class Family(Protocol):
    """Computes `metrics`, all of them or the reason for each that is missing.

    version: grows with any change that may move a value. Values of two versions, or of two models,
    are never mixed.
    """

    @property
    def name(self) -> str:
        """Registered name, such as "dnsmos"."""

    @property
    def version(self) -> str:
        """Version of the computation."""

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """What it gives, in the order in which it is shown."""

    @property
    def needs(self) -> frozenset[Need]:
        """Without these no value is possible."""

    def missing(self) -> str | None:
        """None if the family can run here, else a sentence with the command that brings it.

        Loads no model and imports no heavy library.
        """

    def models(self) -> tuple[Model, ...]:
        """The models behind it, in the order in which they work; empty if there are none.

        May read weights in order to digest them. Only called where missing() is None.
        """

    def measure(self, subject: Subject) -> Outcomes:
        """Return one outcome for each name in `metrics`.

        Given what it needs, and finite samples. Models are loaded at the first call and kept.
        """


def none_of(metrics: tuple[Metric, ...], reason: str, *, is_retryable: bool = False) -> Outcomes:
    """Not available, for the same reason, for each of *metrics*."""
    return {metric.name: NotAvailable(reason, is_retryable) for metric in metrics}
