"""What can be found in a prompt: every code, its colour and how bad it is.

docs/curation.md says what to do about each.
"""

from enum import StrEnum
from typing import NamedTuple


class Severity(StrEnum):
    """An error keeps a prompt from approval; a warning asks for a look; a note only shows."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Kind(StrEnum):
    """What a finding is about; one colour each."""

    DISFLUENCY = "disfluency"
    NOISE = "noise"
    NUMBER = "number"
    SYMBOL = "symbol"
    READING = "reading"
    CHARACTERS = "characters"
    LENGTH = "length"
    TURNS = "turns"
    DUPLICATE = "duplicate"
    SOURCE = "source"


class Code(NamedTuple):
    """Kind and severity of every finding of one code."""

    kind: Kind
    severity: Severity


_ERROR, _WARNING, _NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE

CODES: dict[str, Code] = {
    "empty": Code(Kind.LENGTH, _ERROR),
    "long": Code(Kind.LENGTH, _WARNING),
    "too-long": Code(Kind.LENGTH, _ERROR),
    "line-break": Code(Kind.TURNS, _ERROR),
    "speaker-label": Code(Kind.TURNS, _ERROR),
    "several-turns": Code(Kind.TURNS, _ERROR),
    # Transcription noise.
    "noise-mark": Code(Kind.NOISE, _ERROR),
    "bracket": Code(Kind.NOISE, _ERROR),
    "markup": Code(Kind.NOISE, _ERROR),
    "entity": Code(Kind.NOISE, _ERROR),
    "mojibake": Code(Kind.NOISE, _ERROR),
    "lost-character": Code(Kind.NOISE, _ERROR),
    "control-character": Code(Kind.NOISE, _ERROR),
    "invisible-character": Code(Kind.NOISE, _ERROR),
    "garbled": Code(Kind.NOISE, _ERROR),
    # Numbers, and signs that a reader would have to put into words.
    "date": Code(Kind.NUMBER, _ERROR),
    "time": Code(Kind.NUMBER, _ERROR),
    "currency": Code(Kind.NUMBER, _ERROR),
    "percentage": Code(Kind.NUMBER, _ERROR),
    "unit": Code(Kind.NUMBER, _ERROR),
    "digit-string": Code(Kind.NUMBER, _ERROR),
    "range": Code(Kind.NUMBER, _ERROR),
    "fraction": Code(Kind.NUMBER, _ERROR),
    "decade": Code(Kind.NUMBER, _ERROR),
    "ordinal": Code(Kind.NUMBER, _ERROR),
    "decimal": Code(Kind.NUMBER, _ERROR),
    "year": Code(Kind.NUMBER, _ERROR),
    "number": Code(Kind.NUMBER, _ERROR),
    "letters-and-digits": Code(Kind.NUMBER, _ERROR),
    "digits": Code(Kind.NUMBER, _ERROR),
    "web-address": Code(Kind.SYMBOL, _ERROR),
    "symbol": Code(Kind.SYMBOL, _ERROR),
    "emoji": Code(Kind.SYMBOL, _ERROR),
    # What two readers might read in two ways.
    "abbreviation": Code(Kind.READING, _WARNING),
    "roman-numeral": Code(Kind.READING, _WARNING),
    "capitals": Code(Kind.READING, _WARNING),
    "parenthesis": Code(Kind.READING, _WARNING),
    "punctuation": Code(Kind.CHARACTERS, _WARNING),
    "spacing": Code(Kind.CHARACTERS, _WARNING),
    # Authentic speech: it stays.
    "filler": Code(Kind.DISFLUENCY, _NOTE),
    "repetition": Code(Kind.DISFLUENCY, _NOTE),
    "cut-off": Code(Kind.DISFLUENCY, _NOTE),
    "self-correction": Code(Kind.DISFLUENCY, _NOTE),
    # Beside other prompts and beside the source passage.
    "duplicate": Code(Kind.DUPLICATE, _ERROR),
    "near-duplicate": Code(Kind.DUPLICATE, _WARNING),
    "overlap": Code(Kind.DUPLICATE, _ERROR),
    "too-close": Code(Kind.SOURCE, _ERROR),
    "shared-words": Code(Kind.SOURCE, _NOTE),
    "unswapped": Code(Kind.SOURCE, _WARNING),
}
