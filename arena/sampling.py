"""How likely each pair of clips is to be drawn. Pure.

Uniform: a gender, a prompt of it, a pair of systems of that prompt, each uniform. A study may lean
towards pairs that tell more (``pair_gain``), always mixed with a uniform floor, and may give
systems that joined late a share of the draws until they have caught up.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from arena.pairs import Pairs

SystemPair = tuple[int, int]
"""Two systems in ascending order."""

FloatArray = NDArray[np.float64]
SMALLEST_FLOOR = 0.1
LARGEST_CATCH_UP_SHARE = 0.5
LEAST_SHARE = 1e-12
"""Of the largest gain: less counts as none, for its reciprocal could not be told from infinity."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """The rule of a study.

    pair_gain: how much a vote on each pair would tell, in any unit, ≥ 0; pairs that are not named
        count as the mean of the others. Empty: uniform.
    floor: share of the draws that stays uniform, 0.1 to 1.
    newcomers: systems that catch up; catch_up_share: share of the draws, 0 to 0.5, that is drawn
        among the pairs with a newcomer. The rest is drawn as if nobody had joined, so that the
        others keep at least 1 − catch_up_share of their votes.
    """

    pair_gain: Mapping[SystemPair, float] = field(default_factory=dict)
    floor: float = 1.0
    newcomers: frozenset[int] = frozenset()
    catch_up_share: float = 0.0

    def __post_init__(self) -> None:
        if not SMALLEST_FLOOR <= self.floor <= 1:
            raise ValueError(f"The uniform floor lies between 0.1 and 1, not at {self.floor}.")
        if not 0 <= self.catch_up_share <= LARGEST_CATCH_UP_SHARE:
            raise ValueError(f"The catch-up share is 0 to 0.5, not {self.catch_up_share}.")
        if any(not np.isfinite(gain) or gain < 0 for gain in self.pair_gain.values()):
            raise ValueError("The gain of a pair is a number of at least 0.")


UNIFORM = Sampling()


def pair_weights(pairs: Pairs, sampling: Sampling) -> FloatArray:
    """The probability of each pair in a fresh draw, shape ``(pairs,)``, sum 1."""
    if len(pairs) == 0:
        return np.zeros(0)
    every = np.ones(len(pairs))
    weight = _by_gender_prompt_and_gain(pairs, every)
    if sampling.pair_gain and sampling.floor < 1:
        leaning = _by_gender_prompt_and_gain(pairs, _gains(pairs, sampling.pair_gain))
        weight = sampling.floor * weight + (1 - sampling.floor) * leaning
    new = _has_any(pairs, sampling.newcomers).astype(np.float64)
    if 0 < new.sum() < len(pairs) and sampling.catch_up_share > 0:
        share = sampling.catch_up_share
        weight = (1 - share) * weight + share * _by_gender_prompt_and_gain(pairs, new)
    return weight


def _by_gender_prompt_and_gain(pairs: Pairs, gain: FloatArray) -> FloatArray:
    """Uniform over genders, over prompts of the gender, then in proportion to the gain.

    Genders and prompts in which nothing is to be gained are not drawn.
    """
    of_group = np.bincount(pairs.group, weights=gain, minlength=len(pairs.gender_of_group))
    drawn = of_group > 0
    prompts = np.bincount(pairs.gender_of_group[drawn], minlength=1)
    genders = np.count_nonzero(prompts)
    chance = np.zeros(len(of_group))
    chance[drawn] = 1 / genders / prompts[pairs.gender_of_group[drawn]] / of_group[drawn]
    weight: FloatArray = gain * chance[pairs.group]
    return weight


def _gains(pairs: Pairs, pair_gain: Mapping[SystemPair, float]) -> FloatArray:
    systems, place = np.unique(
        np.concatenate([pairs.first_system, pairs.second_system]),
        return_inverse=True,
    )
    table = np.full((len(systems), len(systems)), np.mean(list(pair_gain.values())))
    places = {int(system): index for index, system in enumerate(systems)}
    for (low, high), gain in pair_gain.items():
        if low in places and high in places:
            table[places[low], places[high]] = gain
    first, second = place[: len(pairs)], place[len(pairs) :]
    gains: FloatArray = table[first, second]
    most = gains.max(initial=0.0)
    if most == 0:
        # Nothing to be gained anywhere is the same as everything alike.
        return np.ones(len(pairs))
    share: FloatArray = gains / most
    return np.where(share < LEAST_SHARE, 0.0, share)


def _has_any(pairs: Pairs, systems: frozenset[int]) -> NDArray[np.bool_]:
    wanted = sorted(systems)
    return np.isin(pairs.first_system, wanted) | np.isin(pairs.second_system, wanted)
