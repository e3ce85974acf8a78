"""What every recogniser offers."""

from typing import Protocol

from corpus.audio.signal import Samples


class RecognitionError(RuntimeError):
    """A recogniser could not work; the message says why and what to do."""


class Recogniser(Protocol):
    """One model of one recogniser."""

    @property
    def name(self) -> str:
        """Engine and model, for people and for reports, such as "pocketsphinx en-us"."""

    def version(self) -> str:
        """The version of the engine; the same name, version and sound give the same words."""

    def available(self) -> str | None:
        """None if the recogniser is ready, else a sentence with the command that brings it."""

    def transcribe(self, samples: Samples, rate: int) -> str:
        """Return what is said in mono *samples* (−1 … 1) of *rate* Hz; empty if nothing is heard.

        Raises RecognitionError if the recogniser is not there or gives up.
        """
