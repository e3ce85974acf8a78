"""Fragments that no one said: keyboard mash and words without a vowel."""

import re
from collections.abc import Iterator

from corpus.text.findings import Finding, found

# Seven consonants in a row do not occur in English ("Knightsbridge" and "catchphrase" have six).
_MASH = re.compile(r"(?<![^\W_])[^\W_]*?[b-df-hj-np-tv-xz]{7,}[^\W_]*", re.IGNORECASE)
_NO_VOWEL = re.compile(r"(?<![\w'’.@/-])[b-df-hj-np-tv-xz]{4,}(?![\w'’@/-])")
# Sounds that are spelled without a vowel, drawn out at will.
_SOUND = re.compile(
    r"h+m+(?:ph+)?|m+h*m+|s+h+|p+s+t+|p+f+t*|b+r+|g+r+|t+s+k+s?|z+|n+th|phw+t|thx|pls|cwms?|"
    r"(?:html|https?|dvds|pdfs|mp|css|xml|sms|gps)"
)
# Colons for sounds that are held, as conversation analysts write them.
_HELD = re.compile(r"(?<![^\W\d_])[^\W\d_]+(?::+[^\W\d_]+|::+)")
_SIGNS = re.compile(r"[#$%@^&*~_+=|\\<>{}\[\]/]{3,}")
_SAY = "Not a word. Write what was said, or leave it out."


def garbled(text: str) -> Iterator[Finding]:
    """Yield fragments that cannot be spoken."""
    for regex in (_MASH, _NO_VOWEL):
        for match in regex.finditer(text):
            if not _SOUND.fullmatch(match[0].lower()) and not _is_drawn_out(match[0]):
                yield found("garbled", *match.span(), _SAY)
    for regex in (_HELD, _SIGNS):
        for match in regex.finditer(text):
            yield found("garbled", *match.span(), _SAY)


def _is_drawn_out(word: str) -> bool:
    """One letter held ("yesssssss", "hmmmmmm"), which is a way to speak."""
    return not _MASH.search(re.sub(r"(\w)\1+", r"\1", word)) and bool(re.search(r"(\w)\1{2}", word))
