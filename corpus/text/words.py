"""Words: what is counted, compared and normalised."""

import re
import unicodedata

from corpus.text.lexicon import words

WORD = re.compile(r"[^\W_]+(?:['’\-‐‑][^\W_]+)*")

FILLERS = frozenset(words("fillers"))

BEFORE_MORE = frozenset(words("before-more"))
_APOSTROPHES = re.compile(r"['’‘ʼ`´]")


def count_words(text: str) -> int:
    """Number of words; "forty-two" and "don't" are one each."""
    return sum(1 for _ in WORD.finditer(text))


def normalise(text: str) -> str:
    """Return *text* as it compares: lower case, no punctuation, no fillers, single spaces.

    Compatibility forms are unified (NFKC), apostrophes dropped ("don’t" and "dont" are equal),
    hyphens are spaces.
    """
    text = _APOSTROPHES.sub("", unicodedata.normalize("NFKC", text).casefold())
    spoken = (word for word in WORD.findall(text) if word not in FILLERS)
    return " ".join(" ".join(spoken).replace("-", " ").split())


def begins_sentence(text: str, position: int) -> bool:
    """Whether the character at *position* is the first of a sentence."""
    before = text[:position].rstrip(" \t\n\"'“”‘’(—–-")
    if not before or before[-1] != ".":
        return not before or before[-1] in "!?…"
    return before.split()[-1].lstrip("([\"“‘'").lower() not in BEFORE_MORE


def sentence_case(text: str, position: int, words: str) -> str:
    """Return *words* with a capital if they are to stand at the start of a sentence."""
    return words[:1].upper() + words[1:] if begins_sentence(text, position) else words
