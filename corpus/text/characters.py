"""Characters that carry no speech: damaged encodings, controls, invisible ones, odd spaces."""

import re
from collections.abc import Iterator

import ftfy
from ftfy.badness import is_bad

from corpus.text.findings import Finding, found
from corpus.text.patterns import Match, Pattern, Rule, no_proposal

# Line ends are told by `turns`, tabs as spacing.
_CONTROL = re.compile(
    r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]+"
)
# Joiners are letters' business in Arabic and Indic scripts, and part of emoji.
_INVISIBLE = re.compile(
    r"(?:[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u202a-\u202e"
    r"\u2060-\u206f\ufeff\ufff9-\ufffb\ufe00-\ufe0f\U000e0000-\U000e0fff]|(?<![\u0600-\u0dff])[\u200c\u200d])+"
)
_TOKEN = re.compile(r"\S+")
_LOST = re.compile("\ufffd+")
_SPACE = r"[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]"
_ODD_SPACE = re.compile(rf"\A{_SPACE}+|{_SPACE}+\Z|{_SPACE}{{2,}}|(?! ){_SPACE}")
_RUNS = re.compile(r"(?<!\.)\.{4,}|(?P<sign>[!?])(?:[!?]{2,})|,{2,}|;{2,}|…{2,}|[-–—]{3,}")


_MIXED = re.compile(r"\b(?=\w{0,40}[A-Za-z])(?=\w{0,40}[\u0370-\u03ff\u0400-\u04ff])\w+\b")


def mojibake(text: str) -> Iterator[Finding]:
    """Yield words whose bytes were read in the wrong encoding ("â€™"), mended where possible."""
    if text.isascii() or not is_bad(text):
        return
    for token in _TOKEN.finditer(text):
        if is_bad(token[0]):
            mended = ftfy.fix_encoding(token[0])
            proposal = mended if not is_bad(mended) and mended != token[0] else None
            sentence = "Characters damaged by a wrong encoding."
            yield found("mojibake", *token.span(), sentence, proposal)


def mixed_scripts(text: str) -> Iterator[Finding]:
    """Yield words of Latin letters with look-alikes from Greek or Cyrillic among them."""
    if not text.isascii():
        for token in _MIXED.finditer(text):
            yield found("garbled", *token.span(), "Letters of two scripts in one word. Retype it.")


def _nothing(match: Match) -> str:
    return ""


def _space(match: Match) -> str:
    at_an_edge = match.start() == 0 or match.end() == len(match.string)
    return "" if at_an_edge else " "


def _shorter(match: Match) -> str:
    run = match[0]
    if match["sign"]:
        return "?" if "?" in run else "!"
    return {".": "…", "…": "…", "-": "—", "–": "—", "—": "—"}.get(run[0], run[0])


DAMAGE: tuple[Rule, ...] = (
    mojibake,
    Pattern("lost-character", _LOST, no_proposal, "A character was lost. Retype it."),
    Pattern("control-character", _CONTROL, _nothing, "A control character, which nobody can see."),
    mixed_scripts,
)
INVISIBLE: tuple[Rule, ...] = (
    Pattern("invisible-character", _INVISIBLE, _nothing, "A character that nobody can see."),
)
SPACING: tuple[Rule, ...] = (
    Pattern("punctuation", _RUNS, _shorter, "More punctuation than a voice can show."),
    Pattern("spacing", _ODD_SPACE, _space, "One plain space is enough."),
)
