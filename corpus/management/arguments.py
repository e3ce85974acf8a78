"""What commands are given, looked up."""

from django.core.management.base import CommandError

from corpus.models import Corpus


def corpus_named(slug: str) -> Corpus:
    """The corpus of this slug, or an error that lists those there are."""
    corpus = Corpus.objects.filter(slug=slug).first()
    if corpus is None:
        known = ", ".join(Corpus.objects.values_list("slug", flat=True)) or "none yet"
        raise CommandError(f"There is no corpus “{slug}”. Corpora: {known}.")
    return corpus
