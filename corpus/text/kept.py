"""Names, places and numbers of a source passage that a prompt has not swapped for others."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from corpus.text.lexicon import any_of, words
from corpus.text.spelling import spell_out
from corpus.text.words import WORD, begins_sentence


class KeptKind(StrEnum):
    """What was kept. Whether a name is a place is a guess from the words around it."""

    NAME = "name"
    PLACE = "place"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Kept:
    """A name, place or number of the prompt that is also in its passage; span in characters."""

    kind: KeptKind
    text: str
    start: int
    end: int


# "one", "first", "second" and "oh" are numbers only beside another.
_NUMBER = any_of(words("number-words"))
_BESIDE = rf"(?:{_NUMBER}|one|first|second|oh|zero|point)"
_NUMBERS = re.compile(
    rf"\b(?:(?:one|zero|oh|a)[ -])?{_NUMBER}(?:(?:[ -]|, | and )(?:{_BESIDE})\b(?!-))*\b",
    re.IGNORECASE,
)
_NOT_NAMES = frozenset(words("not-names"))
_NAME = re.compile(r"[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)*")
_BEFORE_A_PLACE = re.compile(
    r"\b(?:in|near|across|outside|inside|around|downtown|toward|towards) $"
)
_PLACE_WORD = re.compile(
    r"\b(?:Avenue|Beach|Bridge|City|County|Island|Lake|Mountain|Park|River|Road|Square|Street|Valley)\b"
)


def unswapped(text: str, passage: str) -> tuple[Kept, ...]:
    """Return the names, places and numbers of *text* that are in *passage*, in their order.

    A number counts however it is written ("42", "forty-two"). The first word of a sentence counts
    as a name if the passage has it in capitals within a sentence.
    """
    kept = [*_names(text, passage), *_numbers(text, passage)]
    return tuple(sorted(kept, key=lambda one: one.start))


def _names(text: str, passage: str) -> Iterator[Kept]:
    theirs = {_bare(word[0]) for word in WORD.finditer(passage)}
    certain = {_bare(word[0]) for word in _capitalised(passage)}
    for name in _NAME.finditer(text):
        spans = [
            (start, start + len(word[0]))
            for word in WORD.finditer(name[0])
            for start in [name.start() + word.start()]
            if word[0][0].isupper()
            and _bare(word[0]) not in _NOT_NAMES
            and _bare(word[0]) in (certain if begins_sentence(text, start) else theirs)
        ]
        if spans:
            yield _kept_name(text, spans[0][0], spans[-1][1])


def _bare(word: str) -> str:
    """Without the ending of the possessive."""
    return re.sub(r"['’]s$", "", word.casefold())


def _capitalised(passage: str) -> Iterator[re.Match[str]]:
    for word in WORD.finditer(passage):
        if word[0][0].isupper() and not begins_sentence(passage, word.start()):
            yield word


def _kept_name(text: str, start: int, end: int) -> Kept:
    name = text[start:end]
    is_place = _BEFORE_A_PLACE.search(text[:start]) or _PLACE_WORD.search(name)
    return Kept(KeptKind.PLACE if is_place else KeptKind.NAME, name, start, end)


def _numbers(text: str, passage: str) -> Iterator[Kept]:
    theirs = {_number_key(match[0]) for match in _NUMBERS.finditer(spell_out(passage))}
    for match in _NUMBERS.finditer(text):
        if _number_key(match[0]) in theirs:
            yield Kept(KeptKind.NUMBER, match[0], *match.span())


def _number_key(words: str) -> str:
    plain = [word for word in re.findall(r"[a-z]+", words.lower()) if word != "and"]
    return " ".join("one" if word == "a" else word for word in plain)
