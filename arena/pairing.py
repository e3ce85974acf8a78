"""Which two clips a listener hears next. Pure: arrays and a random generator in, a draw out.

Uniform sampling: a gender, a prompt of that gender, an unordered pair of systems that both have a
clip of it, and a coin for the sides, each uniform. The probability of the draw is kept, so that
any later analysis can weight by it.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

MAX_REJECTIONS = 32

PromptAndPair = tuple[int, int, int]
"""Prompt, and the two systems in ascending order."""


@dataclass(frozen=True, slots=True)
class AvailableClip:
    """A clip that can be issued."""

    clip: int
    prompt: int
    gender: str
    system: int


@dataclass(frozen=True, slots=True)
class Draw:
    """Two clips of one prompt and gender, in order.

    ``probability`` (0, 1] is that of this gender, prompt, pair and order, given the
    prompt-and-pairs that were left out because the listener had heard them.
    """

    gender: str
    prompt: int
    left: AvailableClip
    right: AvailableClip
    probability: float


@dataclass(frozen=True, slots=True)
class Pool:
    """Every pair of clips that may meet; ``first`` and ``second`` index ``clips``.

    ``weight`` (shape ``(pairs,)``, sums to 1) is the probability of each pair in a fresh draw.
    """

    clips: tuple[AvailableClip, ...]
    first: NDArray[np.int64]
    second: NDArray[np.int64]
    weight: NDArray[np.float64]
    cumulative: NDArray[np.float64]
    places: dict[PromptAndPair, tuple[int, ...]]

    @classmethod
    def of(cls, clips: Iterable[AvailableClip]) -> Self:
        """Enumerate the pairs of ``clips`` (at most one clip per system, prompt and gender)."""
        ordered = tuple(sorted(clips, key=lambda c: (c.gender, c.prompt, c.system)))
        first, second = _pairs_within_groups([(c.gender, c.prompt) for c in ordered])
        weight = _uniform_weights(ordered, first)
        places: dict[PromptAndPair, tuple[int, ...]] = {}
        for place, (a, b) in enumerate(zip(first.tolist(), second.tolist(), strict=True)):
            key = prompt_and_pair(ordered[a].prompt, ordered[a].system, ordered[b].system)
            places[key] = (*places.get(key, ()), place)
        return cls(ordered, first, second, weight, np.cumsum(weight), places)

    def __len__(self) -> int:
        return len(self.first)


def prompt_and_pair(prompt: int, one: int, other: int) -> PromptAndPair:
    """The key under which a listener's repeats are known, whatever the sides."""
    return (prompt, min(one, other), max(one, other))


def draw(
    pool: Pool,
    rng: np.random.Generator,
    seen: Iterable[PromptAndPair] = (),
) -> Draw | None:
    """Draw the next pair for a listener who has been issued ``seen`` (with repeats).

    No prompt-and-pair comes again while others were issued less often. ``None``: the pool is empty.
    """
    if len(pool) == 0:
        return None
    excluded = _most_heard(pool, seen)
    mass = float(pool.weight[excluded].sum())
    place = _draw_place(pool, excluded, rng)
    swap = rng.random() < 0.5
    a, b = pool.clips[pool.first[place]], pool.clips[pool.second[place]]
    left, right = (b, a) if swap else (a, b)
    probability = float(pool.weight[place]) / (1 - mass) / 2
    return Draw(left.gender, left.prompt, left, right, min(probability, 1.0))


def _most_heard(pool: Pool, seen: Iterable[PromptAndPair]) -> list[int]:
    """Places of the pairs issued more often than the least issued one."""
    times = Counter(key for key in seen if key in pool.places)
    least = min(times.values()) if len(times) == len(pool.places) else 0
    return [place for key, n in times.items() if n > least for place in pool.places[key]]


def _draw_place(pool: Pool, excluded: list[int], rng: np.random.Generator) -> int:
    barred = set(excluded)
    # Rejection gives the exact conditional distribution and costs one binary search a try.
    for _ in range(MAX_REJECTIONS):
        place = _weighted_place(pool.cumulative, rng)
        if place not in barred:
            return place
    remaining = pool.weight.copy()
    remaining[excluded] = 0
    return _weighted_place(np.cumsum(remaining), rng)


def _weighted_place(cumulative: NDArray[np.float64], rng: np.random.Generator) -> int:
    # side="right" never lands on a weight of zero: its interval is empty.
    place = int(np.searchsorted(cumulative, rng.random() * cumulative[-1], side="right"))
    return min(place, len(cumulative) - 1)


def _pairs_within_groups(
    groups: Sequence[tuple[str, int]],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Index pairs (a < b) of every two neighbours-by-group in a list sorted by group."""
    firsts: list[NDArray[np.int64]] = [np.empty(0, dtype=np.int64)]
    seconds: list[NDArray[np.int64]] = [np.empty(0, dtype=np.int64)]
    start = 0
    for stop in range(1, len(groups) + 1):
        if stop == len(groups) or groups[stop] != groups[start]:
            a, b = np.triu_indices(stop - start, k=1)
            firsts.append(a.astype(np.int64) + start)
            seconds.append(b.astype(np.int64) + start)
            start = stop
    return np.concatenate(firsts), np.concatenate(seconds)


def _uniform_weights(
    clips: Sequence[AvailableClip],
    first: NDArray[np.int64],
) -> NDArray[np.float64]:
    """1/genders × 1/prompts of the gender × 1/pairs of the prompt, for every pair."""
    pairs = Counter((clips[i].gender, clips[i].prompt) for i in first.tolist())
    prompts = Counter(gender for gender, _ in pairs)
    weights = [
        1 / len(prompts) / prompts[clip.gender] / pairs[clip.gender, clip.prompt]
        for clip in (clips[i] for i in first.tolist())
    ]
    return np.asarray(weights, dtype=np.float64)
