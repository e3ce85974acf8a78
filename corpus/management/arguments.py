"""What commands are given, looked up."""

from django.core.management.base import CommandError

from corpus.models import Corpus, CorpusVersion


def corpus_named(slug: str) -> Corpus:
    """The corpus of this slug, or an error that lists those there are."""
    corpus = Corpus.objects.filter(slug=slug).first()
    if corpus is None:
        known = ", ".join(Corpus.objects.values_list("slug", flat=True)) or "none yet"
        raise CommandError(f"There is no corpus “{slug}”. Corpora: {known}.")
    return corpus


def version_numbered(corpus: Corpus, number: int) -> CorpusVersion:
    """The frozen version of this number, or an error that lists those there are."""
    frozen = corpus.versions.frozen()
    version = frozen.filter(number=number).first()
    if version is None:
        known = ", ".join(map(str, frozen.order_by("number").values_list("number", flat=True)))
        raise CommandError(
            f"{corpus.slug} has no frozen version {number}. Frozen: {known or 'none yet'}."
        )
    return version
