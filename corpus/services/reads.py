"""Noting who reads many private texts."""

from collections import Counter
from collections.abc import Iterable

from django.contrib.auth.models import User

from corpus.models import BulkRead, Corpus, Prompt

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


def note_shown(*, corpus: Corpus, shown: int, by: User) -> None:
    """Log that a page shows *shown* private texts, if they are many."""
    if shown >= MANY:
        note_bulk_read(corpus=corpus, form="page", prompt_count=shown, by=by)


def note_listed(*, prompts: Iterable[Prompt], by: User) -> None:
    """Log that a page lists *prompts* of whatever corpora, if they are many."""
    counted = Counter(prompt.corpus for prompt in prompts if prompt.corpus.is_private)
    if counted.total() >= MANY:
        for corpus, count in counted.items():
            note_bulk_read(corpus=corpus, form="page", prompt_count=count, by=by)
