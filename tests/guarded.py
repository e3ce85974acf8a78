"""A site with one of everything, in which private words occur nowhere else.

Whoever finds one of them in an answer has found a leak.
"""

from dataclasses import dataclass

import numpy as np
from django.contrib.auth.models import Permission, User
from django.core.files.base import ContentFile
from django.utils import timezone

from arena.models import Listener, Matchup, Side, Study, Vote
from arena.services import issue_matchup, open_study, record_vote
from arena.services.listening import Ballot
from arena.sessions import SESSION_KEY
from config.sessions import SessionStore
from corpus.audio.rendition import TARGET_LUFS
from corpus.models import (
    Clip,
    Corpus,
    Job,
    Prompt,
    PromptImport,
    Reading,
    Register,
    Synthesizer,
    System,
    UploadBatch,
    UploadedFile,
    Voice,
)
from corpus.roles import ANALYST, CURATOR, READ_TEXT, READER, REVIEWER
from corpus.services import freeze_version
from corpus.services.freezing import start_checking
from corpus.services.prompts import add_prompt, return_prompt
from corpus.services.uploads import begin_upload
from corpus.services.versions import draft_version
from evaluation.models import Measurement
from evaluation.reports.making import make_report
from ratings.models import Board, VotePlan
from ratings.plan_values import PlanValues
from ratings.services import refit_study
from ratings.services.plans import start_plan
from tests.corpus.audio.recordings import with_sndfile
from tests.corpus.curated import prompt_in, row, staged
from tests.people import account, signed_in
from tests.readings import make_reader, send_take
from tests.studies import make_system, seed_registers

TEXT, PASSAGE, TOPIC, REASON = "zyzzogeton", "flumadiddle", "xertz", "snollygoster"
STAGED, TO_READ, IDENTITY = "bumfuzzle", "quagswagging", "taradiddle"
SAYINGS = {TEXT, PASSAGE, TOPIC, REASON, STAGED, TO_READ}  # what read_text is needed for
PRIVATE = SAYINGS | {IDENTITY}
OUTSIDER, LISTENER, NOBODY, WARDEN = "outsider", "listener", "nobody", "warden"
HIDDEN = {
    OUTSIDER: PRIVATE,
    LISTENER: PRIVATE,
    NOBODY: PRIVATE,
    ANALYST: PRIVATE,
    READER: PRIVATE - {TO_READ},
    WARDEN: SAYINGS,
    REVIEWER: set(),
    CURATOR: set(),
}


@dataclass(frozen=True, slots=True)
class Guarded:
    """The rows to ask for. sessions: key of each person's session; sound: of every recording."""

    corpus: Corpus
    prompt: Prompt
    to_read: Prompt
    clip: Clip
    reading: Reading
    voice: Voice
    system: System
    staged: PromptImport
    upload: UploadBatch
    file: UploadedFile
    job: Job
    plan: VotePlan
    study: Study
    board: Board
    matchup: Matchup
    sessions: dict[str, str]
    sound: bytes


def guarded_site() -> Guarded:
    """One of everything."""
    seed_registers()
    people = {role: account(role) for role in (CURATOR, REVIEWER, ANALYST)}
    people |= {NOBODY: account(name=NOBODY), WARDEN: _warden()}
    corpus = Corpus.objects.create(slug="closed", title="Closed", target_size=4)
    prompt = _prompts(corpus, people[CURATOR], people[REVIEWER])
    aloud = Corpus.objects.create(slug="aloud", title="Aloud")
    to_read = _approved(prompt_in(aloud, None, f"{IDENTITY}-r", f"A {TO_READ}.", topic=TOPIC))
    voice = make_reader(aloud, name=READER)
    assert voice.reader is not None
    people[READER] = voice.reader
    sound = _sound()
    system = make_system("zorblat", "Zorblat", "", System.Kind.SYNTHETIC)
    Synthesizer.objects.create(system=system, kind="espeak-ng")
    make_system("human", "Human anchor", "", System.Kind.HUMAN)
    Voice.objects.create(system=voice.system, name="Milo", gender="male")
    clips = [_clip(one, each, sound) for one in corpus.prompts.all() for each in _speaking()]
    study, board, matchup, listener = _listened(corpus)
    upload, file = _upload(corpus, people[CURATOR], sound)
    _measured(clips, board)
    draft = draft_version(corpus=corpus)
    return Guarded(
        corpus=corpus,
        prompt=prompt,
        to_read=to_read,
        clip=clips[0],
        reading=_reading(voice, to_read, sound),
        voice=voice,
        system=system,
        staged=staged(corpus, people[CURATOR], [row(f"{IDENTITY}-i", f"A {STAGED}, um.")]),
        upload=upload,
        file=file,
        job=start_checking(draft=draft, by=people[CURATOR]),
        plan=start_plan(values=PlanValues(gaps=(150.0,), taste=80.0, runs=2, most=500, seed=1)),
        study=study,
        board=board,
        matchup=matchup,
        sessions={name: _session(one) for name, one in people.items()}
        | {LISTENER: _listening(listener)},
        sound=sound,
    )


def _warden() -> User:
    """An administrator's deputy, who may do everything but read private texts."""
    warden = User.objects.create_user(WARDEN, is_staff=True)
    label, _, codename = READ_TEXT.partition(".")
    warden.user_permissions.set(
        Permission.objects.exclude(content_type__app_label=label, codename=codename)
    )
    return warden


def _prompts(corpus: Corpus, author: User, reviewer: User) -> Prompt:
    """Approved prompts, one sent back, and one with an error that waits; returns the last."""
    registers = Register.objects.order_by("position")
    for number, register in enumerate(registers):
        prompt = prompt_in(
            corpus,
            author,
            f"{IDENTITY}-{number}",
            f"The {TEXT} number {'abc'[number]} is awake.",
            register=register.slug,
            topic=TOPIC,
            passage=f"It was {PASSAGE}, they said.",
        )
        _approved(prompt, reviewer)
    first = corpus.prompts.order_by("pk")[0]
    for name in ("s", "w"):
        waiting = add_prompt(
            corpus=corpus,
            by=author,
            external_id=f"{IDENTITY}-{name}",
            text=f"Some {TEXT} {name} left at 4:15 pm.",
            passage=PASSAGE,
            register=first.register,
            source=first.source,
            topic=TOPIC,
        )
        if name == "s":
            return_prompt(
                prompt=waiting, by=reviewer, seen=waiting.revision, reason=f"Say {REASON}."
            )
    return waiting


def _approved(prompt: Prompt, reviewer: User | None = None) -> Prompt:
    Prompt.objects.filter(pk=prompt.pk).update(
        state=Prompt.State.APPROVED, reviewer=reviewer, reviewed_at=timezone.now()
    )
    prompt.refresh_from_db()
    return prompt


def _speaking() -> list[Voice]:
    return list(Voice.objects.current())


def _sound() -> bytes:
    noise = np.random.default_rng(7).normal(0, 0.05, 12_000)
    return with_sndfile(noise, 24_000, "WAV", "PCM_16")


def _clip(prompt: Prompt, voice: Voice, sound: bytes) -> Clip:
    clip = Clip(
        prompt=prompt,
        voice=voice,
        state=Clip.State.READY,
        original_digest=f"{prompt.pk:032x}{voice.pk:032x}",
        rendition_digest="0" * 64,
        rendered_at=timezone.now(),
        target_lufs=TARGET_LUFS,
        duration=0.5,
    )
    clip.original.save("original", ContentFile(sound), save=False)
    clip.rendition.save("rendition", ContentFile(sound), save=False)
    clip.save()
    return clip


def _listened(corpus: Corpus) -> tuple[Study, Board, Matchup, Listener]:
    """A study of the second of two frozen versions, with a vote, a board and an open matchup."""
    approved = list(corpus.prompts.all().approved())
    freeze_version(corpus=corpus, prompts=approved[1:])
    version = freeze_version(corpus=corpus, prompts=approved)
    study = open_study(
        slug="light", title="Light", version=version, systems=list(System.objects.all())
    )
    listener = Listener.objects.create(consented_at=timezone.now())
    answered = issue_matchup(study=study, listener=listener)
    record_vote(matchup=answered, ballot=Ballot(Side.LEFT, {}))
    board = refit_study(study=study)[0]
    return study, board, issue_matchup(study=study, listener=listener), listener


def _measured(clips: list[Clip], board: Board) -> None:
    """A value of each clip, with what a recogniser heard, that disagrees with the vote."""
    vote = Vote.objects.get(study=board.study)
    Measurement.objects.bulk_create(
        Measurement(
            clip=clip,
            family="facts",
            metric="peak",
            version="1",
            rendition_digest=clip.rendition_digest,
            amount=0.25 if clip.voice.system_id == vote.left_system_id else 0.5,
            direction="neither",
            details={"heard": f"{TEXT} {PASSAGE}"},
        )
        for clip in clips
    )
    make_report(board=board)


def _reading(voice: Voice, prompt: Prompt, sound: bytes) -> Reading:
    reading = send_take(voice, prompt, sound)
    Reading.objects.filter(pk=reading.pk).update(state=Reading.State.WAITING)
    reading.refresh_from_db()
    return reading


def _upload(corpus: Corpus, by: User, sound: bytes) -> tuple[UploadBatch, UploadedFile]:
    batch = begin_upload(corpus=corpus, by=by)
    file = UploadedFile(batch=batch, path="a.wav", size=1, digest="0" * 64, duration=0.5)
    file.file.save("file", ContentFile(sound))
    return batch, file


def _session(user: User) -> str:
    return signed_in(user).cookies["sessionid"].value


def _listening(listener: Listener) -> str:
    session = SessionStore()
    session[SESSION_KEY] = listener.pk
    session.save()
    assert session.session_key is not None
    return session.session_key
