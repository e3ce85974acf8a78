"""Whole numbers in the words of another language, as far as num2words knows them."""

import re
from functools import lru_cache

from num2words import num2words

from corpus.text.patterns import Match, Pattern

_WHOLE = re.compile(r"(?<![\w.,:/+-])\d{1,12}(?!\w|[.,:/'’-]\d|[%°€$£])", re.ASCII)


@lru_cache(maxsize=16)
def whole_numbers(code: str) -> Pattern:
    """Return the rule for num2words' language *code*; anything but plain digits is left alone.

    Separators, ordinals and units follow rules of each language that are not known here.
    """

    def propose(match: Match) -> str | None:
        try:
            return str(num2words(int(match[0]), lang=code)).strip() or None
        except (ArithmeticError, LookupError, NotImplementedError, TypeError, ValueError):
            return None  # num2words knows smaller numbers of this language only

    return Pattern("number", _WHOLE, propose, "A number is read in words.")
