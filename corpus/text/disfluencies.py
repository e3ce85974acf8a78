"""Authentic disfluencies: they stay. Shown, so that nobody takes them for mistakes."""

import re
from collections.abc import Iterator

from corpus.text.findings import Finding, found
from corpus.text.lexicon import any_of, words
from corpus.text.words import FILLERS

_FILLER = re.compile(rf"(?<![\w'’-]){any_of(FILLERS)}(?![\w'’-])", re.IGNORECASE)
_ASIDE = re.compile(
    r"(?<=[,—–] )(?:like|you know|I mean|right|sort of|kind of)(?=[,—–])", re.IGNORECASE
)
_REPEATED = re.compile(
    r"(?<![\w'’-])(?P<words>[^\W\d_][\w'’]*(?: [\w'’]+){0,3})(?:,? |\s?[—–]+\s?|-\s|\.{3} ?|… ?)"
    r"(?P=words)(?![\w'’])",
    re.IGNORECASE,
)
_STUTTER = re.compile(
    r"(?<![\w'’-])(?P<start>I|[b-df-hj-np-tv-xz]{1,3})-(?:(?P=start)-)*(?P=start)[\w'’]*(?!-)",
    re.IGNORECASE,
)
_MEANT = frozenset(words("repeated-on-purpose"))
_CUT_OFF = re.compile(
    r"(?<![\w'’-])[^\W\d_]{1,20}[-‐‑](?=\s+(?!(?:and|or|to|nor|but)\b)\w|[,.?!—]|$)"
)
_CORRECTION = re.compile(
    r"(?<![\w'’])(?:no,? wait|wait,? no|scratch that|or rather|(?:well,? )?I mean|"
    r"sorry, (?=I mean|no)|what I meant was|let me rephrase)(?![\w'’])",
    re.IGNORECASE,
)
_STAYS = "Authentic speech: it stays."


def disfluencies(text: str) -> Iterator[Finding]:
    """Yield fillers, repetitions, cut-off words and self-corrections."""
    for match in _REPEATED.finditer(text):
        if match["words"].lower() not in _MEANT | FILLERS:
            yield found("repetition", *match.span(), f"A repeated start. {_STAYS}")
    for match in _STUTTER.finditer(text):
        if match[0].lower() not in _MEANT:
            yield found("repetition", *match.span(), f"A repeated start. {_STAYS}")
    for code, regex, name in _SIMPLE:
        for match in regex.finditer(text):
            yield found(code, *match.span(), f"{name}. {_STAYS}")


_SIMPLE = (
    ("cut-off", _CUT_OFF, "A word broken off"),
    ("self-correction", _CORRECTION, "A self-correction"),
    ("filler", _FILLER, "A filler"),
    ("filler", _ASIDE, "A filler"),
)
