"""The matchups where listeners and a metric disagree most: the ones to listen to."""

from dataclasses import dataclass

import numpy as np

from evaluation.agreement.inputs import Inputs, MetricValues
from evaluation.agreement.pairs import PairCounts
from evaluation.agreement.prediction import differences

MOST = 20


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two clips (positions): the listeners chose `chosen`, the metric prefers `other`.

    votes: on both. share: of them for `chosen`, and low, the lower end of its 95 % interval
    (Wilson 1927, one-sided 97.5 %). value_chosen, value_other: the metric with its own sign. z:
    difference in favour of `other`, in root mean squares of the differences of all pairs; > 0.
    """

    chosen: int
    other: int
    votes: int
    share: float
    low: float
    value_chosen: float
    value_other: float
    z: float


def disagreements(
    inputs: Inputs, pairs: PairCounts, values: MetricValues, *, most: int = MOST
) -> tuple[Disagreement, ...]:
    """Return the worst first, by z · (2 · low − 1): listeners are sure, the metric of the opposite.

    Pairs with few votes cannot have a high `low`; those whose `low` is 0.5 or less, where listeners
    may not differ at all, come last, by z · share.
    """
    found = differences(inputs, pairs, values)
    spread = float(np.sqrt(np.mean(found.difference**2))) if len(found.pairs) else 0.0
    if not spread:
        return ()
    won, votes, difference = found.pairs.won, found.pairs.votes, found.difference
    z = difference / spread
    wrong = np.flatnonzero((won - votes / 2) * z < 0)
    share = np.maximum(won, votes - won)[wrong] / votes[wrong]
    low = wilson_low(share, votes[wrong])
    size = np.abs(z[wrong])
    order = np.lexsort((wrong, -size * share, -size * np.maximum(2 * low - 1, 0)))[:most]
    amount, _ = values.oriented(len(inputs.clips))
    rows = []
    for k in order:
        pair = wrong[k]
        clips = (int(found.pairs.first[pair]), int(found.pairs.second[pair]))
        chosen, other = clips if z[pair] < 0 else clips[::-1]
        rows.append(
            Disagreement(
                chosen,
                other,
                int(votes[pair]),
                float(share[k]),
                float(low[k]),
                float(values.sign * amount[chosen]),
                float(values.sign * amount[other]),
                float(size[k]),
            )
        )
    return tuple(rows)


def wilson_low(share: np.ndarray, votes: np.ndarray, z: float = 1.959964) -> np.ndarray:
    """Lower end of Wilson's score interval (1927) of shares (n,) of votes (n,)."""
    centre = share + z**2 / (2 * votes)
    half = z * np.sqrt(share * (1 - share) / votes + z**2 / (4 * votes**2))
    low: np.ndarray = (centre - half) / (1 + z**2 / votes)
    return low
