"""Prompts of many difficulties for tests."""

from collections.abc import Iterable

from corpus.models import Corpus, Prompt, Register, Source

# Each a plain sentence, then ever odder ones.
PLAIN_TO_ODD = (
    "I will call you back tomorrow morning.",
    "The old piano stood in the corner of the room.",
    "The tall harpsichord leaned on a velvet chair.",
    "Velvet thunder licks copper umbrellas sideways.",
    "Zzqxv borogoves outgrabe frumious quux.",
)


def add_prompts(
    corpus: Corpus, texts: Iterable[str] = PLAIN_TO_ODD, register: str = "explainer"
) -> list[Prompt]:
    """Prompts of one register with external ids in order, straight into the table."""
    kind, _ = Register.objects.get_or_create(slug=register, defaults={"name": register})
    source, _ = Source.objects.get_or_create(name="Own sentences", licence="CC0")
    first = corpus.prompts.count()
    return [
        Prompt.objects.create(
            corpus=corpus,
            external_id=f"{register}-{number}",
            text=text,
            register=kind,
            source=source,
        )
        for number, text in enumerate(texts, start=first)
    ]
