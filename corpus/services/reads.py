"""Noting who reads many private texts."""

from django.contrib.auth.models import User

from corpus.models import BulkRead, Corpus

# A page that shows fewer texts than this is not taken for reading in bulk.
MANY = 20


def note_bulk_read(
    *, corpus: Corpus, form: str, prompt_count: int, by: User | None = None, by_name: str = ""
) -> None:
    """Log that somebody took or saw private texts. by_name: who ran a command."""
    if corpus.is_private and prompt_count:
        BulkRead.objects.create(
            corpus=corpus,
            by=by,
            by_name=by_name or (by.get_username() if by else ""),
            form=form,
            prompt_count=prompt_count,
        )
