"""What can go wrong between the site and the place where its files lie."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar

from botocore.exceptions import BotoCoreError, ClientError
from django.core.files.base import ContentFile
from django.db import transaction
from django.db.models.fields.files import FieldFile

# None of these is the fault of a file: the same call may succeed a minute later. FileNotFoundError,
# which is one of them, says that a file is gone: handle it first.
STORAGE_TROUBLES = (OSError, BotoCoreError, ClientError)

_stored: ContextVar[list[FieldFile] | None] = ContextVar("stored", default=None)


@contextmanager
def atomic_with_files() -> Iterator[None]:
    """A transaction; if it is rolled back, the files that :func:`store` wrote within go as well.

    One within another gives its files to the outer one, where the last word is said.
    """
    outer, written = _stored.get(), list[FieldFile]()
    token = _stored.set(written)
    try:
        with transaction.atomic():
            yield
    except BaseException:
        for file in written:
            with suppress(*STORAGE_TROUBLES):
                file.storage.delete(str(file.name))
        raise
    finally:
        _stored.reset(token)
    if outer is not None:
        outer.extend(written)


def store(file: FieldFile, content: bytes) -> None:
    """Write a file under a new key and name it in its row, which is not saved yet."""
    file.save("file", ContentFile(content), save=False)
    written = _stored.get()
    if written is not None:
        # The row may be given another file later: this one keeps the key.
        written.append(FieldFile(file.instance, file.field, file.name))
