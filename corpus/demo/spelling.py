"""Written prompts to spoken ones: digits and signs as the words that are read aloud."""

import re

from num2words import num2words

_SIGNS = {"#": "pound", "*": "star", "&": "and", "%": " percent"}
_ORDINAL = re.compile(r"\b(\d+)(?:st|nd|rd|th)\b")
_CODE = re.compile(r"\b(dial|extension|password|code|pin) (\d{3,})\b", re.IGNORECASE)
_NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")


def spell_out(text: str) -> str:
    """Return *text* with numbers, ordinals and keypad signs as words, as a whole sentence.

    What is dialled, such as "extension 8500", is read digit by digit.
    """
    for sign, word in _SIGNS.items():
        text = text.replace(sign, word)
    text = _ORDINAL.sub(lambda match: num2words(int(match[1]), to="ordinal"), text)
    text = _CODE.sub(lambda match: f"{match[1]} {_digit_by_digit(match[2])}", text)
    text = _NUMBER.sub(lambda match: _cardinal(match[0]), text)
    text = re.sub(r"\bi\b", "I", " ".join(text.split()))
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _cardinal(number: str) -> str:
    plain = number.replace(",", "")
    return str(num2words(float(plain) if "." in plain else int(plain)))


def _digit_by_digit(digits: str) -> str:
    return " ".join(str(num2words(int(digit))) for digit in digits)
