"""Signs, addresses and emoji: each reader would put them into words in another way."""

import re
import unicodedata
from collections.abc import Iterator

from corpus.text.findings import Finding, found
from corpus.text.lexicon import any_of
from corpus.text.patterns import Match, Pattern, Rule, removal

_TLD = r"(?:com|org|net|edu|gov|info|io|ai|app|dev|co\.uk|co|uk|de|fr|eu|us|ca)"
_LABEL = r"[A-Za-z0-9-]{1,63}"
_HOST = rf"{_LABEL}(?:\.{_LABEL}){{0,5}}\.{_TLD}"
_PER = {
    "gal": "gallon",
    "hr": "hour",
    "kg": "kilogram",
    "lb": "pound",
    "min": "minute",
    "mo": "month",
    "oz": "ounce",
    "sec": "second",
    "wk": "week",
    "yr": "year",
}
_WORDS_OF_SIGNS = {".": "dot", "/": "slash", "@": "at", "-": "dash"}
_PICTURE = "[\U0001f000-\U0001faff\u2600-\u27bf\u2b00-\u2bff\u2300-\u23ff]"
_MODIFIER = "[\ufe0f\u200d\u20e3\u2640\u2642\U0001f3fb-\U0001f3ff]"
_HEART = rf"<3(?=\s*(?:$|[.,!?;:<]|{_PICTURE}))"  # "<3 days" is a quantity
_ONE_EMOJI = rf"(?:{_PICTURE}{_MODIFIER}*|(?<!\w)[:;=]-?[)(DPp](?!\w)|{_HEART})"
_EMOJI = re.compile(rf"{_ONE_EMOJI}(?:\s*{_ONE_EMOJI})*")
_ASCII_SIGN = re.compile(r"[@#$%^&*+=<>{}\[\]|\\/~_`]")
_UNREADABLE = {"Sm", "Sc", "Sk", "So", "Co", "Pc"}


def _address(match: Match) -> str | None:
    """www.example.com/help → "w w w dot example dot com slash help"; others are unclear."""
    written = re.sub(r"^https?://", "", match["span"], flags=re.IGNORECASE).rstrip("/")
    if re.search(r"[^A-Za-z./@-]", written):
        return None
    pieces = re.findall(r"[A-Za-z]+|[./@-]", written)
    said = [_WORDS_OF_SIGNS.get(piece, piece) for piece in pieces]
    return " ".join("w w w" if piece.lower() == "www" else piece for piece in said)


def emoji(text: str) -> Iterator[Finding]:
    """Yield emoji and emoticons; they are not spoken, so they go."""
    for match in _EMOJI.finditer(text):
        start, end, rest = removal(text, *match.span())
        yield found("emoji", start, end, "Emoji are not spoken. Leave it out.", rest)


def leftover_signs(text: str) -> Iterator[Finding]:
    """Yield every sign that no other rule has words for."""
    for match in _ASCII_SIGN.finditer(text):
        yield _unclear(match.start(), match[0])
    if not text.isascii():
        for index, character in enumerate(text):
            if character > "\x7f" and unicodedata.category(character) in _UNREADABLE:
                yield _unclear(index, character)


def _unclear(index: int, sign: str) -> Finding:
    sentence = f"“{sign}” is not a word. Write what the reader should say, or leave it out."
    return found("symbol", index, index + 1, sentence)


def _sign(regex: str, word: str, needs: str) -> Pattern:
    explanation = f"“{needs}” is read as a word."
    return Pattern("symbol", re.compile(regex), lambda _match: word, explanation, needs=needs)


ADDRESSES: tuple[Rule, ...] = (
    Pattern(
        "web-address",
        re.compile(rf"(?<![\w.])(?P<span>[\w.+-]{{1,64}}@{_HOST})(?![\w@])", re.ASCII),
        _address,
        "An e-mail address is read in words.",
        unclear="Parts of this e-mail address are read in two ways. Write it in words.",
        needs="@",
    ),
    Pattern(
        "web-address",
        re.compile(
            rf"(?<![\w.@])(?P<span>(?:https?://|www\.)[^\s<>()\"“”]*[\w/]|{_HOST}"
            r"(?:/[^\s<>()\"“”]*[\w/])?)(?![\w@])",
            re.ASCII | re.IGNORECASE,
        ),
        _address,
        "A web address is read in words.",
        unclear="Parts of this web address are read in two ways. Write it in words.",
        needs=".",
    ),
)
EMOJI: tuple[Rule, ...] = (emoji,)
SIGNS: tuple[Rule, ...] = (
    _sign(r"\band/or\b", "and or", "/"),
    _sign(r"(?<![\w/])[Ww]/o(?![\w/])", "without", "/"),
    _sign(r"(?<![\w/])[Ww]/\s?(?=[A-Za-z]{2})", "with ", "/"),
    _sign(r"(?<![\w/])[Bb]/c(?![\w/])", "because", "/"),
    Pattern(
        "symbol",
        re.compile(rf"(?<=\w)/(?P<unit>{any_of(_PER)})(?![\w/])"),
        lambda match: f" per {_PER[match['unit']]}",
        "“/” is read as a word.",
        needs="/",
    ),
    _sign(r"/(?=(?:second|minute|hour|day|night|week|month|year|person|mile)\b)", " per ", "/"),
    _sign(r"(?<=\w)&(?=\w)", " and ", "&"),
    _sign(r"(?<![&\w])&(?=\s|$)", "and", "&"),
    _sign(r"(?<=\w)\s?@\s(?=\w)", " at ", "@"),
    _sign(r"(?<=\s)@(?=\w)", "at ", "@"),
    _sign(r"(?<=\w)\+(?=\w)", " plus ", "+"),
    _sign(r"(?<![+\w])\+(?=\s\w)", "plus", "+"),
    _sign(r"(?<=\w)\+(?=[\s.,;:!?]|$)", " plus", "+"),
    _sign(r"(?<=\w)=(?=\w)", " equals ", "="),
    _sign(r"(?<![=\w])=(?=\s\w)", "equals", "="),
    _sign(r"(?<![#\w])#(?=[A-Za-z])(?![A-Za-z]+-?\d)", "hashtag ", "#"),
    _sign(r"(?<=\w)\s?×\s?(?=\w)", " times ", "×"),
    _sign(r"(?<=\w)\s?÷\s?(?=\w)", " divided by ", "÷"),
    _sign(r"±\s?(?=\w)", "plus or minus ", "±"),
    _sign(r"≈\s?(?=\w)", "about ", "≈"),
    _sign(r"(?<![~\w])~(?=\w)", "about ", "~"),
    _sign(r"(?<=[A-Za-z])\s?%(?!\w)", " percent", "%"),
    _sign(r"(?<=[A-Za-z])\s?°(?!\w)", " degrees", "°"),
    leftover_signs,
)
