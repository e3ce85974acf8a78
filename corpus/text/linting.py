"""Everything that the text of a prompt shows by itself."""

from collections.abc import Iterable
from functools import lru_cache

from corpus.text.abbreviations import ABBREVIATIONS, ROMAN_NUMERALS
from corpus.text.characters import DAMAGE, INVISIBLE, SPACING
from corpus.text.claims import unclaimed
from corpus.text.disfluencies import disfluencies
from corpus.text.findings import Finding, Severity
from corpus.text.garble import garbled
from corpus.text.languages import ENGLISH, number_language
from corpus.text.lengths import LONGEST_CHECKED, length_findings
from corpus.text.marks import MARKS
from corpus.text.patterns import Rule
from corpus.text.proposals import apply, apply_all
from corpus.text.reading import READING
from corpus.text.spelling import has_digits, number_rules
from corpus.text.symbols import ADDRESSES, EMOJI, SIGNS
from corpus.text.turns import TURNS

__all__ = ["apply", "apply_all", "is_clean", "lint"]


def lint(text: str, *, register: str = "", language: str = ENGLISH) -> tuple[Finding, ...]:
    """Return what is found in *text*, in the order of its place.

    *register* is a register's slug and sets the limits of length; *language* is a tag such as "en"
    or "pt-BR". Outside of English the rules that know English words are left out, and only plain
    whole numbers have a proposal. Raises UnknownLanguageError.
    """
    rules = _rules(number_language(language), with_numbers=has_digits(text))
    findings = list(length_findings(text, register))
    if len(text) <= LONGEST_CHECKED:
        findings += unclaimed(text, rules)
    return tuple(sorted(findings, key=lambda finding: (finding.start, finding.end, finding.code)))


def is_clean(findings: Iterable[Finding]) -> bool:
    """Whether none of *findings* is an error."""
    return all(finding.severity is not Severity.ERROR for finding in findings)


@lru_cache(maxsize=16)
def _rules(language: str, *, with_numbers: bool) -> tuple[Rule, ...]:
    """From what destroys text to what merely deserves a look: the first to claim a span tells."""
    before = (*DAMAGE, *TURNS, *MARKS)
    numbers = number_rules(language) if with_numbers else ()
    if language != ENGLISH:
        return (*before, *EMOJI, *numbers, *SIGNS, *INVISIBLE, *SPACING)
    english = (*ABBREVIATIONS, *ROMAN_NUMERALS, *READING)
    return (
        *before,
        *ADDRESSES,
        *EMOJI,
        *numbers,
        garbled,
        *SIGNS,
        *INVISIBLE,
        *english,
        *SPACING,
        disfluencies,
    )
