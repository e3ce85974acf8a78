"""Which two clips a listener hears next. Pure: arrays and a random generator in, a draw out.

A gender, a prompt of that gender, an unordered pair of systems that both have a clip of it, and a
coin for the sides. How likely each pair is says ``arena/sampling.py``; the probability of the draw
is kept, so that any later analysis can weight by it.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from arena.pairs import AvailableClip, Pairs, PromptAndPair
from arena.sampling import UNIFORM, Sampling, pair_weights

MAX_REJECTIONS = 32


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


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """Every pair of clips that may meet, and how likely each is.

    ``weight`` (shape ``(pairs,)``, sums to 1) is the probability of each pair in a fresh draw.
    ``key`` numbers the prompt-and-pairs; ``sorted_key`` and ``order`` find the pairs of a key.
    """

    pairs: Pairs
    weight: NDArray[np.float64]
    cumulative: NDArray[np.float64]
    sorted_key: NDArray[np.int64]
    order: NDArray[np.int64]
    distinct: int

    @classmethod
    def of(cls, clips: Iterable[AvailableClip], sampling: Sampling = UNIFORM) -> Self:
        """The pool of ``clips`` under a sampling rule."""
        return cls.of_pairs(Pairs.of(clips), sampling)

    @classmethod
    def of_pairs(cls, pairs: Pairs, sampling: Sampling) -> Self:
        """The pool of pairs that are enumerated already."""
        weight = pair_weights(pairs, sampling)
        key = _keys(pairs.prompt, pairs.first_system, pairs.second_system)
        order = np.argsort(key, kind="stable")
        distinct = len(np.unique(key))
        return cls(pairs, weight, np.cumsum(weight), key[order], order, distinct)

    def __len__(self) -> int:
        return len(self.pairs)

    def places(self, key: int) -> NDArray[np.int64]:
        """The pairs of one prompt-and-pair: one for each gender that has it."""
        bounds = (np.searchsorted(self.sorted_key, key, side) for side in ("left", "right"))
        return self.order[slice(*bounds)]


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
    clips = pool.pairs.clips
    a, b = clips[pool.pairs.first[place]], clips[pool.pairs.second[place]]
    left, right = (b, a) if rng.random() < 0.5 else (a, b)
    probability = float(pool.weight[place]) / (1 - mass) / 2
    return Draw(left.gender, left.prompt, left, right, min(probability, 1.0))


def _most_heard(pool: Pool, seen: Iterable[PromptAndPair]) -> list[int]:
    """Places of the pairs issued more often than the least issued one."""
    times = Counter(seen)
    found = {key: pool.places(_key(*key)) for key in times}
    known = {key: places for key, places in found.items() if len(places)}
    least = min(times[key] for key in known) if len(known) == pool.distinct else 0
    return [int(place) for key in known if times[key] > least for place in known[key]]


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
    # side="right" never lands on a weight of zero: its interval is empty. The point stays below
    # the total, which rounding could otherwise reach.
    point = min(rng.random() * cumulative[-1], np.nextafter(cumulative[-1], 0))
    return int(np.searchsorted(cumulative, point, side="right"))


def _key(prompt: int, low: int, high: int) -> int:
    return int(_keys(*(np.asarray([value], dtype=np.int64) for value in (prompt, low, high)))[0])


def _keys(
    prompt: NDArray[np.int64],
    low: NDArray[np.int64],
    high: NDArray[np.int64],
) -> NDArray[np.int64]:
    """One number per prompt and pair: 24 bits of prompt, 19 of each system."""
    return (prompt << 38) | (low << 19) | high
