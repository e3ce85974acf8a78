"""What others say of a failure, fit to be stored and shown: without the key, without the text."""

import re

LONGEST = 240  # characters
KEY_PIECE = 6  # characters in a row that would give a part of a key away
PHRASE = 3  # words in a row that would give a part of a text away

_WORD = re.compile(r"[\w']+")


def told(message: str, *, text: str, key: str = "") -> str:
    """Return *message* on one line, cut short, with no piece of the *key* or phrase of the *text*.

    Endpoints and programs quote what they were sent, and some quote keys.
    """
    line = " ".join("".join(c if c.isprintable() else " " for c in message).split())
    line = _without_text(_without_key(line, key), text)
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1].rstrip()}…"


def _without_key(line: str, key: str) -> str:
    if not key:
        return line
    size = min(KEY_PIECE, len(key))
    pieces = {key[place : place + size] for place in range(len(key) - size + 1)}
    words = line.split(" ")
    return " ".join("[key]" if any(p in word for p in pieces) else word for word in words)


def _without_text(line: str, text: str) -> str:
    spoken = _words(text)
    size = min(PHRASE, len(spoken))
    if not size:
        return line
    phrases = {tuple(spoken[place : place + size]) for place in range(len(spoken) - size + 1)}
    found = list(_WORD.finditer(line))
    said = [match.group().casefold() for match in found]
    hidden: set[int] = set()
    for place in range(len(said) - size + 1):
        if tuple(said[place : place + size]) in phrases:
            hidden.update(range(place, place + size))
    return _with_gaps(line, [found[place] for place in sorted(hidden)])


def _with_gaps(line: str, hidden: list[re.Match[str]]) -> str:
    """The line with "[text]" in the place of words, once for each run of them."""
    parts: list[str] = []
    end = 0
    for match in hidden:
        between = line[end : match.start()]
        if _WORD.search(between) or not parts:
            parts += [between, "[text]"]
        end = match.end()
    return "".join([*parts, line[end:]])


def _words(text: str) -> list[str]:
    return [match.group().casefold() for match in _WORD.finditer(text)]
