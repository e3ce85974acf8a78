"""Prompts and files of prompts for tests."""

import csv
import io
from collections.abc import Iterable

from django.contrib.auth.models import User

from corpus.models import Corpus, Prompt, PromptImport, Register, Source
from corpus.services.imports import check_import, stage_import
from corpus.services.prompts import add_prompt

# Sentences that share no run of words, so that none of them is nearly another.
SUBJECTS = ["My neighbour", "The baker", "Her cousin", "Our teacher", "That plumber", "His sister"]
VERBS = ["painted", "borrowed", "repaired", "misplaced", "photographed", "wrapped", "auctioned"]
OBJECTS = [
    "a wobbly kitchen table",
    "twelve copper kettles",
    "the violin from the attic",
    "an enormous paper lantern",
    "those rubber fishing boots",
    "a basket of ripe apricots",
    "the orange delivery bicycle",
    "some curtains nobody wanted",
    "a map of the old harbour",
    "the loudest alarm clock in town",
]
ENDINGS = [
    "before breakfast",
    "while it was raining",
    "for a dare",
    "without telling anyone",
    "because Tuesday felt long",
    "behind the library",
    "and then laughed about it",
    "which surprised everybody",
    "during the power cut",
]


def sentences(count: int) -> list[str]:
    """Different clean sentences."""
    made = (
        f"{subject} {verb} {thing} {ending}."
        for ending in ENDINGS
        for thing in OBJECTS
        for verb in VERBS
        for subject in SUBJECTS
    )
    return [next(made) for _ in range(count)]


def corpus_called(slug: str = "bench", *, public: bool = False) -> Corpus:
    """A corpus of a few prompts."""
    visibility = Corpus.Visibility.PUBLIC if public else Corpus.Visibility.PRIVATE
    return Corpus.objects.create(
        slug=slug, title=slug.capitalize(), visibility=visibility, target_size=3
    )


def prompt_in(
    corpus: Corpus,
    by: User | None = None,
    external_id: str = "p-1",
    text: str = "Well, I suppose the bakery opens early.",
    *,
    register: str = "casual-conversation",
    topic: str = "errands",
    passage: str = "",
) -> Prompt:
    """A prompt that waits for review."""
    source, _ = Source.objects.get_or_create(name="Own", defaults={"licence": "CC0-1.0"})
    return add_prompt(
        corpus=corpus,
        by=by,
        external_id=external_id,
        text=text,
        register=Register.objects.get(slug=register),
        topic=topic,
        source=source,
        passage=passage,
    )


def row(external_id: str, text: str, **fields: str) -> dict[str, str]:
    """A whole row of a file."""
    whole = {
        "external_id": external_id,
        "text": text,
        "register": "explainer",
        "topic": "errands",
        "source": "Own",
        "licence": "CC0-1.0",
    }
    return whole | fields


def csv_of(rows: Iterable[dict[str, str]]) -> bytes:
    """A CSV file of rows, with every column that one of them has."""
    listed = list(rows)
    columns = {name: None for one in listed for name in one}
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, list(columns), restval="")
    writer.writeheader()
    writer.writerows(listed)
    return file.getvalue().encode()


def staged(
    corpus: Corpus, by: User | None, rows: Iterable[dict[str, str]], name: str = "prompts.csv"
) -> PromptImport:
    """A file of rows, checked and waiting for a decision."""
    imported = stage_import(corpus=corpus, by=by, name=name, content=csv_of(rows))
    check_import(staged=imported)
    return imported
