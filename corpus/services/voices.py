"""Choosing voices, swapping them, and giving the human anchor's to readers."""

from collections.abc import Collection
from dataclasses import dataclass, fields
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from corpus.models import Corpus, System, Voice
from corpus.services.clips import voices_changed

SETTLED = (
    "This voice has clips or readings, so its name, its name for synthesis and its reader stay. "
    "Swap it for a new voice instead."
)


class VoiceRefused(ValueError):  # noqa: N818 - the name says what is wrong
    """A voice cannot be so; the sentence says why and what to do."""


@dataclass(frozen=True, slots=True)
class VoiceFacts:
    """What is known of a voice besides its system and gender."""

    name: str
    accent: str = ""
    choice: str = ""
    reason: str = ""
    source_url: str = ""
    adapter_voice: str = ""
    reader: User | None = None


@transaction.atomic
def add_voice(*, system: System, gender: str, facts: VoiceFacts, by: User) -> Voice:
    """Give a system its voice of a gender.

    Raises:
        VoiceRefused: it has one already (swap it), the name is taken, or the reader has a voice.
    """
    if system.voices.current().filter(gender=gender).exists():
        raise VoiceRefused(
            f"{system.name} has a current {gender} voice. Swap that one for another."
        )
    voice = _made(system, gender, facts, by)
    voices_changed(system=system)
    return voice


@transaction.atomic
def swap_voice(*, voice: Voice, facts: VoiceFacts, because: str, by: User) -> Voice:
    """Retire a voice and put a new one in its place; its clips and votes stay with the old one.

    Raises:
        VoiceRefused: no reason is given, the voice is retired already, or as `add_voice`.
    """
    if not because.strip():
        raise VoiceRefused("Say why another voice takes its place.")
    retired = Voice.objects.filter(pk=voice.pk, is_current=True).update(
        is_current=False, retired_at=timezone.now(), retired_because=because.strip()
    )
    if not retired:
        raise VoiceRefused("This voice has been swapped already.")
    newer = _made(voice.system, voice.gender, facts, by, replaces=voice)
    newer.corpora.set(voice.corpora.all() if facts.reader else [])
    voices_changed(system=voice.system)
    return newer


@transaction.atomic
def mend_voice(*, voice: Voice, facts: VoiceFacts, corpora: Collection[Corpus] = ()) -> None:
    """Correct what is said of a voice, and say what its reader is to read.

    Raises:
        VoiceRefused: it has clips and would become somebody else, the name or the reader is taken,
            or texts are given to a voice without a reader.
    """
    if corpora and facts.reader is None:
        raise VoiceRefused("Only a voice that has a reader can be given texts to read.")
    system = voice.system
    _refuse_taken(system, facts, voice)
    try:
        with transaction.atomic():
            Voice.objects.filter(pk=voice.pk).update(**_columns(facts))
    except IntegrityError as error:
        raise VoiceRefused(SETTLED) from error
    voice.corpora.set(corpora)


def _made(
    system: System, gender: str, facts: VoiceFacts, by: User, *, replaces: Voice | None = None
) -> Voice:
    _refuse_taken(system, facts)
    try:
        with transaction.atomic():
            return Voice.objects.create(
                system=system, gender=gender, chosen_by=by, replaces=replaces, **_columns(facts)
            )
    except IntegrityError as error:
        raise VoiceRefused(
            "Somebody changed this system's voices meanwhile. Look again."
        ) from error


def _refuse_taken(system: System, facts: VoiceFacts, voice: Voice | None = None) -> None:
    """Refuse a name or a reader that another voice has."""
    others = Voice.objects.exclude(pk=voice.pk) if voice else Voice.objects.all()
    if facts.reader is not None and not system.is_human:
        raise VoiceRefused("Only voices of the human anchor have readers.")
    if others.filter(system=system, name=facts.name).exists():
        raise VoiceRefused(
            f"{system.name} has or had a voice called “{facts.name}”. Give this one another name."
        )
    if facts.reader is not None and others.current().filter(reader=facts.reader).exists():
        raise VoiceRefused(
            f"{facts.reader.get_username()} reads another voice. Choose another account."
        )


def _columns(facts: VoiceFacts) -> dict[str, Any]:
    return {field.name: getattr(facts, field.name) for field in fields(facts)}
