"""Looking at files that came: archives are unpacked, recordings are prepared in confinement."""

import logging
from typing import BinaryIO, cast

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from corpus.archives.bounds import BadArchive
from corpus.archives.unpacking import unpack
from corpus.audio.confined import prepare_confined
from corpus.audio.errors import AudioError
from corpus.confinement.confined import Failed
from corpus.jobs import JobError, JobRun, Report, job
from corpus.models import Job, UploadBatch, UploadedArchive, UploadedFile
from corpus.roles import CURATE
from corpus.services.jobs import start_job
from corpus.services.uploads.errors import UploadRefused, locked
from corpus.services.uploads.matching import settle
from corpus.services.uploads.removing import remove_file
from corpus.services.uploads.staging import stage_entry
from corpus.storage import STORAGE_TROUBLES

KIND = "uploads"
MOST_ATTEMPTS = 2
log = logging.getLogger(__name__)

AWAY = (
    "The storage of files cannot be reached. Nothing was lost and nothing more was done. Try "
    "again when it answers; the worker's log says more."
)
GONE = "The file is no longer in the storage. Send it once more."
KILLED = "Looking at this file ended the worker. Export it once more, best as WAV."
UNEXPECTED = (
    "Reading it failed in a way that nobody expected ({error}); the worker's log says more."
)


@transaction.atomic
def start_looking(*, batch: UploadBatch, by: User | None = None) -> UploadBatch:
    """Let a worker look at what has come, unless one does already.

    Raises:
        UploadRefused: the upload is closed.
    """
    current = locked(batch)
    if current.job is not None and current.job.is_open:
        return current
    former = current.job
    current.job = start_job(
        kind=KIND,
        title=f"Look at uploaded files: {current.corpus.title}",
        permission=CURATE,
        by=by,
        corpus=current.corpus,
        parameters={"batch": current.pk},
    )
    current.save(update_fields=["job"])
    if former is not None and former.state == Job.State.DONE:
        former.delete()  # files come in waves: one line of the list is enough
    return current


@job(KIND)
def look(run: JobRun) -> Report:
    """Unpack, then look at each file; files that come meanwhile are looked at too."""
    batch = UploadBatch.objects.select_related("corpus", "system").get(pk=run.parameters["batch"])
    try:
        while _unpack_next(batch, run) or _look_at_files(batch, run):
            pass
    except STORAGE_TROUBLES as error:
        log.exception("Upload %s: its files cannot be reached", batch.pk)
        raise JobError(AWAY) from error
    finally:
        _settle_if_open(batch)
    return _report(batch)


def _unpack_next(batch: UploadBatch, run: JobRun) -> bool:
    """Unpack an archive, if there is one."""
    archive = batch.archives.filter(is_unpacked=False).first()
    if archive is None:
        return False
    run.stage(f"Unpacking {archive.name}")
    try:
        _unpack(archive, run)
    except (BadArchive, UploadRefused) as error:
        archive.failure = str(error)
    except FileNotFoundError:
        archive.failure = GONE
    archive.is_unpacked = True
    archive.save(update_fields=["is_unpacked", "failure"])
    remove_file(archive)
    return True


def _unpack(archive: UploadedArchive, run: JobRun) -> None:
    with archive.file.open("rb") as opened:
        file = cast("BinaryIO", opened)
        start, spent = archive.next_position, archive.unpacked_bytes
        for entry in unpack(file, start=start, spent=spent):
            stage_entry(archive=archive, entry=entry)
            if entry.is_last:
                archive.failure = entry.refusal
            run.beat()


def _look_at_files(batch: UploadBatch, run: JobRun) -> bool:
    """Look at each file that nobody has looked at; whether there were any."""
    unseen = batch.files.filter(examined_at=None, failure="")
    count = unseen.count()
    run.stage("Looking at files")
    run.expect(count)
    # One that ended a worker comes last, so that it keeps no other waiting.
    while (row := unseen.order_by("attempts", "pk").first()) is not None:
        _look_at(row)
        run.advance()
    return bool(count)


def _look_at(row: UploadedFile) -> None:
    if row.attempts >= MOST_ATTEMPTS:
        _seen(row, failure=KILLED)
        return
    UploadedFile.objects.filter(pk=row.pk).update(attempts=F("attempts") + 1)
    try:
        with row.file.open("rb") as file:
            audio = file.read()
        prepared = prepare_confined(audio)
    except AudioError as error:
        _seen(row, failure=str(error))
    except FileNotFoundError:
        _seen(row, failure=GONE)
    except Failed as error:
        log.error("Uploaded file %s could not be read:\n%s", row.pk, error.trace)  # noqa: TRY400
        _seen(row, failure=UNEXPECTED.format(error=error.name))
    except STORAGE_TROUBLES:
        UploadedFile.objects.filter(pk=row.pk).update(attempts=F("attempts") - 1)
        raise
    else:
        _seen(row, duration=prepared.duration)


def _seen(row: UploadedFile, *, failure: str = "", duration: float | None = None) -> None:
    """Keep what was found; bytes that cannot be a clip are not kept."""
    row.examined_at, row.failure, row.duration = timezone.now(), failure, duration
    if failure:
        row.outcome = UploadedFile.Outcome.UNREADABLE
    row.save(update_fields=["examined_at", "failure", "duration", "outcome"])
    if failure:
        remove_file(row)


@transaction.atomic
def _settle_if_open(batch: UploadBatch) -> None:
    try:
        current = locked(batch)
    except UploadRefused:
        return
    settle(current)


def _report(batch: UploadBatch) -> Report:
    outcomes = UploadedFile.Outcome
    ready = batch.files.filter(outcome__in=UploadedFile.TO_STORE).count()
    amiss = batch.files.filter(outcome__in=UploadedFile.TO_MEND).count()
    same = batch.files.filter(outcome=outcomes.SAME).count()
    summary = f"{ready:,} {'file' if ready == 1 else 'files'} can become clips"
    if same:
        summary += f", {same:,} are there already"
    if amiss:
        summary += f", {amiss:,} {'needs' if amiss == 1 else 'need'} a look"
    return Report(f"{summary}. Nothing is stored before you confirm.", {"batch": batch.pk})
