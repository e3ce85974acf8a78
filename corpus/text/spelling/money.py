"""Money and percentages: "$3.50" → "three dollars and fifty cents", "5-10%"."""

import re
from typing import NamedTuple

from corpus.text.patterns import Match, Pattern
from corpus.text.spelling.numerals import AMOUNT, LEFT, MINUS, RIGHT, amount, cardinal, to_number


class _Currency(NamedTuple):
    one: str
    many: str
    cent: str
    cents: str


_DOLLAR = _Currency("dollar", "dollars", "cent", "cents")
_POUND = _Currency("pound", "pounds", "penny", "pence")
_EURO = _Currency("euro", "euros", "cent", "cents")
_YEN = _Currency("yen", "yen", "", "")
_RUPEE = _Currency("rupee", "rupees", "paisa", "paise")
_CURRENCIES = {
    "$": _DOLLAR,
    "US$": _DOLLAR,
    "£": _POUND,
    "€": _EURO,
    "¥": _YEN,
    "₹": _RUPEE,
    "USD": _DOLLAR,
    "GBP": _POUND,
    "EUR": _EURO,
}
_SIGN = r"US\$|[$£€¥₹]"
_ISO = r"USD|GBP|EUR"
_SCALES = {
    "k": "thousand",
    "m": "million",
    "b": "billion",
    "bn": "billion",
    "tn": "trillion",
    **{word: word for word in ("thousand", "million", "billion", "trillion")},
}
_SCALE = rf"(?:\s?(?:{'|'.join(sorted(_SCALES, key=len, reverse=True))})\b)"
_MINUS = r"(?P<minus>(?<![^\s(])[-−])?"
_DASH = r"\s?[-–—]\s?"
_SAY_MONEY = "An amount of money is read in words."
_SAY_PERCENT = "A percentage is read in words."


def _money(match: Match) -> str | None:
    found = match.groupdict()
    currency = _CURRENCIES[(found.get("sign") or found.get("iso") or "").upper()]
    scale = _SCALES[match["scale"].strip().lower()] if match["scale"] else ""
    minus = "minus " if match["minus"] else ""
    first, until = match["number"], found.get("until")
    if until:
        low, high = amount(first), amount(until)
        said = f"{low} to {high}" if low and high else None
        return said and " ".join((minus + said, scale, currency.many)).replace("  ", " ")
    said = _scaled(first, scale, currency) if scale else _exact(first, currency)
    return said and minus + said


def _scaled(number: str, scale: str, currency: _Currency) -> str | None:
    said = amount(number)
    return said and f"{said} {scale} {currency.many}"


def _exact(number: str, currency: _Currency) -> str | None:
    whole, _, cents = number.partition(".")
    if len(cents) != 2 or not currency.cent:
        said = amount(number)
        return said and f"{said} {currency.one if to_number(number) == 1 else currency.many}"
    units = amount(whole or "0")
    if units is None:
        return None
    parts = [f"{units} {currency.one if units == 'one' else currency.many}"]
    if int(cents):
        parts.append(_cents(int(cents), currency))
    return " and ".join(parts[units == "zero" and len(parts) > 1 :])


def _cents(number: int, currency: _Currency) -> str:
    return f"{cardinal(number)} {currency.cent if number == 1 else currency.cents}"


def _small(match: Match) -> str:
    return _cents(int(match["number"]), _DOLLAR if match["cent"] == "¢" else _POUND)


def _percent(match: Match) -> str | None:
    first, until = amount(match["number"]), match["until"]
    if not until:
        return first and f"{first} percent"
    second = amount(until)
    return first and second and f"{first} to {second} percent"


MONEY = (
    Pattern(
        "currency",
        re.compile(
            rf"{_MINUS}(?<!\w)(?P<sign>{_SIGN})\s?(?P<number>{AMOUNT})"
            rf"(?:{_DASH}(?:(?P=sign))?(?P<until>{AMOUNT}))?(?P<scale>{_SCALE})?{RIGHT}",
            re.IGNORECASE,
        ),
        _money,
        _SAY_MONEY,
    ),
    Pattern(
        "currency",
        re.compile(
            rf"{_MINUS}{LEFT}(?P<number>{AMOUNT})(?P<scale>{_SCALE})?"
            rf"\s?(?:(?P<sign>[$£€¥₹])|(?P<iso>{_ISO})){RIGHT}"
        ),
        _money,
        _SAY_MONEY,
    ),
    Pattern(
        "currency",
        re.compile(
            rf"(?P<minus>)\b(?P<iso>{_ISO})\s?(?P<number>{AMOUNT})(?P<scale>{_SCALE})?{RIGHT}"
        ),
        _money,
        _SAY_MONEY,
    ),
    Pattern(
        "currency",
        re.compile(rf"{LEFT}(?<![-–])(?P<number>\d{{1,2}})\s?(?P<cent>¢|(?<=\d)p\b)"),
        _small,
        _SAY_MONEY,
    ),
    Pattern(
        "percentage",
        re.compile(
            rf"(?<![\w.])(?P<number>{MINUS}{AMOUNT})\s?%?(?:{_DASH}(?P<until>{AMOUNT}))?\s?%(?!\w)"
        ),
        _percent,
        _SAY_PERCENT,
    ),
)
