"""All checks of a reading, from its bytes."""

from dataclasses import dataclass

from corpus.audio.decoding import decode
from corpus.audio.errors import AudioError
from corpus.audio.rendition import prepare
from corpus.recognition.base import Recogniser
from corpus.recording.finding import Finding
from corpus.recording.sound import sound_findings, take_of
from corpus.recording.speech import pace_findings, word_findings


@dataclass(frozen=True, slots=True)
class Checked:
    """Length in seconds, None if the bytes cannot be decoded, and what was noticed."""

    duration: float | None
    findings: tuple[Finding, ...]


def check_reading(audio: bytes, text: str, recogniser: Recogniser) -> Checked:
    """Listen to one take of *text*. At most 65 s are decoded; never raises for bad sound.

    A take that could not become a clip (damaged, silent, too long) has one finding of severity
    "error" that says why.
    """
    duration = None
    try:
        signal = decode(audio)
        duration = signal.duration
        take = take_of(signal)
        prepare(signal)
    except AudioError as error:
        return Checked(duration, (Finding("unusable", "error", str(error)),))
    findings = (
        *sound_findings(take),
        *pace_findings(take, text),
        *word_findings(take, text, recogniser),
    )
    return Checked(duration, findings)
