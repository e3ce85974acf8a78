"""What is read digit by digit: phone and account numbers, codes, what begins with a zero."""

import re

from corpus.text.patterns import Match, Pattern
from corpus.text.spelling.numerals import LEFT, RIGHT, cardinal, digit_by_digit

_SAY = "Such a number is read digit by digit."
_KINDS = (
    r"dial|extension|ext\.|passcode|password|pin|postcode|zip(?: code)?|flight|room|serial|"
    r"(?:access |area |confirmation |discount |promo |security |verification )?code|"
    r"(?:account|booking|case|claim|confirmation|invoice|member|order|phone|policy|reference|"
    r"serial|ticket|tracking)(?: number| no\.| id)"
)


def _groups(match: Match) -> str:
    digits = match["span"]
    plus = "plus " if digits.startswith("+") else ""
    return plus + ", ".join(digit_by_digit(group) for group in re.findall(r"\d+", digits))


def _letters_and_digits(match: Match) -> str | None:
    """MP3 → "MP three", B2B → "B two B"; longer numbers (A320) are read in many ways."""
    parts = re.findall(r"[A-Z]+|\d+", match["span"])
    if any(len(part) > 2 for part in parts if part.isdecimal()):
        return None
    return " ".join(cardinal(int(part)) if part.isdecimal() else part for part in parts)


DIGIT_STRINGS = (
    Pattern(
        "digit-string",
        re.compile(
            r"(?<![\w.])(?P<span>(?:\+\d{1,3}[ .-]?)?(?:\d{1,2}[ .-])?"
            r"(?:\(\d{2,4}\)\s?\d{3,4}[ .-]?\d{3,4}"
            r"|\d{3}[ .-]\d{3}[ .-]\d{4}|\d{3}-\d{4}|\d{4}(?:[ -]\d{4}){2,3}"
            r"|\d{3}-\d{2}-\d{4}|\d(?:-\d){2,})|\+\d{1,3}(?:[ .-]\d{2,4}){2,5}|\+\d{7,15})" + RIGHT
        ),
        _groups,
        _SAY,
    ),
    Pattern(
        "digit-string",
        re.compile(
            rf"\b(?:{_KINDS})(?: is| ending in| number)?:? #?(?P<span>\d{{3,}})(?!\w|[.,/:-]\d)",
            re.IGNORECASE,
        ),
        _groups,
        _SAY,
    ),
    Pattern(
        "digit-string",
        re.compile(r"\b(?:[Cc]all|[Tt]ext) (?P<span>[2-9]11|988|999|112)(?!\w|[.,/:-]\d)"),
        _groups,
        _SAY,
    ),
    Pattern("digit-string", re.compile(rf"{LEFT}(?P<span>0\d+){RIGHT}"), _groups, _SAY),
    Pattern(
        "digit-string",
        re.compile(rf"{LEFT}(?P<span>\d{{7,}})(?<!000){RIGHT}"),
        _groups,
        _SAY,
    ),
)

LETTERS_AND_DIGITS = (
    Pattern(
        "letters-and-digits",
        re.compile(
            r"(?<![\w.,])(?P<span>(?=[A-Z\d]*[A-Z])(?=[A-Z]*\d)[A-Z\d]+|[A-Z]+-\d+)"
            r"(?!\w|[.,/:]\d)"
        ),
        _letters_and_digits,
        "A name of letters and digits is read in words.",
        unclear="Letters and digits: two readers may read them in two ways. Write them in words.",
    ),
)
