"""Which clip each file is to be, and what would become of it."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.db import transaction

from corpus.models import Clip, CorpusVersion, System, UploadBatch, UploadedFile, Voice
from corpus.services.uploads.errors import UploadRefused, check_version, locked
from corpus.uploads.naming import Choice, Match, Naming, Speaker

Outcome = UploadedFile.Outcome
Place = tuple[int, int]  # prompt and voice
ACCEPTED = (
    "A reading from the studio, accepted by a second person, stands here and is not replaced by a "
    "file. Leave this one out."
)
_SETTLED = ("prompt", "voice", "problem", "outcome")


@dataclass(frozen=True)
class Scene:
    """What a batch is matched against: its prompts, all current voices, the corpus's clips."""

    batch: UploadBatch

    @cached_property
    def prompts(self) -> dict[str, int]:
        """Prompts that stand, or that the batch's version holds, by external id."""
        return dict(self.batch.prompts.values_list("external_id", "pk"))

    @cached_property
    def prompt_keys(self) -> frozenset[int]:
        """Their primary keys."""
        return frozenset(self.prompts.values())

    @cached_property
    def voices(self) -> dict[int, Voice]:
        """Voices that speak today."""
        current = Voice.objects.filter(is_current=True).select_related("system")
        return {voice.pk: voice for voice in current}

    @cached_property
    def naming(self) -> Naming:
        """The rule, with the batch's choice."""
        system = self.batch.system.slug if self.batch.system else ""
        speakers = [
            Speaker(pk, voice.system.slug, voice.system.name, voice.name, voice.gender)
            for pk, voice in self.voices.items()
        ]
        return Naming(self.prompts, speakers, Choice(system, self.batch.gender))

    def accepted_readings(self) -> set[Place]:
        """Places of clips that came from the studio."""
        read = Clip.objects.filter(prompt__corpus=self.batch.corpus, reading__isnull=False)
        return set(read.values_list("prompt_id", "voice_id"))

    def clips(self, voices: Iterable[int]) -> dict[Place, str]:
        """Digest of the original of each clip that these voices have, by place."""
        theirs = Clip.objects.filter(prompt__corpus=self.batch.corpus, voice__in=list(voices))
        return {
            (prompt, voice): digest
            for prompt, voice, digest in theirs.values_list(
                "prompt_id", "voice_id", "original_digest"
            )
        }


def settle(batch: UploadBatch) -> None:
    """Match every file of an open batch anew; the caller holds its lock."""
    scene = Scene(batch)
    rows = list(batch.files.exclude(outcome=Outcome.STORED).order_by("pk"))
    before = [_facts(row) for row in rows]
    for row in rows:
        _match(row, scene)
    clips = scene.clips({row.voice_id for row in rows if row.voice_id})
    wanted = Counter(_place(row) for row in rows if _is_candidate(row))
    read = scene.accepted_readings()
    for row in rows:
        row.outcome = _outcome(row, wanted, clips)
        if row.outcome == Outcome.REPLACES and _place(row) in read:
            row.outcome, row.problem = Outcome.UNMATCHED, ACCEPTED
        if row.outcome == Outcome.DUPLICATE:
            row.problem = "Several files are meant for this clip. Leave out all but one."
    changed = [row for row, facts in zip(rows, before, strict=True) if _facts(row) != facts]
    UploadedFile.objects.bulk_update(changed, _SETTLED, batch_size=500)


@transaction.atomic
def match_anew(
    *,
    batch: UploadBatch,
    system: System | None = None,
    gender: str = "",
    version: CorpusVersion | None = None,
) -> UploadBatch:
    """Change what fills in where names do not say it, and whose wordings the files speak.

    Raises:
        UploadRefused: it is closed, or the version is a draft or of another corpus.
    """
    current = locked(batch)
    check_version(current.corpus, version)
    current.system, current.gender, current.version = system, gender, version
    current.save(update_fields=["system", "gender", "version"])
    settle(current)
    return current


@transaction.atomic
def pick(*, row: UploadedFile, external_id: str, voice: int | None) -> UploadedFile:
    """Say by hand which clip a file is to be.

    Raises:
        UploadRefused: there is no such prompt or voice, or the upload is closed.
    """
    batch = locked(row.batch)
    scene = Scene(batch)
    wanted = external_id.strip()
    prompt = wanted if wanted in scene.prompts else scene.naming.match(wanted).prompt
    if prompt is None:
        raise UploadRefused(
            f"{row.path}: no prompt of {_named(batch)} is called “{wanted}”. Look its "
            "external id up in the list of prompts."
        )
    if voice not in scene.voices:
        raise UploadRefused(f"{row.path}: choose the voice that speaks.")
    UploadedFile.objects.filter(pk=row.pk, batch=batch).exclude(outcome=Outcome.STORED).update(
        prompt=scene.prompts[prompt], voice=voice, is_picked=True, is_left_out=False
    )
    settle(batch)
    return UploadedFile.objects.get(pk=row.pk)


def leave_out(*, row: UploadedFile) -> UploadedFile:
    """Let a file not become a clip. Raises UploadRefused if the upload is closed."""
    return _include(row, is_left_out=True)


def take_in_again(*, row: UploadedFile) -> UploadedFile:
    """Undo :func:`leave_out`. Raises UploadRefused if the upload is closed."""
    return _include(row, is_left_out=False)


@transaction.atomic
def _include(row: UploadedFile, *, is_left_out: bool) -> UploadedFile:
    batch = locked(row.batch)
    UploadedFile.objects.filter(pk=row.pk).update(is_left_out=is_left_out)
    settle(batch)
    return UploadedFile.objects.get(pk=row.pk)


def _named(batch: UploadBatch) -> str:
    return f"version {batch.version.number}" if batch.version else "this corpus"


def _match(row: UploadedFile, scene: Scene) -> None:
    if row.is_picked and row.voice_id in scene.voices and row.prompt_id in scene.prompt_keys:
        row.problem = ""
        return
    match: Match = scene.naming.match(row.path)
    row.prompt_id = scene.prompts[match.prompt] if match.prompt is not None else None
    row.voice_id = match.voice
    row.problem = match.problem


def _is_candidate(row: UploadedFile) -> bool:
    """Whether it could become a clip, as far as the file itself and its name are concerned."""
    return not (row.failure or row.is_left_out or row.problem)


def _outcome(row: UploadedFile, wanted: Counter[Place], clips: dict[Place, str]) -> Outcome:
    place = _place(row)
    if barred := _barred(row):
        return barred
    if wanted[place] > 1:
        return Outcome.DUPLICATE
    if place not in clips:
        return Outcome.NEW
    return Outcome.SAME if clips[place] == row.digest else Outcome.REPLACES


def _barred(row: UploadedFile) -> Outcome | None:
    """What keeps a file from becoming any clip, the first reason first."""
    if row.is_left_out:
        return Outcome.LEFT_OUT
    if row.failure:
        return Outcome.UNREADABLE
    if row.examined_at is None:
        return Outcome.WAITING
    return Outcome.UNMATCHED if row.problem else None


def _place(row: UploadedFile) -> Place:
    return row.prompt_id or 0, row.voice_id or 0


def _facts(row: UploadedFile) -> tuple[object, ...]:
    return row.prompt_id, row.voice_id, row.problem, row.outcome
