"""What is refused about an upload, and the lock that decides it."""

from corpus.models import UploadBatch


class UploadRefused(ValueError):  # noqa: N818 - the name says what is wrong
    """Nothing was changed; the sentence says why and what to do."""


def locked(batch: UploadBatch, *states: UploadBatch.State) -> UploadBatch:
    """The batch as it stands, locked for this transaction.

    Raises:
        UploadRefused: it is in none of ``states`` (open, unless others are named).
    """
    current = UploadBatch.objects.select_for_update().get(pk=batch.pk)
    if current.state not in (states or (UploadBatch.State.OPEN,)):
        raise UploadRefused(
            f"This upload is closed: {current.get_state_display().lower()}. Begin another one."
        )
    return current
