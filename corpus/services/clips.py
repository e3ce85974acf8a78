"""Taking clips in and rendering them."""

import hashlib
import logging
import math

from django.core.files.base import ContentFile
from django.db import IntegrityError, InterfaceError, OperationalError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from corpus.audio.confined import prepare_confined
from corpus.audio.errors import AudioError
from corpus.audio.rendition import Prepared, Rendition, attainable_loudness, render
from corpus.confinement.confined import Failed
from corpus.models import Clip, Corpus, Prompt, System, Voice
from corpus.models.clips import rendition_key
from corpus.storage import STORAGE_TROUBLES, atomic_with_files, store

log = logging.getLogger(__name__)

JUDGED = (
    "Listeners have judged this clip, so its recording stays: their votes are about that one. Swap "
    "the voice for a new one, or supersede the prompt, and send the recording for that."
)
RETIRED = (
    "This voice was swapped for another one meanwhile, so nothing new is recorded for it. Send the "
    "recording for the voice that took its place, if it is that one's."
)
MISSING = (
    "The original recording is missing from the storage. Restore it from the backup and render the "
    "clip again, or send the recording once more."
)
UNEXPECTED = (
    "Rendering failed in a way that nobody expected ({error}); the worker's log says more. Export "
    "the recording once more, best as WAV."
)
KILLED = (
    "Rendering this clip was begun {attempts} times and never came to an end, so it is left alone "
    "now. Export the recording once more, best as WAV, or render the clip again."
)
MOST_ATTEMPTS = 3

# Targets move in whole steps, so that a pool settles after few renderings.
TARGET_STEP_LU = 0.5
# What rendering writes; the rest of a clip belongs to whoever sends originals.
RENDERED = (
    *("state", "failure", "rendition", "rendition_digest", "rendered_at", "target_lufs"),
    *("duration", "loudness", "true_peak", "bandwidth", "attempts", "rendering_since"),
)


class ClipRefused(ValueError):  # noqa: N818 - the name says what is wrong
    """A recording cannot become this clip; the sentence says why and what to do."""


class VoiceRetired(ClipRefused):
    """The voice was swapped, and takes no further recording."""


class RecordingStays(ClipRefused):
    """A clip keeps the recording that listeners have judged; the sentence says what to do."""


@atomic_with_files()
def add_clip(
    *,
    prompt: Prompt,
    voice: Voice,
    audio: bytes,
    name: str = "",
    container_hint: str = "",
    generation_seconds: float | None = None,
) -> Clip:
    """Store an original, untouched, and leave its rendition to a task.

    A clip whose original is the same already is left as it is; another original replaces it.

    Raises:
        RecordingStays: listeners have judged the clip that it would replace.
        VoiceRetired: the voice was swapped.
    """
    digest = hashlib.sha256(audio).hexdigest()
    clip = Clip.objects.select_for_update().filter(prompt=prompt, voice=voice).first()
    if clip is not None and clip.original_digest == digest:
        return clip
    clip = clip or Clip(prompt=prompt, voice=voice)
    replaced = [str(file.name) for file in (clip.original, clip.rendition) if file]
    clip.original_name = name[:255]
    clip.original_digest = digest
    clip.container_hint = container_hint
    clip.generation_seconds = generation_seconds
    clip.state, clip.failure = Clip.State.PENDING, ""
    clip.attempts, clip.rendering_since = 0, None
    # Whoever was to hear the former recording is asked about another pair.
    clip.rendition.name, clip.rendition_digest = "", ""
    store(clip.original, audio)
    _save(clip)
    for key in replaced:
        _delete_after_commit(clip, key)
    _pool_changed(prompt.corpus_id)
    return clip


def _save(clip: Clip) -> None:
    """Save a clip with a new original, unless the database keeps the one that it has."""
    stands = clip.pk is not None
    try:
        with transaction.atomic():
            clip.save()
    except IntegrityError as error:
        if not Voice.objects.current().filter(pk=clip.voice_id).exists():
            raise VoiceRetired(RETIRED) from error
        if stands:
            raise RecordingStays(JUDGED) from error
        raise


def render_clip(*, clip: Clip) -> Clip:
    """Make the blind rendition of a clip, or mark it failed with a sentence for a curator.

    Where the clip cannot reach the corpus's loudness, the target of the whole corpus is lowered;
    its other clips then wait for a new rendition (``Clip.objects.to_render()``). A clip whose
    original is replaced meanwhile goes on waiting.
    """
    try:
        prepared = _prepare(clip)
    except AudioError as error:
        return _mark_failed(clip, str(error))
    except FileNotFoundError:
        return _mark_failed(clip, MISSING)
    target = settle_target(corpus=clip.prompt.corpus, attainable=attainable_loudness(prepared))
    return _store(clip, render(prepared, target), target)


def render_whatever_comes(*, clip: Clip) -> Clip:
    """Render a clip unless another worker is at it; what goes wrong with it fails it alone.

    A clip whose rendering ended the worker several times is given up, so that it cannot keep
    others from theirs. One whose files cannot be reached goes on waiting.

    Raises:
        OperationalError, InterfaceError: the database does not answer; the clip is not to blame.
    """
    if not _claimed(clip):
        return clip
    if clip.attempts > MOST_ATTEMPTS:
        return _mark_failed(clip, KILLED.format(attempts=MOST_ATTEMPTS))
    try:
        return render_clip(clip=clip)
    except (OperationalError, InterfaceError):
        raise
    except Failed as error:
        log.error("Clip %s could not be prepared:\n%s", clip.pk, error.trace)  # noqa: TRY400
        return _mark_failed(clip, UNEXPECTED.format(error=error.name))
    except STORAGE_TROUBLES:
        log.exception("Clip %s waits: its files cannot be reached", clip.pk)
        _released(clip)
        return clip
    except Exception as error:
        log.exception("Clip %s could not be rendered", clip.pk)
        return _mark_failed(clip, UNEXPECTED.format(error=type(error).__name__))


@transaction.atomic
def settle_target(*, corpus: Corpus, attainable: float) -> float:
    """The corpus's loudness target in LUFS, lowered first if ``attainable`` is below it."""
    locked = Corpus.objects.select_for_update().get(pk=corpus.pk)
    if attainable < locked.target_lufs:
        locked.target_lufs = math.floor(attainable / TARGET_STEP_LU) * TARGET_STEP_LU
        locked.pool_revision = F("pool_revision") + 1
        locked.save(update_fields=["target_lufs", "pool_revision"])
    return locked.target_lufs


@transaction.atomic
def render_again(*, clips: QuerySet[Clip]) -> int:
    """Let clips wait for a new rendition; until then they are not issued. Returns how many."""
    corpora = list(clips.order_by().values_list("prompt__corpus", flat=True).distinct())
    # In the order in which a vote locks its two clips, so that neither waits for the other.
    ordered = Clip.objects.filter(pk__in=clips.order_by().values("pk")).order_by("pk")
    list(ordered.select_for_update().values_list("pk", flat=True))
    waiting = clips.update(state=Clip.State.PENDING, failure="", attempts=0, rendering_since=None)
    for corpus in corpora:
        _pool_changed(corpus)
    return waiting


@transaction.atomic
def remove_clip(*, clip: Clip) -> None:
    """Take a clip away that nobody has been asked about.

    Raises:
        ProtectedError: it has been issued to listeners.
    """
    keys = [file.name for file in (clip.original, clip.rendition) if file]
    corpus_id = clip.prompt.corpus_id
    clip.delete()
    for key in keys:
        _delete_after_commit(clip, str(key))
    _pool_changed(corpus_id)


def voices_changed(*, system: System) -> None:
    """Voices of ``system`` came or went: every pool with clips of it is enumerated anew."""
    corpora = Corpus.objects.filter(prompts__clips__voice__system=system)
    Corpus.objects.filter(pk__in=corpora.values("pk")).update(pool_revision=F("pool_revision") + 1)


def _claimed(clip: Clip) -> bool:
    """Whether the clip is this worker's now; ``clip.attempts`` then counts this one too."""
    waiting = Clip.objects.to_render().idle().filter(pk=clip.pk)
    claimed = waiting.update(attempts=F("attempts") + 1, rendering_since=timezone.now())
    if claimed:
        clip.refresh_from_db(fields=["attempts", "rendering_since"])
    return bool(claimed)


def _released(clip: Clip) -> None:
    Clip.objects.filter(pk=clip.pk).update(attempts=clip.attempts - 1, rendering_since=None)


def _prepare(clip: Clip) -> Prepared:
    with clip.original.open("rb") as file:
        audio = file.read()
    return prepare_confined(audio, container=clip.container_hint or None)


def _store(clip: Clip, rendition: Rendition, target: float) -> Clip:
    """Keep a rendition, or drop it if another original has come meanwhile."""
    storage = clip.rendition.storage
    # Before the transaction: a storage across the network would hold up every writer.
    key = storage.save(rendition_key(clip, ""), ContentFile(rendition.wav))
    try:
        stored = _keep(clip, rendition, target, key)
    except BaseException:
        storage.delete(key)
        raise
    if stored is None:
        storage.delete(key)
        return clip
    return stored


@transaction.atomic
def _keep(clip: Clip, rendition: Rendition, target: float, key: str) -> Clip | None:
    current = _unless_replaced(clip)
    if current is None:
        return None
    replaced = current.rendition.name
    current.rendition.name = key
    current.rendition_digest = rendition.digest
    current.rendered_at = timezone.now()
    current.target_lufs = target
    current.duration = rendition.duration
    current.loudness = rendition.loudness
    current.true_peak = rendition.true_peak
    current.bandwidth = rendition.bandwidth
    current.state, current.failure = Clip.State.READY, ""
    current.attempts, current.rendering_since = 0, None
    current.save(update_fields=RENDERED)
    _pool_changed(clip.prompt.corpus_id)
    if replaced:
        _delete_after_commit(current, replaced)
    return current


@transaction.atomic
def _mark_failed(clip: Clip, reason: str) -> Clip:
    current = _unless_replaced(clip)
    if current is None:
        return clip
    current.state, current.failure = Clip.State.FAILED, reason
    current.attempts, current.rendering_since = 0, None
    current.save(update_fields=["state", "failure", "attempts", "rendering_since"])
    _pool_changed(clip.prompt.corpus_id)
    return current


def _unless_replaced(clip: Clip) -> Clip | None:
    """The clip as it stands now, locked; ``None`` if another original has come meanwhile."""
    same = Clip.objects.filter(pk=clip.pk, original_digest=clip.original_digest)
    return same.select_for_update().first()


def _pool_changed(corpus_id: int) -> None:
    Corpus.objects.filter(pk=corpus_id).update(pool_revision=F("pool_revision") + 1)


def _delete_after_commit(clip: Clip, key: str) -> None:
    storage = clip.original.storage
    transaction.on_commit(lambda: storage.delete(key))
