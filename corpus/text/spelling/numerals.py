"""Number words in American English, without the commas that would make a reader pause.

1,250 is "one thousand two hundred fifty", 3.14 "three point one four", 2005 "two thousand five"
(which is both how the year and how the count is said; 2015 is "twenty fifteen").
"""

import re
from functools import lru_cache

from num2words import num2words

# Pieces of patterns. A number is not part of a word or of a longer number.
LEFT = r"(?<![\w.])(?<!\d,)"
RIGHT = r"(?!\w|[.,]\d)"
SPACE = "[ \u00a0\u202f]"
# Groups with spaces between them are told from numbers side by side by their zeros: 10 000.
_THOUSANDS = rf"(?:{SPACE}\d{{3}}){{0,3}}"
INTEGER = rf"(?:\d{{1,3}}(?:,\d{{3}})+|[1-9]\d{{0,2}}{_THOUSANDS}{SPACE}000{_THOUSANDS}(?!\d)|\d+)"
AMOUNT = rf"(?:{INTEGER}(?:\.\d+)?|\.\d+)"
YEAR = r"(?:1[1-9]\d\d|20\d\d)"
MINUS = r"(?:(?<![^\s(])[-−])?"

MOST_DIGITS = 15  # of what anybody would say


@lru_cache(maxsize=4096)
def cardinal(number: int) -> str:
    """42 → "forty-two". Negative numbers begin with "minus"."""
    return _plain(num2words(number))


@lru_cache(maxsize=1024)
def ordinal(number: int) -> str:
    """3 → "third"."""
    return _plain(num2words(number, to="ordinal"))


@lru_cache(maxsize=1024)
def year(number: int) -> str:
    """1984 → "nineteen eighty-four", 1905 → "nineteen oh five", 2005 → "two thousand five"."""
    return _plain(num2words(number, to="year")).replace("oh-", "oh ")


def digit_by_digit(digits: str) -> str:
    """0134 → "zero one three four"; whatever is not a digit is left out."""
    return " ".join(cardinal(int(digit)) for digit in digits if digit.isdecimal())


def amount(written: str) -> str | None:
    """1,250 or -3.5 in words; None with too many digits to say it."""
    sign = "minus " if written[:1] in "-−" else ""
    whole, point, decimals = ungrouped(written.lstrip("-−")).partition(".")
    if len(whole.lstrip("0")) > MOST_DIGITS:
        return None
    number = int(whole or 0)
    tail = f" point {digit_by_digit(decimals)}" if point else ""
    return f"{sign}{cardinal(number)}{tail}"


def to_number(written: str) -> float:
    """Return the value of "1,250.5"."""
    return float(ungrouped(written))


def ungrouped(written: str) -> str:
    """Without what stands between thousands: "1,250" and "10 000" → "1250" and "10000"."""
    return re.sub(r"[,\s]", "", written)


def _plain(words: str) -> str:
    return words.replace(",", "").replace(" and ", " ")
