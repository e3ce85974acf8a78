"""Prompts of a development pack: clean, all different, the same for the same seed."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from corpus.pack.grammar import Grammar, load_grammar, registers
from corpus.text.duplicates import near_duplicates
from corpus.text.findings import Severity
from corpus.text.linting import lint

SOURCE = "Earshot's development pack (templates)"
LICENCE = "CC0-1.0"
# Of so many candidates in a row nearly none was new: the templates have no more to give.
FEWEST_NEW = 0.02
FEWEST_CANDIDATES = 300  # fewer would say little about what is left
LARGEST = 10_000  # prompts; the search for more takes many minutes


class PackError(ValueError):
    """A pack of such a size cannot be made; the sentence says which can."""


@dataclass(frozen=True, slots=True)
class PackPrompt:
    """One prompt; register: a slug."""

    external_id: str
    text: str
    register: str
    topic: str


def make_prompts(size: int, *, seed: int = 0) -> list[PackPrompt]:
    """Return *size* prompts, spread evenly over registers, and in each over its topics.

    No two are near duplicates, and linting has nothing against any but that its disfluencies are
    authentic. Raises PackError if the templates do not give so many.
    """
    if not 1 <= size <= LARGEST:
        raise PackError(f"A pack has 1 to {LARGEST:,} prompts.")
    slugs = registers()
    made: list[PackPrompt] = []
    for place, slug in enumerate(slugs):
        share = size // len(slugs) + (place < size % len(slugs))
        made += _of_register(load_grammar(slug), share, seed)
    return made


def _of_register(grammar: Grammar, size: int, seed: int) -> list[PackPrompt]:
    # Seeded by text: Python's own hash of it would differ between processes.
    chance = random.Random(f"{seed} {grammar.register}")  # noqa: S311 - to be the same again
    kept: list[tuple[str, str]] = []
    while len(kept) < size:
        wanted = size - len(kept)
        candidates = _candidates(grammar, chance, kept, wanted)
        new = _unlike(candidates, [text for text, _ in kept])
        kept += new[:wanted]
        if len(kept) < size and len(new) < FEWEST_NEW * len(candidates):
            raise PackError(
                f"The templates of the register {grammar.register} give about {len(kept):,} "
                f"different prompts, not {size:,}. Make a smaller pack."
            )
    return [
        PackPrompt(f"pack-{grammar.register}-{number:04}", text, grammar.register, topic)
        for number, (text, topic) in enumerate(kept, start=1)
    ]


def _candidates(
    grammar: Grammar, chance: random.Random, kept: Sequence[object], wanted: int
) -> list[tuple[str, str]]:
    """Clean prompts with their topics in turn, some more than are wanted."""
    topics = grammar.topics
    count = max(FEWEST_CANDIDATES, wanted + wanted // 4)
    spoken = [
        (grammar.speak(topics[place % len(topics)], chance), topics[place % len(topics)])
        for place in range(len(kept), len(kept) + count)
    ]
    return [(text, topic) for text, topic in spoken if _is_plain(text, grammar.register)]


def _is_plain(text: str, register: str) -> bool:
    return all(found.severity is Severity.NOTE for found in lint(text, register=register))


def _unlike(candidates: Sequence[tuple[str, str]], kept: Sequence[str]) -> list[tuple[str, str]]:
    """The candidates that are like none of those kept, nor like one another."""
    matches = near_duplicates([text for text, _ in candidates], kept)
    alike = {match.first for match in matches if match.in_others}
    for match in matches:
        # Of two that are alike the earlier stays, unless it has gone itself.
        if not match.in_others and match.second not in alike:
            alike.add(match.first)
    return [one for place, one in enumerate(candidates) if place not in alike]
