"""Ending uploads, and removing their staged files: stored, discarded, or forgotten."""

from django.db import transaction
from django.utils import timezone

from corpus.models import UploadBatch, UploadedArchive, UploadedFile
from corpus.services.jobs import cancel_job
from corpus.services.uploads.errors import locked

State = UploadBatch.State
SWEPT = 1_000  # files at once


@transaction.atomic
def discard_upload(*, batch: UploadBatch) -> UploadBatch:
    """Drop what is not stored yet. Raises UploadRefused if the upload is closed."""
    current = locked(batch, State.OPEN, State.STORING)
    return close(current, State.DISCARDED)


def close(batch: UploadBatch, state: UploadBatch.State) -> UploadBatch:
    """End an upload, whose lock the caller holds; a worker then removes its staged files."""
    from corpus.tasks import sweep_uploads  # noqa: PLC0415 - tasks import services

    batch.state, batch.closed_at = state, timezone.now()
    batch.save(update_fields=["state", "closed_at"])
    if state != State.DONE and batch.job is not None and batch.job.is_open:
        cancel_job(job=batch.job)
    transaction.on_commit(sweep_uploads.delay)
    return batch


def close_forgotten() -> int:
    """Drop uploads that nobody has touched for a week. Returns how many."""
    closed = 0
    for batch in UploadBatch.objects.forgotten():
        with transaction.atomic():
            still = UploadBatch.objects.forgotten().select_for_update().filter(pk=batch.pk).first()
            if still is not None:
                close(still, State.EXPIRED)
                closed += 1
    return closed


def remove_staged_files() -> int:
    """Remove files of uploads that have ended, some at a time. Returns how many.

    What is left to remove is read from the database, so that a worker that died leaves nothing.
    """
    ended = UploadBatch.objects.exclude(pk__in=UploadBatch.objects.open().values("pk"))
    rows: list[UploadedFile | UploadedArchive] = [
        *UploadedFile.objects.filter(batch__in=ended).exclude(file="")[:SWEPT],
        *UploadedArchive.objects.filter(batch__in=ended).exclude(file="")[:SWEPT],
    ]
    for row in rows:
        remove_file(row)
    return len(rows)


def remove_file(row: UploadedFile | UploadedArchive) -> None:
    """Remove the staged file of a row."""
    if row.file:
        row.file.storage.delete(str(row.file.name))
    row.file.name = ""
    row.save(update_fields=["file"])
