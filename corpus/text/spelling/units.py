"""Quantities with a unit: "5kg" → "five kilograms", "a 5-km run", "20 °C", 5'10"."""

import re
from collections.abc import Iterator

from corpus.text.findings import Finding, found
from corpus.text.lexicon import any_of, table
from corpus.text.patterns import Match, Pattern, Rule, no_proposal
from corpus.text.spelling.numerals import AMOUNT, LEFT, MINUS, amount, cardinal
from corpus.text.spelling.plain import spell_fraction

_UNITS = {row["unit"]: (row["one"], row["many"]) for row in table("units")}
_ATTACHED_ONLY = {
    "g",
    "l",
    "L",
    "h",
    "W",
    "V",
    "x",
}  # with a space, they may be something else
_UNIT = (
    rf"(?:(?P<gap>[ \u00a0\u202f-])?(?P<unit>{any_of(_UNITS.keys() - _ATTACHED_ONLY)})"
    rf"|(?P<attached>{any_of(_ATTACHED_ONLY)}))"
)
# The stop of an abbreviation goes where it cannot end a sentence.
_NO_MORE = r"(?![\w/²³])(?:\.(?=\s[a-z]|[,;:?!)]))?"
_SAY = "A quantity and its unit are read in words."


def _quantity(match: Match) -> str | None:
    number, until = amount(match["number"]), match["until"]
    one, many = _UNITS[match["unit"] or match["attached"]]
    if number is None:
        return None
    if match["gap"] == "-":
        return f"{number}-{one}"
    high = amount(until) if until else None
    span = f"{number} to {high}" if high else number
    return f"{span} {one if span == 'one' else many}"


def _part_of_one(match: Match) -> str | None:
    """1/2 mi → "half a mile", 3/4 oz → "three quarters of an ounce", 1 1/2 tsp → "… teaspoons"."""
    said = spell_fraction(match["fraction"])
    one, many = _UNITS[match["unit"] or match["attached"]]
    if said is None or match["gap"] == "-":
        return None
    if match["whole"] or match["more"]:
        return f"{said} {many}"
    article = "an" if one[0] in "aeiou" or one == "hour" else "a"
    return f"half {article} {one}" if said == "one half" else f"{said} of {article} {one}"


def inches(text: str) -> Iterator[Finding]:
    """Yield numbers before a quotation mark that closes no quotation: 12" pizzas, an 80' tree."""
    known = 0
    for match in _INCHES.finditer(text):
        mark, before = match["mark"], text[: match.start()]
        if mark == '"' and (before.count(mark) - known) % 2:
            continue
        if mark in "'’" and _OPENED.search(before):
            continue
        known += mark == '"'
        yield found("unit", *match.span(), "Feet or inches? Write the quantity in words.")


def _height(match: Match) -> str:
    inches = f" {cardinal(int(match['inches']))}" if match["inches"] else ""
    return f"{cardinal(int(match['feet']))} foot{inches}"


_INCHES = re.compile(rf"{LEFT}{AMOUNT}(?:[ -]\d/\d)?\s?(?P<mark>\"|″|''|['’′])(?!\w)")
_OPENED = re.compile(r"(?<!\w)['‘]")

UNITS: tuple[Rule, ...] = (
    Pattern(
        "unit",
        re.compile(r"(?<![\w.,])(?P<feet>\d)\s?['’′]\s?(?P<inches>1[01]|\d)(?:\"|”|″|'')?(?!\w)"),
        _height,
        _SAY,
    ),
    Pattern(
        "unit",
        re.compile(
            rf"(?<![\w./⁄])(?<!\d,)(?P<number>{MINUS}{AMOUNT})(?:\s?[-–]\s?(?P<until>{AMOUNT}))?"
            rf"{_UNIT}{_NO_MORE}"
        ),
        _quantity,
        _SAY,
    ),
    Pattern(
        "unit",
        re.compile(
            r"(?<![\w.,/])(?P<fraction>(?P<whole>\d+[ -])?\d{1,4}[/⁄]\d{1,4}"
            rf"|(?P<more>\d+[ -]?)?[½⅓⅔¼¾⅛⅜⅝⅞]){_UNIT}{_NO_MORE}"
        ),
        _part_of_one,
        _SAY,
        unclear="A fraction, a date or a score? Write it in words.",
    ),
    inches,
    Pattern(
        "unit",
        re.compile(rf"{LEFT}{AMOUNT}(?:[km]|\s?in\.)(?!\w)"),
        no_proposal,
        _SAY,
        unclear="Thousand or kilo, million or meters, inches? Write the quantity in words.",
    ),
)
