"""Making corpora and changing what they are."""

from django.db import transaction

from corpus.models import Corpus


class CannotPublish(ValueError):  # noqa: N818 - the name says what is wrong
    """A corpus that was scored, or is to be, cannot become public."""


def check_visibility(*, corpus: Corpus, visibility: str) -> None:
    """Raises CannotPublish if a private corpus has prompts and is to become public."""
    becomes_public = visibility == Corpus.Visibility.PUBLIC
    if corpus.pk and becomes_public and _stored_visibility(corpus) != visibility:
        if corpus.versions.filter(frozen_at__isnull=False).exists():
            raise CannotPublish(
                "A version of this corpus is frozen: its prompts are scored and stay private."
            )
        if corpus.prompts.exists():
            raise CannotPublish(
                "This corpus has prompts that were given in private. Export those that may be "
                "published, and import them into a public corpus."
            )


@transaction.atomic
def save_corpus(*, corpus: Corpus) -> Corpus:
    """Store a corpus as it was made or changed. Raises CannotPublish."""
    check_visibility(corpus=corpus, visibility=corpus.visibility)
    corpus.save()
    return corpus


def _stored_visibility(corpus: Corpus) -> str:
    return Corpus.objects.values_list("visibility", flat=True).get(pk=corpus.pk)
