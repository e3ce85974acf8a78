"""What is refused about an upload, and the lock that decides it."""

from corpus.models import Corpus, CorpusVersion, UploadBatch


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


def check_version(corpus: Corpus, version: CorpusVersion | None) -> None:
    """Raises UploadRefused if clips cannot be brought for this version of the corpus."""
    if version is None or (version.is_frozen and version.corpus_id == corpus.pk):
        return
    raise UploadRefused(
        f"Version {version.number} is no frozen version of {corpus.title}. Choose one that is, or "
        "the corpus as it stands."
    )
