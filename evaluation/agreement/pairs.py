"""Votes as counts of pairs of clips: read once, whatever the number of metrics."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from evaluation.agreement.arrays import Floats, Ints
from evaluation.agreement.inputs import Inputs, Votes
from ratings.statistics.elo import POINTS_PER_UNIT


@dataclass(frozen=True, eq=False)
class PairCounts:
    """p pairs of clips that met, whatever the order in which they were heard.

    first, second: (p,) clips, first < second. won, lost: (p,) votes for the first and the second.
    """

    first: Ints
    second: Ints
    won: Floats
    lost: Floats

    @classmethod
    def of(cls, votes: Votes, clips: int) -> Self:
        """Count votes between n clips."""
        pair, of_vote, first_won = keys(votes, clips)
        won, lost = (
            np.bincount(of_vote[chosen], minlength=len(pair)).astype(np.float64)
            for chosen in (first_won, ~first_won)
        )
        return cls(pair // clips, pair % clips, won, lost)

    @property
    def votes(self) -> Floats:
        """Votes of each pair (p,)."""
        return self.won + self.lost

    def __len__(self) -> int:
        return len(self.first)

    def where(self, kept: NDArray[np.bool_]) -> Self:
        """Only some of the pairs (p,)."""
        return type(self)(self.first[kept], self.second[kept], self.won[kept], self.lost[kept])


def keys(votes: Votes, clips: int) -> tuple[Ints, Ints, NDArray[np.bool_]]:
    """Return the pairs (p,) as first · n + second, the pair of each vote (v,), and if first won."""
    low, high = np.minimum(votes.winner, votes.loser), np.maximum(votes.winner, votes.loser)
    pair, of_vote = np.unique(low * clips + high, return_inverse=True)
    return pair, of_vote, votes.winner == low


def expected(inputs: Inputs, pairs: PairCounts) -> tuple[Floats, NDArray[np.bool_]]:
    """Chance (p,) that the first is chosen under the board's ratings, and where both are rated.

    Bradley and Terry on the Elo scale; 0.5 where a system has no rating.
    """
    points, rated = inputs.rating
    first, second = inputs.clips.system[pairs.first], inputs.clips.system[pairs.second]
    both = rated[first] & rated[second]
    gap = np.where(both, points[first] - points[second], 0.0)
    return logistic(gap / POINTS_PER_UNIT), both


def logistic(log_odds: Floats) -> Floats:
    """Probabilities of log odds, without overflow."""
    probability: Floats = (1 + np.tanh(log_odds / 2)) / 2
    return probability
