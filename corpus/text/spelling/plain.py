"""Ranges, fractions, decades, ordinals, decimals, years and whole numbers."""

import re

from corpus.text.patterns import Match, Pattern, no_proposal
from corpus.text.spelling.numerals import (
    INTEGER,
    LEFT,
    MINUS,
    MOST_DIGITS,
    RIGHT,
    YEAR,
    amount,
    cardinal,
    ordinal,
    to_number,
    ungrouped,
    year,
)

_DENOMINATORS = {2: "half", 3: "third", 4: "quarter", 5: "fifth", 6: "sixth", 8: "eighth"}
_VULGAR = {
    "½": (1, 2),
    "⅓": (1, 3),
    "⅔": (2, 3),
    "¼": (1, 4),
    "¾": (3, 4),
    "⅕": (1, 5),
    "⅖": (2, 5),
    "⅗": (3, 5),
    "⅘": (4, 5),
    "⅙": (1, 6),
    "⅚": (5, 6),
    "⅛": (1, 8),
    "⅜": (3, 8),
    "⅝": (5, 8),
    "⅞": (7, 8),
}
_SAY_FRACTION = "A fraction is read in words."
_FRACTION = re.compile(
    r"(?<![\w.,/])(?:(?P<whole>\d+)[ -])?(?P<top>\d{1,4})[/⁄](?P<bottom>\d{1,4})(?![\w/])"
)
_VULGAR_FRACTION = re.compile(
    rf"(?<![\w.,/])(?:(?P<whole>\d+)[ -]?)?(?P<vulgar>[{''.join(_VULGAR)}])(?!\w)"
)
_SIDE = rf"{INTEGER}(?:\.\d+)?"


def _range(match: Match) -> str | None:
    """From less to more; "3-2" is a score, or something else."""
    first, second = match["first"], match["second"]
    years = all(re.fullmatch(YEAR, side) for side in (first, second))
    if re.fullmatch(YEAR, first) and len(second) == 2 and int(second) > int(first[2:]):
        return f"{year(int(first))} to {cardinal(int(second))}"
    if to_number(first) >= to_number(second):
        return None
    low, high = (year(int(side)) if years else amount(side) for side in (first, second))
    return f"{low} to {high}" if low and high else None


def _short_year(match: Match) -> str | None:
    """'85 → "eighty-five", '05 → "oh five"; '00 is said in several ways."""
    digits = match["digits"]
    if digits.startswith("0"):
        return f"oh {cardinal(int(digits))}" if int(digits) else None
    return cardinal(int(digits))


def _fraction(match: Match) -> str | None:
    if match[0] == "24/7":
        return "twenty-four seven"
    top, bottom = int(match["top"]), int(match["bottom"])
    is_padded = match["top"].startswith("0") or match["bottom"].startswith("0")
    clear = (
        not is_padded
        and bottom in _DENOMINATORS
        and 0 < top < bottom
        and (top == 1 or bottom % top)
    )
    return _mixed(match["whole"], top, bottom) if clear else None


def spell_fraction(written: str) -> str | None:
    """Words of a fraction, 1/2, 1 1/2 or 1½; None if it may be something else."""
    if match := _VULGAR_FRACTION.fullmatch(written):
        return _vulgar_fraction(match)
    match = _FRACTION.fullmatch(written)
    return _fraction(match) if match else None


def _vulgar_fraction(match: Match) -> str | None:
    return _mixed(match["whole"], *_VULGAR[match["vulgar"]])


def _mixed(whole: str | None, top: int, bottom: int) -> str | None:
    part = _DENOMINATORS[bottom] if top == 1 else f"{_DENOMINATORS[bottom]}s"
    if not whole:
        return f"{cardinal(top)} {part}"
    said = amount(whole)
    return said and f"{said} and {'a' if top == 1 else cardinal(top)} {part}"


def _decade(match: Match) -> str | None:
    """1990s → "nineteen nineties", '80s → "eighties", 1900s → "nineteen hundreds"."""
    century, tens = match["century"], match["tens"]
    if tens == "0":
        hundreds = "two thousands" if century == "20" else f"{cardinal(int(century or 0))} hundreds"
        return hundreds if century else None
    said = cardinal(int(tens) * 10)
    said = f"{said[:-1]}ies" if said.endswith("y") else f"{said}s"
    return f"{cardinal(int(century))} {said}" if century else said


def _ordinal(match: Match) -> str | None:
    digits = ungrouped(match["number"])
    return ordinal(int(digits)) if len(digits) <= MOST_DIGITS else None


def _decimal(match: Match) -> str | None:
    return amount(match[0])


def _year(match: Match) -> str:
    return year(int(match[0]))


def _number(match: Match) -> str | None:
    said = amount(match["number"])
    return said and (f"number {said}" if match["mark"] else said)


RANGES = (
    Pattern(
        "range",
        re.compile(
            rf"{LEFT}(?<!\d[-–/:])(?P<first>{_SIDE})(?:[-–—]|\s[-–]\s)(?P<second>{_SIDE})"
            rf"(?!\w|[.,/:–-]\d|-[A-Z])"
        ),
        _range,
        "A range is read in words.",
        unclear="A range, a score or a code? Write it in words.",
    ),
    Pattern(
        "range",
        re.compile(r"(?<![\w.,:/-])\d{1,4}:\d{1,4}(?![\w:])"),
        no_proposal,
        "A ratio, a score or a verse? Write it in words.",
    ),
)
FRACTIONS = (
    Pattern(
        "fraction",
        _FRACTION,
        _fraction,
        _SAY_FRACTION,
        unclear="A fraction, a date or a score? Write it in words.",
    ),
    Pattern(
        "fraction",
        _VULGAR_FRACTION,
        _vulgar_fraction,
        _SAY_FRACTION,
    ),
)
SHORT_YEARS = (
    Pattern(
        "year",
        re.compile(r"(?<![\w'’‘])['’‘](?P<digits>\d\d)(?!['’‘\w%]|[.,:/-]\d)"),
        _short_year,
        "A year is read in words.",
    ),
)
PLAIN = (
    Pattern(
        "decade",
        re.compile(r"['’‘]?(?<![\w.,])(?P<century>1[1-9]|20)?(?P<tens>\d)0['’]?s(?!\w)"),
        _decade,
        "A decade is read in words.",
    ),
    Pattern(
        "ordinal",
        re.compile(rf"{LEFT}(?P<number>{INTEGER})(?:st|nd|rd|th)(?!\w)", re.IGNORECASE),
        _ordinal,
        "An ordinal is read in words.",
    ),
    Pattern(
        "decimal",
        re.compile(rf"(?<![\w.])(?<!\d,){MINUS}{INTEGER}?\.\d+{RIGHT}"),
        _decimal,
        "A decimal is read in words.",
    ),
    Pattern("year", re.compile(rf"{LEFT}{YEAR}{RIGHT}"), _year, "A year is read in words."),
    Pattern(
        "number",
        re.compile(rf"{LEFT}(?P<mark>(?:[Nn]o\.\s?|[#№]\s?))?(?P<number>{MINUS}{INTEGER}){RIGHT}"),
        _number,
        "A number is read in words.",
    ),
)
