"""Times of day: "4:15 p.m." → "four fifteen p.m.", 16:00 → "four p.m.", 9–5pm, 7am."""

import re

from corpus.text.patterns import Match, Pattern
from corpus.text.spelling.numerals import cardinal

_HALF = r"\s?[ap]\.?\s?m\b\.?"
_O_CLOCK = r"\s?o['’]clock\b"
_MARKED = rf"\d{{1,2}}(?::\d\d(?:{_HALF}|{_O_CLOCK})?|\.[0-5]\d{_HALF}|{_HALF})"
_BARE = rf"\d{{1,2}}(?::\d\d)?(?:{_HALF})?"
_DASH = r"\s?[-–—]\s?"
_PARTS = re.compile(
    r"(?P<hour>\d{1,2})(?:[:.](?P<minute>\d\d))?(?:\s?(?P<half>[ap])\.?\s?m\.?)?", re.IGNORECASE
)
_SAY = "A time is read in words."
_UNCLEAR = "A time, a score or a length of time? Write it in words."


def _range(match: Match) -> str | None:
    first, second = map(_clock, re.split(_DASH, match["clocks"]))
    return f"{first} to {_ended(second, match)}" if first and second else None


def _time(match: Match) -> str | None:
    spoken = None if match["seconds"] else _clock(match["clock"])
    return _ended(spoken, match) if spoken else None


def _ended(spoken: str, match: Match) -> str:
    """The full stop behind "p.m." ends the sentence as well; any other is put back."""
    return spoken if spoken.endswith(".") or not match["stop"] else f"{spoken}."


def _clock(written: str) -> str | None:
    parts = _PARTS.fullmatch(re.sub(_O_CLOCK, "", written, flags=re.IGNORECASE))
    hour, minute = (int(parts["hour"]), int(parts["minute"] or 0)) if parts else (24, 0)
    if not parts or hour > 23 or minute > 59:
        return None
    half = f"{parts['half'].lower()}.m." if parts["half"] else _half_of(parts["hour"])
    said = cardinal(hour % 12 or 12)
    if minute:
        said += f" {cardinal(minute)}" if minute > 9 else f" oh {cardinal(minute)}"
    elif not half and parts["minute"]:
        said += " o'clock"
    return f"{said} {half}".rstrip()


def _half_of(hour: str) -> str:
    """13 to 23 and 00 to 09, as the 24-hour clock writes them, tell which half of the day it is."""
    if int(hour) > 12:
        return "p.m."
    return "a.m." if hour.startswith("0") else ""


_STOP = r"(?P<stop>\.(?![.\d]))?"

TIMES = (
    Pattern(
        "time",
        re.compile(
            rf"(?<![\w.,:/$£€-])(?P<clocks>{_MARKED}{_DASH}{_BARE}|{_BARE}{_DASH}{_MARKED})"
            rf"{_STOP}(?!\w|:)",
            re.IGNORECASE,
        ),
        _range,
        _SAY,
        unclear=_UNCLEAR,
    ),
    Pattern(
        "time",
        re.compile(
            rf"(?<![\w.,:/$£€-])(?P<clock>{_MARKED})(?P<seconds>:\d\d)?{_STOP}(?!\w|:)",
            re.IGNORECASE,
        ),
        _time,
        _SAY,
        unclear=_UNCLEAR,
    ),
)
