"""Every two clips that may meet, as arrays. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64]

PromptAndPair = tuple[int, int, int]
"""Prompt, and the two systems in ascending order: what a listener should not get twice."""


@dataclass(frozen=True, slots=True)
class AvailableClip:
    """A clip that can be issued."""

    clip: int
    prompt: int
    gender: str
    system: int


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """Pairs of clips of one prompt and gender and of two systems.

    first, second: shape ``(pairs,)``, places in ``clips``; the first has the lower system id.
    group: shape ``(pairs,)``, which (gender, prompt) a pair belongs to, 0 … groups − 1.
    gender_of_group: shape ``(groups,)``, a number for each gender.
    """

    clips: tuple[AvailableClip, ...]
    first: IntArray
    second: IntArray
    group: IntArray
    gender_of_group: IntArray
    first_system: IntArray
    second_system: IntArray
    prompt: IntArray

    @classmethod
    def of(cls, clips: Iterable[AvailableClip]) -> Self:
        """Enumerate the pairs of ``clips``: at most one clip per system, prompt and gender."""
        ordered = tuple(sorted(clips, key=lambda c: (c.gender, c.prompt, c.system)))
        first, second = _within_groups([(c.gender, c.prompt) for c in ordered])
        system = _integers(c.system for c in ordered)
        prompt = _integers(c.prompt for c in ordered)
        genders = {name: code for code, name in enumerate(sorted({c.gender for c in ordered}))}
        gender = _integers(genders[c.gender] for c in ordered)
        # One number for gender and prompt: the pairs of a group stand together.
        begins = np.ones(len(first), dtype=bool)
        one, other = first[1:], first[:-1]
        begins[1:] = (gender[one] != gender[other]) | (prompt[one] != prompt[other])
        return cls(
            clips=ordered,
            first=first,
            second=second,
            group=np.cumsum(begins) - 1,
            gender_of_group=gender[first][begins],
            first_system=system[first],
            second_system=system[second],
            prompt=prompt[first],
        )

    def __len__(self) -> int:
        return len(self.first)


def prompt_and_pair(prompt: int, one: int, other: int) -> PromptAndPair:
    """The key under which a listener's repeats are known, whatever the sides."""
    return (prompt, min(one, other), max(one, other))


def _within_groups(groups: Sequence[tuple[str, int]]) -> tuple[IntArray, IntArray]:
    """Index pairs (a < b) of every two members of a group, in a list sorted by group."""
    firsts: list[IntArray] = [np.empty(0, dtype=np.int64)]
    seconds: list[IntArray] = [np.empty(0, dtype=np.int64)]
    start = 0
    for stop in range(1, len(groups) + 1):
        if stop == len(groups) or groups[stop] != groups[start]:
            a, b = np.triu_indices(stop - start, k=1)
            firsts.append(a.astype(np.int64) + start)
            seconds.append(b.astype(np.int64) + start)
            start = stop
    return np.concatenate(firsts), np.concatenate(seconds)


def _integers(values: Iterable[int]) -> IntArray:
    return np.fromiter(values, dtype=np.int64)
