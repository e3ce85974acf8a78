"""Written numbers and the words that are read aloud for them (English; others: whole numbers)."""

import re

from corpus.text.claims import unclaimed
from corpus.text.languages import ENGLISH, number_language
from corpus.text.patterns import Rule
from corpus.text.proposals import apply_all
from corpus.text.spelling.dates import DATES
from corpus.text.spelling.digit_strings import DIGIT_STRINGS, LETTERS_AND_DIGITS, PENSION_PLANS
from corpus.text.spelling.leftovers import leftover_digits
from corpus.text.spelling.money import MONEY
from corpus.text.spelling.other_languages import whole_numbers
from corpus.text.spelling.plain import FRACTIONS, PLAIN, RANGES, SHORT_YEARS
from corpus.text.spelling.times import TIMES
from corpus.text.spelling.units import UNITS

# From the most to the least specific: what one rule has claimed is no longer there for the next.
_ENGLISH: tuple[Rule, ...] = (
    *DATES,
    *TIMES,
    *MONEY,
    *PENSION_PLANS,
    *UNITS,
    *SHORT_YEARS,
    *DIGIT_STRINGS,
    *RANGES,
    *FRACTIONS,
    *LETTERS_AND_DIGITS,
    *PLAIN,
    leftover_digits,
)
# Superscripts, fractions and their like are \w beyond \d.
_HAS_DIGIT = re.compile(r"\d|[^\W\d_a-zA-Z]")


def number_rules(language: str = ENGLISH) -> tuple[Rule, ...]:
    """Return the rules for what is written in digits. Raises UnknownLanguageError."""
    code = number_language(language)
    return _ENGLISH if code == ENGLISH else (whole_numbers(code), leftover_digits)


def has_digits(text: str) -> bool:
    """Whether there is anything for `number_rules` to find; quick."""
    return _HAS_DIGIT.search(text) is not None


def spell_out(text: str, *, language: str = ENGLISH) -> str:
    """Return *text* with numbers in words, as far as their reading is clear.

    Raises UnknownLanguageError.
    """
    rules = number_rules(language)
    return apply_all(text, unclaimed(text, rules)) if has_digits(text) else text
