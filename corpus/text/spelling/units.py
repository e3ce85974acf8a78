"""Quantities with a unit: "5kg" → "five kilograms", "a 5-km run", "20 °C", 5'10"."""

import re

from corpus.text.lexicon import any_of, table
from corpus.text.patterns import Match, Pattern, no_proposal
from corpus.text.spelling.numerals import AMOUNT, LEFT, MINUS, amount, cardinal

_UNITS = {row["unit"]: (row["one"], row["many"]) for row in table("units")}
_ATTACHED_ONLY = {
    "g",
    "l",
    "L",
    "h",
    "B",
    "W",
    "V",
    "x",
}  # with a space, they may be something else
_UNIT = (
    rf"(?:(?P<gap>[ \u00a0\u202f-])?(?P<unit>{any_of(_UNITS.keys() - _ATTACHED_ONLY)})"
    rf"|(?P<attached>{any_of(_ATTACHED_ONLY)}))"
)
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


def _height(match: Match) -> str:
    inches = f" {cardinal(int(match['inches']))}" if match["inches"] else ""
    return f"{cardinal(int(match['feet']))} foot{inches}"


UNITS = (
    Pattern(
        "unit",
        re.compile(r"(?<![\w.,])(?P<feet>\d)\s?['’′]\s?(?P<inches>1[01]|\d)(?:\"|”|″|'')?(?!\w)"),
        _height,
        _SAY,
    ),
    Pattern(
        "unit",
        re.compile(
            rf"(?<![\w.])(?<!\d,)(?P<number>{MINUS}{AMOUNT})(?:\s?[-–]\s?(?P<until>{AMOUNT}))?"
            rf"{_UNIT}(?![\w/²³])(?:\.(?=\s[a-z]))?"
        ),
        _quantity,
        _SAY,
    ),
    Pattern(
        "unit",
        re.compile(rf"{LEFT}{AMOUNT}(?:[km]|\s?in\.)(?!\w)"),
        no_proposal,
        _SAY,
        unclear="Thousand or kilo, million or meters, inches? Write the quantity in words.",
    ),
)
