"""Dates: "May 3, 2021" → "May third, twenty twenty-one". 3/4/2021 is read in two ways."""

import re
from calendar import month_name

from corpus.text.patterns import Match, Pattern
from corpus.text.spelling.numerals import YEAR, ordinal, year

_MONTH = (
    r"(?P<month>Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|"
    r"Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b\.?"
)
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_SUFFIX = r"(?:st|nd|rd|th)?"
_END = r"(?!\w|:|/|[.,]\d|\s?[%°]|\s?[ap]\.?m\b)"
_SAY = "A date is read in words."
_MONTHS = {name[:3]: name for name in month_name if name}


def _month_first(match: Match) -> str:
    until = f" to {ordinal(int(match['until']))}" if match["until"] else ""
    return f"{_month(match)} {ordinal(int(match['day']))}{until}{_in_year(match['year'])}"


def _day_first(match: Match) -> str:
    return f"the {ordinal(int(match['day']))} of {_month(match)}{_in_year(match['year'])}"


def _month(match: Match) -> str:
    return _MONTHS[match["month"][:3]]


def _in_year(digits: str | None) -> str:
    return f", {year(int(digits))}" if digits else ""


def _numeric(match: Match) -> str | None:
    """Only a day above twelve tells which of the two numbers is the month."""
    first, second = int(match["first"]), int(match["second"])
    day, month = (first, second) if first > second else (second, first)
    known = month <= 12 < day <= 31 and len(match["year"]) == 4
    return _spoken(month, day, int(match["year"])) if known and month else None


def _iso(match: Match) -> str:
    return _spoken(int(match["month"]), int(match["day"]), int(match["year"]))


def _spoken(month: int, day: int, in_year: int) -> str:
    return f"{month_name[month]} {ordinal(day)}, {year(in_year)}"


DATES = (
    Pattern(
        "date",
        re.compile(rf"(?<!\w)(?P<year>{YEAR})-(?P<month>0[1-9]|1[0-2])-(?P<day>{_DAY})(?!\w|-)"),
        _iso,
        _SAY,
    ),
    Pattern(
        "date",
        re.compile(
            rf"(?<![\w/.-])(?P<first>\d{{1,2}})(?P<mark>[/.-])(?P<second>\d{{1,2}})(?P=mark)"
            rf"(?P<year>{YEAR}|(?<=/)\d\d)(?![\w/])"
        ),
        _numeric,
        _SAY,
        unclear="This date is read in two ways, month or day first. Write it in words.",
    ),
    Pattern(
        "date",
        re.compile(
            rf"\b{_MONTH}\s(?P<day>{_DAY}){_SUFFIX}(?:\s?[-–]\s?(?P<until>{_DAY}){_SUFFIX})?"
            rf"(?:,?\s(?P<year>{YEAR}))?{_END}"
        ),
        _month_first,
        _SAY,
    ),
    Pattern(
        "date",
        re.compile(
            rf"(?:\bthe\s)?(?<![\w.,:/-])(?P<day>{_DAY}){_SUFFIX}\s(?:of\s)?{_MONTH}"
            rf"(?:,?\s(?P<year>{YEAR})(?!\w|[.,]\d))?"
        ),
        _day_first,
        _SAY,
    ),
)
