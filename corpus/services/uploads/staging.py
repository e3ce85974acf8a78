"""Taking files in, as they come: nothing is decoded here."""

import hashlib
from typing import BinaryIO, cast

from django.contrib.auth.models import User
from django.core.files.base import ContentFile, File
from django.db import IntegrityError, transaction
from django.db.models import Sum
from django.utils import timezone

from corpus.archives.names import harm_in
from corpus.archives.unpacking import SNIFFED, Entry, is_archive
from corpus.audio.decoding import MAX_BYTES
from corpus.audio.errors import NotAudio
from corpus.audio.sniffing import sniff
from corpus.models import Corpus, CorpusVersion, System, UploadBatch, UploadedArchive, UploadedFile
from corpus.services.uploads.errors import UploadRefused, check_version, locked

MAX_ARCHIVE_BYTES = 2 * 2**30
MAX_FILES = 20_000
MAX_BATCH_BYTES = 16 * 2**30
CHUNK = 1 << 20
LONGEST_PATH = 400

Received = UploadedFile | UploadedArchive


@transaction.atomic
def begin_upload(
    *,
    corpus: Corpus,
    by: User | None,
    system: System | None = None,
    gender: str = "",
    version: CorpusVersion | None = None,
) -> UploadBatch:
    """Open an upload.

    system and gender: whose clips they are where names do not say it; version: the frozen one whose
    wordings they speak; none: the prompts that stand.

    Raises:
        UploadRefused: the version is a draft, or of another corpus.
    """
    check_version(corpus, version)
    return UploadBatch.objects.create(
        corpus=corpus, by=by, system=system, gender=gender, version=version
    )


def receive(*, batch: UploadBatch, path: str, file: File[bytes]) -> Received:
    """Take one file in; a zip waits to be unpacked, anything that is no recording is not kept.

    The kind of file is told by its content. The same file under the same path is taken once.

    Raises:
        UploadRefused: the batch is closed or full, or an archive is too large.
    """
    start = file.read(SNIFFED)
    digest = _digest(file)
    path = path[-LONGEST_PATH:]
    if is_archive(start):
        return _receive_archive(batch, path, file, digest)
    known = batch.files.filter(path=path, digest=digest).first()
    if known is not None:
        return known
    failure = _refusal(path, start, file.size)
    file.seek(0)
    return _staged(batch, path=path, size=file.size, digest=digest, failure=failure, content=file)


def stage_entry(*, archive: UploadedArchive, entry: Entry) -> None:
    """Take in one file of an archive, and note how far the archive is unpacked."""
    audio = entry.audio or b""
    digest = hashlib.sha256(audio or entry.path.encode() + str(entry.position).encode()).hexdigest()
    path = entry.path[-LONGEST_PATH:]
    with transaction.atomic():
        if not archive.batch.files.filter(path=path, digest=digest).exists():
            _staged(
                archive.batch,
                path=path,
                size=len(audio),
                digest=digest,
                failure=entry.refusal,
                content=ContentFile(audio),
                archive=archive,
            )
        archive.next_position = entry.position + 1
        archive.unpacked_bytes += len(audio)
        archive.save(update_fields=["next_position", "unpacked_bytes"])


def _receive_archive(
    batch: UploadBatch, name: str, file: File[bytes], digest: str
) -> UploadedArchive:
    known = batch.archives.filter(digest=digest).first()
    if known is not None:
        return known
    if file.size > MAX_ARCHIVE_BYTES:
        raise UploadRefused(
            f"The archive is larger than {MAX_ARCHIVE_BYTES // 2**30} GB. Send it in parts."
        )
    file.seek(0)
    archive = UploadedArchive(batch=batch, name=name[-255:], size=file.size, digest=digest)
    archive.file.save("archive", file, save=False)
    try:
        with transaction.atomic():
            _touch(batch, file.size)
            archive.save()
    except IntegrityError:
        # Sent twice at once: the first one stands.
        archive.file.storage.delete(str(archive.file.name))
        return batch.archives.get(digest=digest)
    except UploadRefused:
        archive.file.storage.delete(str(archive.file.name))
        raise
    return archive


def _staged(
    batch: UploadBatch,
    *,
    path: str,
    size: int,
    digest: str,
    failure: str,
    content: File[bytes],
    archive: UploadedArchive | None = None,
) -> UploadedFile:
    row = UploadedFile(
        batch=batch, archive=archive, path=path, size=size, digest=digest, failure=failure
    )
    if failure:
        row.examined_at, row.outcome = timezone.now(), UploadedFile.Outcome.UNREADABLE
    else:
        row.file.save("staged", content, save=False)
    try:
        with transaction.atomic():
            _touch(batch, size)
            row.save()
    except (IntegrityError, UploadRefused) as error:
        if row.file:
            row.file.storage.delete(str(row.file.name))
        if isinstance(error, UploadRefused):
            raise
        return batch.files.get(path=path, digest=digest)
    return row


def _touch(batch: UploadBatch, size: int) -> None:
    """Note that something came; raise UploadRefused if the batch is closed or full."""
    current = locked(batch)
    held = current.files.aggregate(size=Sum("size"))["size"] or 0
    if held + size > MAX_BATCH_BYTES or current.files.count() >= MAX_FILES:
        raise UploadRefused(
            f"This upload is full: at most {MAX_FILES:,} files and {MAX_BATCH_BYTES // 2**30} GB "
            "are taken at once. Store what is here, then begin another one."
        )
    current.touched_at = timezone.now()
    current.save(update_fields=["touched_at"])


def _refusal(path: str, start: bytes, size: int) -> str:
    if size > MAX_BYTES:
        return (
            f"It is {size / 2**20:.0f} MB large; at most {MAX_BYTES // 2**20} MB are taken. Send "
            "one prompt per file, as FLAC or 16 bit WAV."
        )
    if harm := harm_in(path):
        return harm
    try:
        sniff(start)
    except NotAudio as error:
        return str(error)
    return ""


def _digest(file: File[bytes]) -> str:
    file.seek(0)
    digest = hashlib.sha256()
    for chunk in iter(lambda: cast("BinaryIO", file).read(CHUNK), b""):
        digest.update(chunk)
    return digest.hexdigest()
