"""A clip as a metric sees it: the sound that listeners hear, and what is known of it."""

import hashlib
from dataclasses import dataclass

from corpus.audio.decoding import decode
from corpus.audio.errors import AudioError
from corpus.models import Clip
from corpus.text.languages import ENGLISH
from evaluation.clips import HumanReading
from evaluation.metrics.base import Family, Need, Sound, Subject

MISSING = (
    "The rendition is missing from the storage. Restore it from the backup, or render the clip "
    "again."
)
NEVER_THERE = frozenset({Need.ALIGNED_REFERENCE, Need.TURNS})
"""What no clip of a study has."""


def suits_studies(family: Family) -> bool:
    """Whether *family* may have a value of a study's clips; such as PESQ measure plain files."""
    return not NEVER_THERE & family.needs


class Unheard(Exception):  # noqa: N818 - the name says what is wrong
    """The clip has no sound to measure; the sentence says why and what to do."""


class Changed(Exception):  # noqa: N818 - the name says what is wrong
    """The clip has another rendition by now, which is due instead."""


def sound_of(clip: Clip, digest: str) -> Sound:
    """Decode the rendition of that SHA-256.

    Raises:
        Changed: the clip has another one.
        Unheard: it is gone, or cannot be decoded.
        OSError: the storage cannot be reached.
    """
    try:
        with clip.rendition.open("rb") as file:
            audio = file.read()
    except (FileNotFoundError, ValueError) as error:  # ValueError: there is no rendition now
        _refuse_if_changed(clip, digest)
        raise Unheard(MISSING) from error
    if hashlib.sha256(audio).hexdigest() != digest:
        _refuse_if_changed(clip, digest)
        raise Unheard(
            "The rendition in the storage is not the one that was made: its SHA-256 is another. "
            "Render the clip again."
        )
    try:
        signal = decode(audio)
    except AudioError as error:
        raise Unheard(f"The rendition cannot be decoded. {error}") from error
    return Sound(signal.samples, signal.rate)


def _refuse_if_changed(clip: Clip, digest: str) -> None:
    if not Clip.objects.filter(pk=clip.pk, rendition_digest=digest).exists():
        raise Changed


@dataclass
class References:
    """Human readings, each decoded once for the clips of one prompt and gender that follow."""

    readings: dict[tuple[int, str], HumanReading]
    _clip: int | None = None
    _digest: str = ""
    _sound: Sound | None = None

    def is_reading(self, clip: Clip) -> bool:
        """Whether the clip is itself what the others are compared with."""
        reading = self.readings.get((clip.prompt_id, clip.voice.gender))
        return reading is not None and reading.clip == clip.pk

    def sound_for(self, clip: Clip, digest: str) -> Sound | None:
        """The reading of that SHA-256 that *clip* is compared with; None if it is unheard of.

        Raises Changed if another one stands there by now, and OSError.
        """
        reading = self.readings.get((clip.prompt_id, clip.voice.gender))
        if not digest or reading is None or reading.clip == clip.pk:
            return None
        if (self._clip, self._digest) != (reading.clip, digest):
            self._clip = None
            try:
                self._sound = sound_of(Clip.objects.get(pk=reading.clip), digest)
            except Unheard:
                self._sound = None
            except Clip.DoesNotExist as error:
                raise Changed from error
            self._clip, self._digest = reading.clip, digest
        return self._sound


def subject_of(clip: Clip, sound: Sound, reference: Sound | None) -> Subject:
    """What is known of a clip. Prompts have no language of their own: all are English."""
    return Subject(
        sound=sound,
        text=clip.prompt.text,
        language=ENGLISH,
        reference=reference,
        generation_seconds=clip.generation_seconds,
    )
