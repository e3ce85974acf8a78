"""Abbreviations and Roman numerals, which readers put into words each in their own way."""

import re

from corpus.text.lexicon import any_of, table
from corpus.text.patterns import Match, Pattern, Rule, no_proposal
from corpus.text.spelling.numerals import cardinal, ordinal
from corpus.text.words import BEFORE_MORE


def _listed(place: str) -> dict[str, str | None]:
    return {
        row["short"]: row["words"] or None
        for row in table("abbreviations")
        if row["place"] == place
    }


# Mr., Mrs., Ms., a.m. and p.m. are read in one way by everybody and are left alone.
_ANYWHERE = _listed("anywhere")
_BEFORE_A_NAME = _listed("before a name")
_AFTER_A_NAME = _listed("after a name")
_CALENDAR = _listed("calendar")


def _with_stop(match: Match, words: str | None) -> str | None:
    """The stop of an abbreviation that ends the text or a sentence ends the sentence, too."""
    end = r"\s*$" if match["short"].lower() in BEFORE_MORE else r"\s*$|\s+[A-Z]"
    ends = match["short"].endswith(".") and re.match(end, match.string[match.end() :])
    return f"{words}." if words and ends else words


def _anywhere(match: Match) -> str | None:
    return _with_stop(match, _ANYWHERE[match["short"].lower()])


def _after_a_name(match: Match) -> str | None:
    """Between two names ("Main St. Mary's") it may belong to either."""
    short = match["short"]
    if short in _BEFORE_A_NAME and re.match(r"\s[A-Z]", match.string[match.end() :]):
        return None
    return _with_stop(match, _AFTER_A_NAME[short])


def _before_a_name(match: Match) -> str | None:
    return _BEFORE_A_NAME[match["short"]]


def _calendar(match: Match) -> str | None:
    return _with_stop(match, _CALENDAR[match["short"]])


# As numbered streets have them; "first" and "second" stand before other things.
_ORDINAL = (
    r"(?:\w{0,12}-)?(?:third|fourth|fifth|sixth|seventh|eighth|ninth|\w{2,10}(?:enth|lfth|ieth))"
)
_SAY = "A reader has to guess the words. Write them out."
_ROMAN = r"(?:(?:XL|L(?=[IVX])X{0,3}|X{1,3})(?:IX|IV|V?I{0,3})|IX|IV|VI{0,3}|I{2,3})(?!\w)"
_PARTS = (
    r"(?:Act|Appendix|Article|Book|Chapter|Class|Episode|Figure|Level|Part|Phase|Psalm|Scene|Section|"
    r"Stage|Super Bowl|Title|Type|Vatican|Volume|World War|Grade|Division|Category)"
)
_RULERS = (
    r"(?:Benedict|Catherine|Charles|Edward|Elizabeth|Frederick|George|Henry|James|John Paul|Leo|"
    r"Louis|Mary|Napoleon|Nicholas|Otto|Philip|Pius|Ramesses|Richard|William|Xerxes)"
)
_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50}


def _value(roman: str) -> int:
    values = [_VALUES[letter] for letter in roman]
    pairs = zip(values, [*values[1:], 0], strict=True)
    return sum(-value if value < following else value for value, following in pairs)


def _part(match: Match) -> str:
    return cardinal(_value(match["span"]))


def _ruler(match: Match) -> str:
    return f"the {ordinal(_value(match['span']))}"


ABBREVIATIONS: tuple[Rule, ...] = (
    Pattern(  # the first word of a sentence has its capital from there, and is no name
        "abbreviation",
        re.compile(
            r"(?:^|(?<=[.!?…]\s))[\"“‘']?[A-Z][\w'’]* "
            rf"(?P<span>(?P<short>{any_of(_BEFORE_A_NAME)}))(?=\s[A-Z])"
        ),
        _before_a_name,
        _SAY,
    ),
    Pattern(
        "abbreviation",
        re.compile(rf"(?<![\w.@/])(?P<short>{any_of(_ANYWHERE)})(?![\w@])", re.IGNORECASE),
        _anywhere,
        _SAY,
    ),
    Pattern(
        "abbreviation",
        re.compile(
            rf"\b(?:[A-Z][\w'’]*|\d+(?:st|nd|rd|th)|{_ORDINAL}),? "
            rf"(?P<span>(?P<short>{any_of(_AFTER_A_NAME)}))(?!\w)"
        ),
        _after_a_name,
        _SAY,
    ),
    Pattern(
        "abbreviation",
        re.compile(rf"\b(?P<span>(?P<short>{any_of(_BEFORE_A_NAME)}))(?=\s[A-Z])"),
        _before_a_name,
        _SAY,
    ),
    Pattern("abbreviation", re.compile(rf"\b(?P<short>{any_of(_CALENDAR)})"), _calendar, _SAY),
)
ROMAN_NUMERALS: tuple[Rule, ...] = (
    Pattern(
        "roman-numeral",
        re.compile(rf"\b{_PARTS} (?P<span>{_ROMAN}|I(?=[.,:;?!]|$))"),
        _part,
        "A Roman numeral is read in words.",
    ),
    Pattern(
        "roman-numeral",
        re.compile(rf"\b{_RULERS} (?P<span>{_ROMAN}|I(?=[.,:;?!]|$))"),
        _ruler,
        "A Roman numeral is read in words.",
    ),
    Pattern(
        "roman-numeral",
        re.compile(rf"\b[A-Z][a-z]+ (?P<span>(?=[IVX]{{2}}){_ROMAN})"),
        no_proposal,
        "A Roman numeral, “four” or “the fourth”. Write it in words.",
    ),
)
