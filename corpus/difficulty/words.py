"""The sentences and the words of a written text."""

import re

_PLAIN = str.maketrans({"‘": "'", "’": "'", "ʼ": "'"})
# Chinese and Japanese write no spaces: each character counts as a word.
_IDEOGRAPH = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
# Apostrophes and dots stay inside a word (don't, p.m, 'cause), hyphens part one.
_LETTER = rf"[^\W_{_IDEOGRAPH}]"
_WORD = re.compile(rf"[{_IDEOGRAPH}]|'?{_LETTER}+(?:['.]{_LETTER}+)*'?")
_END = re.compile(r"""[.?!…]+["'”’)\]]*\s+(?=["'“‘(\[]*(\w))|[。！？]""")
_ABBREVIATION = re.compile(r"(?:\b(?:mr|mrs|ms|dr|st|prof)|\b\w\.\w)$", re.IGNORECASE)


def words(text: str) -> list[str]:
    """Return the words of *text* as written, without the punctuation around them.

    A hyphenated compound counts as its parts, a Chinese or Japanese character as one word.
    """
    return _WORD.findall(text.translate(_PLAIN))


def sentences(text: str) -> list[str]:
    """Return the sentences of *text*.

    One ends at ``? ! …`` or ``.`` before white space, a full stop only before a capital or a digit
    and not after a title or within an abbreviation such as "p.m."
    """
    parts, begin = [], 0
    for end in _END.finditer(text):
        if end[0].startswith(".") and not _ends(text, end):
            continue
        parts.append(text[begin : end.end()].strip())
        begin = end.end()
    return [part for part in [*parts, text[begin:].strip()] if part]


def _ends(text: str, stop: re.Match[str]) -> bool:
    """Whether a full stop ends a sentence."""
    follows = stop[1]
    starts = follows.isupper() or follows.isdigit()
    return starts and not _ABBREVIATION.search(text, 0, stop.start())
