"""Readings: taken in, checked by a machine, decided by a second person."""

import hashlib
import logging
import uuid

from django.contrib.auth.models import User
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, ProtectedError
from django.utils import timezone

from corpus.audio.errors import NotAudio
from corpus.audio.sniffing import sniff
from corpus.models import Clip, Prompt, Reading, VersionPrompt, Voice
from corpus.models.readings import prompts_of
from corpus.recognition.base import Recogniser
from corpus.recognition.pocketsphinx import PocketSphinx
from corpus.recording.checks import Checked, check_reading
from corpus.recording.finding import Finding
from corpus.services.clips import ClipRefused, add_clip, remove_clip
from corpus.services.prompts import return_prompt
from corpus.storage import atomic_with_files, store

log = logging.getLogger(__name__)

MAX_BYTES = 16 * 1024 * 1024
"""A minute of 24 bit WAV at 48 kHz is 9 MB."""
MOST_ATTEMPTS = 3
MEDIA_TYPES = {
    "webm": "audio/webm",
    "ogg": "audio/ogg",
    "mp4": "audio/mp4",
    "wav": "audio/wav",
}
UNCHECKED = Finding(
    "unchecked",
    "note",
    "No machine could check this recording: listen all the more closely.",
)


class ReadingRefused(ValueError):  # noqa: N818 - the name says what is wrong
    """A reading cannot be taken in or decided upon; the sentence says why and what to do."""


def digest_of(text: str) -> str:
    """SHA-256 of a text, so that a browser can say which one was read without keeping it."""
    return hashlib.sha256(text.encode()).hexdigest()


def media_type_of(audio: bytes) -> str:
    """The type of a recording, told by its content.

    Raises:
        ReadingRefused: it is empty, too large, or nothing that a browser records.
    """
    if not audio:
        raise ReadingRefused("The recording is empty. Record it again.")
    if len(audio) > MAX_BYTES:
        raise ReadingRefused(
            f"The recording is larger than {MAX_BYTES // 2**20} MB. Record this prompt alone."
        )
    try:
        kind = sniff(audio)
    except NotAudio as error:
        raise ReadingRefused(str(error)) from error
    if kind.name not in MEDIA_TYPES:
        raise ReadingRefused(
            f"The recording is a {kind.name.upper()} file. The studio takes what browsers record: "
            "WebM, Ogg, MP4 or WAV."
        )
    return MEDIA_TYPES[kind.name]


@atomic_with_files()
def add_reading(
    *, prompt_id: int, text_digest: str, voice: Voice, by: User, token: uuid.UUID, audio: bytes
) -> Reading:
    """Take in a reading by the reader of ``voice``; a second call with ``token`` changes nothing.

    text_digest: of the text that the reader saw (:func:`digest_of`).
    It replaces an earlier take that nobody has accepted.

    Raises:
        ReadingRefused: the sound is nothing to keep, the prompt is not (or no longer) to be read,
            or a reading of it has been accepted.
    """
    media_type = media_type_of(audio)
    prompt = prompts_of(voice).select_for_update(of=("self",)).filter(pk=prompt_id).first()
    # Behind the lock: the same take may be sent twice at once.
    if (known := Reading.objects.filter(token=token).first()) is not None:
        if known.reader_id != by.pk:
            raise ReadingRefused("This recording’s token is another’s. Record it again.")
        return known
    if voice.reader_id != by.pk or not voice.is_current or prompt is None:
        raise ReadingRefused("This prompt is not, or no longer, yours to read.")
    if digest_of(prompt.text) != text_digest:
        raise ReadingRefused("The text of this prompt has changed. Read it as it stands now.")
    _replace(prompt, voice)
    reading = Reading(
        prompt=prompt,
        text=prompt.text,
        voice=voice,
        reader=by,
        token=token,
        media_type=media_type,
        digest=hashlib.sha256(audio).hexdigest(),
    )
    store(reading.audio, audio)
    reading.save()
    _check_after_commit()
    return reading


def _replace(prompt: Prompt, voice: Voice) -> None:
    """Let an open reading make room for a newer one."""
    older = Reading.objects.open().filter(prompt=prompt, voice=voice).select_for_update().first()
    if older is None:
        return
    if older.state == Reading.State.ACCEPTED:
        raise ReadingRefused("A reading of this prompt has been accepted. No other is needed.")
    Reading.objects.filter(pk=older.pk).update(state=Reading.State.REPLACED)


def _take_clip_away(reading: Reading) -> None:
    """Undo what acceptance has made. Raises ReadingRefused once it has been used."""
    clip = reading.clip
    Reading.objects.filter(pk=reading.pk).update(
        state=Reading.State.WAITING, clip=None, decided_by=None, decided_at=None
    )
    if clip is None:
        return
    if VersionPrompt.objects.filter(prompt=clip.prompt_id, version__frozen_at__isnull=False):
        raise ReadingRefused("A frozen version names this reading, so it stays as it is.")
    try:
        remove_clip(clip=clip)
    except ProtectedError as error:
        raise ReadingRefused(
            "Listeners have been asked about this reading, so it stays as it is."
        ) from error


def _check_after_commit() -> None:
    from corpus.tasks import check_waiting_readings  # noqa: PLC0415 - tasks import services

    transaction.on_commit(check_waiting_readings.delay)


def check(*, reading: Reading, recogniser: Recogniser | None = None) -> None:
    """Let a machine listen to a reading, which then goes on to a second person.

    Only one that could not become a clip goes back to its reader, with the reason.

    Raises:
        OperationalError, InterfaceError: the database does not answer; the reading is not to blame.
    """
    idle = Reading.objects.to_check().filter(pk=reading.pk)
    if not idle.update(attempts=F("attempts") + 1, check_begun_at=timezone.now()):
        return
    reading.refresh_from_db(fields=["attempts"])
    if reading.attempts > MOST_ATTEMPTS:
        # Its checks have ended a worker before.
        _store(reading, Checked(None, (UNCHECKED,)))
        return
    try:
        with reading.audio.open("rb") as file:
            audio = file.read()
        checked = check_reading(audio, reading.text, recogniser or PocketSphinx())
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        log.exception("Reading %s could not be checked", reading.pk)
        checked = Checked(None, (UNCHECKED,))
    _store(reading, checked)


def _store(reading: Reading, checked: Checked) -> None:
    why = next((each.sentence for each in checked.findings if each.severity == "error"), "")
    Reading.objects.filter(pk=reading.pk, state=Reading.State.CHECKING).update(
        state=Reading.State.UNUSABLE if why else Reading.State.WAITING,
        reason=why,
        duration=checked.duration,
        checks=[finding.as_json() for finding in checked.findings],
    )


@atomic_with_files()
def accept_reading(*, reading: Reading, by: User) -> Clip:
    """Make a reading by somebody else the clip of its voice; its bytes stay as they came.

    Raises:
        ReadingRefused: it is one's own, is no longer waiting, or its text has changed.
    """
    current = _waiting(reading, by)
    if current.text != current.prompt.text:
        raise ReadingRefused("The text has changed since it was read. Decline it with this reason.")
    with current.audio.open("rb") as file:
        audio = file.read()
    extension = current.media_type.removeprefix("audio/")
    try:
        clip = add_clip(
            prompt=current.prompt,
            voice=current.voice,
            audio=audio,
            name=f"{current.prompt.external_id}.{extension}",
        )
    except ClipRefused as error:
        raise ReadingRefused(str(error)) from error
    _decide(current, Reading.State.ACCEPTED, by, clip=clip)
    return clip


@transaction.atomic
def decline_reading(*, reading: Reading, by: User, reason: str) -> None:
    """Ask the reader for another take. Raises ReadingRefused without a reason, or as accepting."""
    if not reason.strip():
        raise ReadingRefused("Say what is wrong, so that the reader knows what to do better.")
    _decide(_waiting(reading, by), Reading.State.DECLINED, by, reason=reason.strip())


@transaction.atomic
def undo_decision(*, reading: Reading, by: User) -> None:
    """Take back one's own acceptance or refusal, with the clip that it made.

    Raises:
        ReadingRefused: it is not one's own decision, listeners have been asked about the clip, a
            frozen version names it, or a newer take has come.
    """
    current = Reading.objects.select_for_update().get(pk=reading.pk)
    if current.decided_by_id != by.pk:
        raise ReadingRefused("Only whoever decided can take the decision back.")
    if current.state == Reading.State.ACCEPTED:
        _take_clip_away(current)
        return
    newer = Reading.objects.open().filter(prompt=current.prompt_id, voice=current.voice_id)
    if current.state != Reading.State.DECLINED or newer.exists():
        raise ReadingRefused("A newer take has come since: decide on that one.")
    Reading.objects.filter(pk=current.pk).update(
        state=Reading.State.WAITING, decided_by=None, decided_at=None, reason=""
    )


def _waiting(reading: Reading, by: User) -> Reading:
    current = (
        Reading.objects.select_for_update(of=("self",))
        .select_related("prompt", "voice")
        .get(pk=reading.pk)
    )
    if current.reader_id == by.pk:
        raise ReadingRefused("This is your own reading. Somebody else decides on it.")
    if current.state != Reading.State.WAITING:
        raise ReadingRefused(
            f"Nothing was changed: this reading is {current.get_state_display().lower()}."
        )
    return current


def _decide(
    reading: Reading,
    state: Reading.State,
    by: User,
    *,
    clip: Clip | None = None,
    reason: str = "",
) -> None:
    Reading.objects.filter(pk=reading.pk).update(
        state=state, decided_by=by, decided_at=timezone.now(), clip=clip, reason=reason
    )


@transaction.atomic
def send_prompt_back(*, prompt_id: int, voice: Voice, by: User, reason: str) -> None:
    """A reader finds a prompt unnatural to say: it leaves the studio and goes back to curators.

    Raises:
        ReadingRefused: there is no reason, or the prompt is not theirs to read.
    """
    if not reason.strip():
        raise ReadingRefused("Say what makes it unnatural to say.")
    prompt = prompts_of(voice).select_for_update(of=("self",)).filter(pk=prompt_id).first()
    if voice.reader_id != by.pk or prompt is None:
        raise ReadingRefused("This prompt is not, or no longer, yours to read.")
    return_prompt(
        prompt=prompt, by=by, seen=prompt.revision, reason=f"Unnatural to say: {reason.strip()}"
    )
