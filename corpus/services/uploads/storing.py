"""Storing confirmed files as clips, one transaction each."""

import logging

from django.contrib.auth.models import User
from django.db import transaction

from corpus.jobs import JobError, JobRun, Report, job
from corpus.models import Clip, System, UploadBatch, UploadedFile
from corpus.roles import CURATE, REVIEW
from corpus.services.clips import ClipRefused, add_clip
from corpus.services.jobs import start_job
from corpus.services.uploads.errors import UploadRefused, locked
from corpus.services.uploads.looking import AWAY, GONE
from corpus.services.uploads.matching import ACCEPTED, settle
from corpus.services.uploads.removing import close
from corpus.storage import STORAGE_TROUBLES, atomic_with_files

KIND = "store-uploads"
State = UploadBatch.State
Outcome = UploadedFile.Outcome
log = logging.getLogger(__name__)

LOST = "Its prompt or its voice has gone since this was confirmed. Send it once more."


@transaction.atomic
def confirm_upload(*, batch: UploadBatch, by: User | None = None) -> UploadBatch:
    """Let a worker store what can become clips; go on with it where it was interrupted.

    by: who confirms it; nobody: a program, which no second person needs to confirm.

    Raises:
        UploadRefused: files still wait to be looked at, none can be stored, it is closed, or
            another person has to confirm it (:func:`why_another_confirms`).
    """
    current = locked(batch, State.OPEN, State.STORING)
    if current.job is not None and current.job.is_open:
        raise UploadRefused("A worker is at it. Wait until it has ended.")
    if current.state == State.OPEN:
        _check(current)
        if by is not None and (why := why_another_confirms(current, by)):
            raise UploadRefused(why)
        current.state = State.STORING
    current.job = start_job(
        kind=KIND,
        title=f"Store uploaded clips: {current.corpus.title}",
        permission=CURATE,
        by=by,
        corpus=current.corpus,
        parameters={"batch": current.pk},
    )
    current.save(update_fields=["state", "job"])
    return current


def _check(batch: UploadBatch) -> None:
    settle(batch)
    waiting = batch.files.filter(outcome=Outcome.WAITING).count()
    if waiting or batch.archives.filter(is_unpacked=False).exists():
        raise UploadRefused("Some files still wait to be looked at. Nothing was stored.")
    if not batch.files.filter(outcome__in=UploadedFile.TO_STORE).exists():
        raise UploadRefused("None of these files can become a clip. Nothing was stored.")


def why_another_confirms(batch: UploadBatch, by: User) -> str:
    """Why this person may not confirm readings of the human anchor; empty: they may.

    The anchor counts for freezing, so a second person accepts it, as in the studio: a reviewer who
    neither sent the files nor reads them.
    """
    readings = batch.files.filter(
        outcome__in=UploadedFile.TO_STORE, voice__system__kind=System.Kind.HUMAN
    )
    if not readings.exists():
        return ""
    is_own = batch.by_id == by.pk or readings.filter(voice__reader=by).exists()
    if by.has_perm(REVIEW) and not is_own:
        return ""
    return (
        "Readings of the human anchor are among these files. A second person has to store them: a "
        "curator who is a reviewer too, did not begin this upload, and is not their reader. Or "
        "leave the readings out."
    )


@job(KIND)
def store(run: JobRun) -> Report:
    """Store each file that is left, then close the upload."""
    batch = UploadBatch.objects.select_related("corpus").get(pk=run.parameters["batch"])
    left = batch.files.filter(outcome__in=UploadedFile.TO_STORE)
    run.expect(left.count())
    try:
        while (row := left.select_related("prompt", "voice").order_by("pk").first()) is not None:
            _store(row)
            run.advance()
    except STORAGE_TROUBLES as error:
        log.exception("Upload %s: its files cannot be reached", batch.pk)
        raise JobError(AWAY) from error
    _close(batch)
    return _report(batch)


@atomic_with_files()
def _store(row: UploadedFile) -> None:
    """Make one clip, unless its prompt or voice has gone or a recording is there to stay."""
    prompt, voice = row.prompt, row.voice
    if prompt is None or voice is None or not (prompt.takes_clips and voice.is_current):
        _give_up(row, LOST)
        return
    try:
        with row.file.open("rb") as file:
            audio = file.read()
    except FileNotFoundError:
        _give_up(row, GONE)
        return
    standing = Clip.objects.filter(prompt=prompt, voice=voice)
    if standing.filter(reading__isnull=False).exists():
        _give_up(row, ACCEPTED)
        return
    replaced = standing.exists()
    try:
        row.clip = add_clip(prompt=prompt, voice=voice, audio=audio, name=row.path[-255:])
    except ClipRefused as error:
        _give_up(row, str(error))
        return
    row.outcome, row.replaced = Outcome.STORED, replaced
    row.save(update_fields=["clip", "outcome", "replaced"])


def _give_up(row: UploadedFile, why: str) -> None:
    row.outcome, row.failure = Outcome.UNREADABLE, why
    row.save(update_fields=["outcome", "failure"])


@transaction.atomic
def _close(batch: UploadBatch) -> None:
    from corpus.tasks import render_waiting_clips  # noqa: PLC0415 - tasks import services

    try:
        current = locked(batch, State.STORING)
    except UploadRefused as error:
        raise JobError(str(error)) from error
    close(current, State.DONE)
    transaction.on_commit(render_waiting_clips.delay)


def _report(batch: UploadBatch) -> Report:
    stored = batch.files.filter(outcome=Outcome.STORED)
    count, replaced = stored.count(), stored.filter(replaced=True).count()
    summary = f"{count:,} {'clip is' if count == 1 else 'clips are'} stored and will be rendered"
    if replaced:
        summary += f"; {replaced:,} took the place of an earlier one"
    rest = batch.files.exclude(outcome__in=[Outcome.STORED, Outcome.SAME]).count()
    if rest:
        summary += f"; {rest:,} {'file was' if rest == 1 else 'files were'} not stored"
    details = {"batch": batch.pk, "stored": count, "replaced": replaced, "left": rest}
    return Report(f"{summary}.", details)
