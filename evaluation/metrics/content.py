"""Does the clip say its text? Word error rate of English, character error rate of both languages.

A recogniser writes down what it hears, in chunks of 28 s; text and transcript are normalised alike
(`transcripts`) and aligned (`error_rates`). What is left is errors of the voice, and errors of the
recogniser: compare systems only by the same one.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Self

import numpy as np

from corpus.audio.loudness import decibels
from corpus.recognition.base import RecognitionError
from evaluation.metrics import transcripts
from evaluation.metrics.base import (
    Direction,
    Metric,
    Model,
    Need,
    NotAvailable,
    Outcome,
    Outcomes,
    Subject,
    Value,
    none_of,
)
from evaluation.metrics.choice import Choice
from evaluation.metrics.error_rates import as_details, errors_in
from evaluation.metrics.transcripts import CHINESE, ENGLISH
from evaluation.speech.recognisers import recogniser
from evaluation.speech.recognisers.transcribing import Transcripts

SHORTEST_SECONDS = 0.1  # no word is shorter
QUIETEST_DBFS = -75.0  # peaks below it are not heard, and recognisers invent words over silence

Normalise = Callable[[str], list[str]]

WER = Metric("wer", "Word error rate", "", Direction.LOWER, 0.0, None)
WER_WITHOUT_FILLERS = Metric(
    "wer_without_fillers", "Word error rate without fillers", "", Direction.LOWER, 0.0, None
)
CER = Metric("cer", "Character error rate", "", Direction.LOWER, 0.0, None)

ERROR_RATES = frozenset(metric.name for metric in (WER, WER_WITHOUT_FILLERS, CER))
"""Metrics whose details hold counts of errors (`error_rates.from_details`), to be pooled."""


class _Content:
    """What both families share: they need a text, and hear the clip with a recogniser."""

    needs = frozenset({Need.TEXT})
    version = f"1.{transcripts.VERSION}"
    metrics: tuple[Metric, ...]
    _unit: str  # what is counted

    def __init__(self, heard: Transcripts) -> None:
        self._heard = heard

    @classmethod
    def chosen(cls, choice: Choice) -> Self:
        """The family with the recogniser of *choice*. Raises BadChoice."""
        return cls(_transcripts(choice))

    def missing(self) -> str | None:
        """What the recogniser lacks."""
        return self._heard.recogniser.available()

    def models(self) -> tuple[Model, ...]:
        """The recogniser."""
        return (self._heard.recogniser.model(),)

    def _unfit(self, subject: Subject) -> str | None:
        """Why the clip cannot be heard, if it cannot."""
        if subject.sound.seconds < SHORTEST_SECONDS:
            return f"The clip lasts {subject.sound.seconds:.2f} s: too short for a word."
        if decibels(float(np.abs(subject.sound.samples).max())) < QUIETEST_DBFS:
            return "The clip is silent."
        language = transcripts.language_of(subject.language)
        if not self._heard.recogniser.hears(language):
            return (
                f"{self._heard.recogniser.name} does not hear the language “{subject.language}”. "
                "Choose another recogniser (EARSHOT_RECOGNISER)."
            )
        return None

    def _rates(self, subject: Subject, normalisers: dict[Metric, Normalise]) -> Outcomes:
        try:
            if reason := self._unfit(subject):
                return none_of(self.metrics, reason)
            language = transcripts.language_of(subject.language)
            hypothesis = self._heard.of(subject.sound, language)
        except RecognitionError as error:
            return none_of(self.metrics, str(error), is_retryable=True)
        text = subject.text or ""
        return {
            metric.name: _rate(text, hypothesis, normalise, self._unit)
            for metric, normalise in normalisers.items()
        }


class Wer(_Content):
    """Word error rate of English clips, with fillers (uh, um) and without them on both sides."""

    name = "wer"
    metrics = (WER, WER_WITHOUT_FILLERS)
    _unit = "words"

    def measure(self, subject: Subject) -> Outcomes:
        """Return both rates; not available for other languages."""
        if transcripts.language_of(subject.language) != ENGLISH:
            return none_of(
                self.metrics,
                f"Word error rate is for English, and this clip is in “{subject.language}”. "
                "For Chinese see cer.",
            )
        return self._rates(
            subject,
            {
                WER: transcripts.english_words,
                WER_WITHOUT_FILLERS: lambda text: transcripts.english_words(text, fillers=False),
            },
        )


class Cer(_Content):
    """Character error rate of Chinese clips; of English ones too, over letters without spaces.

    In English it forgives how words are parted (log in, login) and near misses of names.
    """

    name = "cer"
    metrics = (CER,)
    _unit = "characters"

    def measure(self, subject: Subject) -> Outcomes:
        """Return the rate; not available for other languages."""
        language = transcripts.language_of(subject.language)
        if language == ENGLISH:
            return self._rates(subject, {CER: lambda t: list(transcripts.english_characters(t))})
        if language != CHINESE:
            return none_of(
                self.metrics,
                "Character error rate is for Chinese and English, and this clip is in "
                f"“{subject.language}”.",
            )
        if missing := transcripts.chinese_missing():
            return none_of(self.metrics, missing, is_retryable=True)
        return self._rates(subject, {CER: lambda t: list(transcripts.chinese_characters(t))})


def _rate(text: str, hypothesis: str, normalise: Normalise, unit: str) -> Outcome:
    reference, heard = normalise(text), normalise(hypothesis)
    if not reference:
        return NotAvailable("The text has no words to compare with, once it is normalised.")
    errors = errors_in(reference, heard)
    return Value(errors.rate, {**as_details(errors, unit), "hypothesis": hypothesis})


@lru_cache(maxsize=8)
def _transcripts(choice: Choice) -> Transcripts:
    """The same for both families, so that a clip is heard once."""
    return Transcripts(recogniser(choice))
