"""Text and transcript, brought to the one form in which they are compared.

Both sides go through the same steps, so that only what was said differs. English: numbers in
words, letters without accents and in lower case, nothing but ASCII, one apostrophe, which stays
within words (don't) and goes at their edges; hyphens and dashes of any length part words
(forty-two, forty two), dots within them vanish (p.m., pm). Chinese: simplified characters, numbers
in characters, no spaces; Latin words in lower case.
"""

import re
import unicodedata
import warnings
from importlib import util

from corpus.text.spelling import spell_out
from corpus.text.spelling.numerals import amount, digit_by_digit
from corpus.text.words import FILLERS

VERSION = "2"
"""Grows with any change that may move an error rate."""

ENGLISH, CHINESE = "en", "zh"
INSTALL = "Comparing Chinese needs zhconv and cn2an: pip install -r requirements-metrics.txt"

_APOSTROPHES = str.maketrans(dict.fromkeys("‘’‛ʼʹ`´＇", "'"))
_INNER_DOT = re.compile(r"(?<=[^\W\d_])\.(?=[^\W\d_]\b)")
_EDGE_APOSTROPHE = re.compile(r"(?<![a-z0-9])'+|'+(?![a-z0-9])")
_DIGITS = re.compile(r"\d+")
_SEPARATOR = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
# Longer ones are telephone numbers and the like, which are read digit by digit.
_LONGEST_COUNT = 6
_CODE = re.compile(rf"(?<![\d.])(?:0\d+|\d{{{_LONGEST_COUNT + 1},}})(?![\d.])")
_CHINESE_DIGITS = str.maketrans("0123456789〇", "零一二三四五六七八九零")


def language_of(tag: str) -> str:
    """Return the ISO 639-1 code of a language tag ("en-GB", "zh_TW") in lower case."""
    return tag.strip().replace("_", "-").partition("-")[0].lower()


def english_words(text: str, *, fillers: bool = True) -> list[str]:
    """Return the words of *text* as they compare; without *fillers*, uh, um and the like go.

    Which those are stands in corpus/text/lists/fillers.txt.
    """
    spelled = spell_out(text.translate(_APOSTROPHES))
    parted = "".join(
        " " if _parts(sign) else sign for sign in unicodedata.normalize("NFKD", spelled)
    )
    ascii_only = parted.encode("ascii", "ignore").decode()
    spoken = _DIGITS.sub(lambda match: f" {_spoken(match[0])} ", ascii_only)
    plain = _INNER_DOT.sub("", spoken).lower()
    plain = "".join(" " if _is_mark(sign) else sign for sign in plain)
    words = _EDGE_APOSTROPHE.sub(" ", plain).split()
    return words if fillers else [word for word in words if word not in FILLERS]


def english_characters(text: str) -> str:
    """Return the letters of *text* as they compare, without spaces: log in, login."""
    return "".join(english_words(text))


def chinese_characters(text: str) -> str:
    """Return the characters of *text* as they compare. ImportError: see `chinese_missing`."""
    import cn2an  # noqa: PLC0415 - optional

    simplified = _simplified(unicodedata.normalize("NFKC", text))
    counted = _CODE.sub(lambda match: _read_out(match[0]), _SEPARATOR.sub("", simplified))
    spelled: str = cn2an.transform(counted, "an2cn")
    spelled = _read_out(spelled).lower()
    return "".join(s for s in spelled if not (_is_mark(s) or s.isspace() or s == "'"))


def chinese_missing() -> str | None:
    """None if Chinese can be compared here, else the command that brings what it needs."""
    there = all(util.find_spec(name) for name in ("cn2an", "zhconv"))
    return None if there else INSTALL


def _simplified(text: str) -> str:
    import zhconv  # noqa: PLC0415 - optional, with a dictionary of 2 MB

    with warnings.catch_warnings():
        # It leaves the file of its dictionary to be closed by the garbage collector.
        warnings.simplefilter("ignore", ResourceWarning)
        return str(zhconv.convert(text, "zh-hans"))


def _spoken(digits: str) -> str:
    """What `spell_out` leaves as unclear, such as version 2.0.1, part by part."""
    leading_zero = digits.startswith("0") and len(digits) > 1
    return (None if leading_zero else amount(digits)) or digit_by_digit(digits)


def _read_out(digits: str) -> str:
    return digits.translate(_CHINESE_DIGITS)


def _parts(sign: str) -> bool:
    """Whether *sign* stands between words and would vanish with what is not ASCII: well—yes."""
    return not sign.isascii() and unicodedata.category(sign)[0] in "PSZ"


def _is_mark(sign: str) -> bool:
    """Whether *sign* is punctuation, a symbol or a control, and no apostrophe.

    All of string.punctuation and of zhon.hanzi.punctuation is, but for the apostrophe and spaces.
    """
    return sign != "'" and unicodedata.category(sign)[0] in "PSC"
