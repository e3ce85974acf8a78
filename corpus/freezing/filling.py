"""Which prompts to take into a draft so that it is as balanced as can be."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Available:
    """A prompt that may be taken. perplexity: ``None`` if it is not measured."""

    key: str
    register: str
    topic: str
    perplexity: float | None


def fill(
    taken: Sequence[Available],
    available: Sequence[Available],
    *,
    size: int,
    registers: Sequence[str],
) -> list[str]:
    """Keys to add to ``taken`` so that each register has an equal share of ``size`` prompts.

    Within a register the topic that is rarest so far comes first, and of its prompts the one whose
    perplexity lies farthest from those taken: so difficulty is spread widely, which frequent
    middling prompts would not do. Ties go by key, so the same question has the same answer.
    Fewer are returned where a register has too few; no other register gets its share.
    """
    chosen: list[str] = []
    for place, name in enumerate(registers):
        here = [one for one in taken if one.register == name]
        left = sorted((one for one in available if one.register == name), key=lambda one: one.key)
        share = size // len(registers) + (place < size % len(registers))
        room = min(share - len(here), size - len(taken) - len(chosen), len(left))
        chosen += _chosen(here, left, max(0, room))
    return chosen


def _chosen(here: Sequence[Available], left: Sequence[Available], room: int) -> list[str]:
    """Keys of ``room`` of ``left``, one after the other."""
    topics = sorted({one.topic for one in (*here, *left)})
    number = {topic: index for index, topic in enumerate(topics)}
    times = np.bincount([number[one.topic] for one in here], minlength=len(topics))
    topic = np.array([number[one.topic] for one in left], dtype=int)
    surprise = _logarithms(left)
    distance = np.full(len(left), np.inf)
    for known in _logarithms(here):
        distance = np.fmin(distance, np.abs(surprise - known))
    # Unmeasured prompts come last among those of their topic.
    distance[np.isnan(surprise)] = -1.0
    free = np.ones(len(left), dtype=bool)
    keys = []
    for _ in range(room):
        order = np.lexsort((-distance, times[topic], ~free))
        best = int(order[0])
        keys.append(left[best].key)
        free[best] = False
        times[topic[best]] += 1
        distance = np.fmin(distance, np.abs(surprise - surprise[best]))
    return keys


def _logarithms(prompts: Sequence[Available]) -> NDArray[np.float64]:
    """Perplexities differ by ratios, so their distance is that of the logarithms; NaN: unknown."""
    known = [np.nan if one.perplexity is None else one.perplexity for one in prompts]
    logarithms: NDArray[np.float64] = np.log(np.array(known, dtype=np.float64))
    return logarithms
