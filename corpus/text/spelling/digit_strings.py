"""What is read digit by digit: phone and account numbers, codes, what begins with a zero."""

import re

from corpus.text.patterns import Match, Pattern
from corpus.text.spelling.numerals import LEFT, RIGHT, SPACE, YEAR, cardinal, digit_by_digit

_SAY = "Such a number is read digit by digit."
_KINDS = (
    r"dial|extension|ext\.|passcode|password|pin|postcode|zip(?: code)?|flight|room|serial|cv[vc]|"
    r"(?:access |area |confirmation |discount |promo |security |verification )?code|"
    r"(?:account|booking|case|claim|confirmation|invoice|member|order|phone|policy|reference|"
    r"serial|ticket|tracking)(?: number| no\.| id)"
)
_STATE = (
    r"(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|"
    r"S[CD]|T[NX]|UT|V[AT]|W[AIVY])"
)


def _groups(match: Match) -> str:
    digits = match["span"]
    plus = "plus " if digits.startswith("+") else ""
    return plus + ", ".join(digit_by_digit(group) for group in re.findall(r"\d+", digits))


def _numbered(match: Match) -> str:
    return f"number {digit_by_digit(match[0])}"


def _plan(match: Match) -> str:
    """401(k) → "four oh one k"."""
    said = digit_by_digit(match["number"]).replace("zero", "oh")
    return f"{said} {match['bracketed'] or match['letter']}"


def _letters_and_digits(match: Match) -> str | None:
    """MP3 → "MP three", B2B → "B two B"; longer numbers (A320) are read in many ways."""
    parts = re.findall(r"[A-Z]+|\d+", match["span"])
    if any(len(part) > 2 for part in parts if part.isdecimal()):
        return None
    return " ".join(cardinal(int(part)) if part.isdecimal() else part for part in parts)


def _by_digits(pattern: str, flags: re.RegexFlag = re.NOFLAG) -> Pattern:
    return Pattern("digit-string", re.compile(pattern, flags), _groups, _SAY)


_END = r"(?!\w|[.,/:-]\d)"

DIGIT_STRINGS = (
    _by_digits(
        r"(?<![\w.])(?P<span>(?:\+\d{1,3}[ .-]?)?(?:\d{1,2}[ .-])?"
        r"(?:\(\d{2,4}\)\s?\d{3,4}[ .-]?\d{3,4}"
        r"|\d{3}[ .-]\d{3}[ .-]\d{4}|\d{3}-\d{4}|\d{4}(?:[ -]\d{4}){2,3}"
        r"|\d{3}-\d{2}-\d{4}|\d(?:-\d){2,})|\+\d{1,3}(?:[ .-]\d{2,4}){2,5}|\+\d{7,15})" + RIGHT
    ),
    _by_digits(
        rf"\b(?:{_KINDS})(?: is|['’]s| ending in| number)?:? #?(?P<span>\d{{3,}}){_END}",
        re.IGNORECASE,
    ),
    _by_digits(
        r"\b(?:account|card|line|number|phone|policy)(?: that| which)? (?:ends|ending)"
        rf" (?:in|with):? (?P<span>\d{{3,}}){_END}",
        re.IGNORECASE,
    ),
    _by_digits(rf"\b{_STATE},? (?P<span>\d{{5}}(?:-\d{{4}})?){_END}"),
    Pattern("digit-string", re.compile(rf"(?<![\w#])#\d{{4,}}{_END}"), _numbered, _SAY),
    _by_digits(
        r"\b(?:(?:ends|ending) (?:in|with)|last (?:four|4)(?: digits| numbers)?(?: are| is)?)"
        rf":? (?!{YEAR}\b)(?P<span>\d{{3,}}){_END}",
        re.IGNORECASE,
    ),
    _by_digits(
        r"(?:\b(?:[Cc]all(?:s|ed|ing)?|[Dd]ial(?:s|ed|ing)?|[Tt]ext(?:s|ed|ing)?|to|the|a) |^)"
        rf"(?P<span>911){_END}"
    ),
    _by_digits(rf"\b(?:[Cc]all|[Tt]ext) (?P<span>[2-9]11|988|999|112){_END}"),
    _by_digits(rf"{LEFT}(?!(?<=\d{SPACE})000)(?<!\d/)(?P<span>0\d+){RIGHT}(?!/\d)"),
    _by_digits(rf"{LEFT}(?P<span>\d{{7,}})(?<!000){RIGHT}"),
)

# Named after sections of a law.
PENSION_PLANS = (
    Pattern(
        "letters-and-digits",
        re.compile(
            r"(?<![\w.,$])(?P<number>40[13])(?:\((?P<bracketed>[kb])\)|(?P<letter>k))(?!\w)"
        ),
        _plan,
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
