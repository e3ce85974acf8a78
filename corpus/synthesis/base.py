"""What every synthesiser offers."""

from typing import Protocol


class SynthesisError(RuntimeError):
    """A synthesiser could not speak; the message says why and what to do."""


class TryAgain(SynthesisError):  # noqa: N818 - the name says what to do
    """The same text may well be spoken later. seconds: how long to wait, if that was said."""

    def __init__(self, message: str, seconds: float | None = None) -> None:
        self.seconds = seconds
        super().__init__(message)


class Refused(SynthesisError):  # noqa: N818 - the name says what is wrong
    """No text at all will be spoken until somebody changes something, such as a key."""


class Synthesizer(Protocol):
    """One voice of one engine."""

    @property
    def name(self) -> str:
        """Engine and voice, for people and for caches, such as "flite slt"."""

    def version(self) -> str:
        """The version of the engine; audio is the same for the same name, version and text."""

    def available(self) -> str | None:
        """None if the engine is ready, else a sentence with the command that brings it."""

    def speak(self, text: str) -> bytes:
        """Return an audio file of *text* read aloud; raise SynthesisError if it cannot be had."""


_PLAIN = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "—": ", ", "–": ", ", "…": "..."})


def one_line(text: str) -> str:
    """Return *text* on one line, with the plain marks that old engines know.

    Raises SynthesisError if no letter or digit is left to be spoken.
    """
    line = " ".join(text.translate(_PLAIN).replace(" ,", ",").split())
    if not any(character.isalnum() for character in line):
        raise SynthesisError("There is nothing to say in this text. Give it words.")
    return line
