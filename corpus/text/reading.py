"""What is easy to see and hard to say: capitals and parentheses."""

import re
from collections.abc import Iterator

from corpus.text.findings import Finding, found
from corpus.text.lexicon import words
from corpus.text.patterns import Pattern, Rule, no_proposal

_INITIALISMS = frozenset(words("initialisms"))
_CAPITALS = re.compile(r"(?<![\w&])[A-Z]{2,}(?:['’][A-Z]+)?(?:s)?(?![\w&])")
# Three consonants, unless as in "school", "spring", "three".
_UNSPEAKABLE = re.compile(r"(?!S[CPT][HLR]|[CPST]HR)[^AEIOUY]{3}")
_SAY_CAPITALS = "Letters or a word? Write an initialism as “U F O”, a word in small letters."


def capitals(text: str) -> Iterator[Finding]:
    """Yield words in capitals that are not among the initialisms everybody reads alike."""
    for match in _CAPITALS.finditer(text):
        word = match[0]
        if word.removesuffix("s") not in _INITIALISMS:
            proposal = None if _may_be_letters(word) else word.lower()
            yield found("capitals", *match.span(), _SAY_CAPITALS, proposal)


def _may_be_letters(word: str) -> bool:
    """Short words, and words that cannot be spoken, may well be read letter by letter.

    Roman numerals are no words either.
    """
    return (
        len(word) < 5
        or not set(word) - set("IVXLCDM")
        or not re.search(r"[AEIOUY]", word)
        or bool(_UNSPEAKABLE.match(word))
    )


READING: tuple[Rule, ...] = (
    capitals,
    Pattern(
        "parenthesis",
        re.compile(r"\([^()]{0,400}\)|[()]"),
        no_proposal,
        "How is a parenthesis read? Use commas or dashes, or make it a sentence of its own.",
    ),
)
