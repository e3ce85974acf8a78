"""Digits that no other rule understands; the curator writes the words."""

import re
import unicodedata
from collections.abc import Iterator

from corpus.text.findings import Finding, found

_WITH_DIGITS = re.compile(r"\w+(?:[.,:/-]\w+)*")
_EXPLANATION = "Digits that two readers may read in two ways. Write them in words."


def leftover_digits(text: str) -> Iterator[Finding]:
    """Yield every word that has a digit in it, then every run of digits in such a word.

    Each run is offered alone as well, in case something else has claimed the rest of the word.
    """
    for word in _WITH_DIGITS.finditer(text):
        digits = [index for index in range(*word.span()) if is_number(text[index])]
        if digits:
            yield found("digits", *word.span(), _EXPLANATION)
            yield from (found("digits", index, index + 1, _EXPLANATION) for index in digits)


def is_number(character: str) -> bool:
    """Digits of any script, superscripts, fractions, circled and Roman number signs."""
    return character.isdigit() or unicodedata.category(character) in {"Nl", "No"}
