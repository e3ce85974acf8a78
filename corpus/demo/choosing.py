"""Which of many prompts to take: those that sound like a person on the phone, all different."""

import re
from collections.abc import Iterable

from corpus.demo.asterisk import Reading

# An agent speaks to somebody; a menu recites keys.
_ADDRESS = frozenset({"please", "sorry", "thank", "i", "i'm", "we", "you", "your", "afraid"})
_MENU = frozenset({"press", "pound", "star", "key"})
_MUCH_ADDRESS = 3
_BREVITY = 10  # words; a shorter sentence gives listeners less to judge


def choose(readings: Iterable[Reading], count: int) -> list[Reading]:
    """Return *count* of *readings* (all, if there are fewer), the most natural first.

    Greedy: each next one has the best balance of naturalness and of sharing few words with those
    already chosen. The same readings always give the same choice.
    """
    left = list(readings)
    chosen: list[Reading] = []
    while left and len(chosen) < count:
        best = max(left, key=lambda reading: _worth(reading, chosen))
        left.remove(best)
        chosen.append(best)
    return chosen


def naturalness(text: str) -> float:
    """Return from −1 (recites keys) to 1 (speaks to somebody, in a sentence of some length)."""
    words = _words(text)
    address = min(len(words & _ADDRESS) / _MUCH_ADDRESS, 1.0)
    length = min(len(words) / _BREVITY, 1.0)
    return address * length - len(words & _MENU) / len(_MENU)


def _worth(reading: Reading, chosen: list[Reading]) -> float:
    words = _words(reading.text)
    nearest = max((_overlap(words, _words(other.text)) for other in chosen), default=0.0)
    return naturalness(reading.text) - 2 * nearest


def _overlap(first: frozenset[str], second: frozenset[str]) -> float:
    """Jaccard's index of two sets of words."""
    return len(first & second) / len(first | second)


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[\w'-]+", text.lower()))
