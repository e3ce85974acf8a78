"""How well a metric predicts votes: share of those predicted, and AUC, with intervals by system."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from evaluation.agreement.arrays import Floats, Ints
from evaluation.agreement.inputs import Inputs, MetricValues
from evaluation.agreement.pairs import PairCounts
from evaluation.agreement.resampling import Estimate, by_error, multiplicities
from evaluation.metrics.base import NotAvailable

GAPS = (0.0, 50.0, 100.0, 200.0, 400.0, np.inf)  # Elo points; chances of 57, 64, 76 and 91 %
BINS = 256  # of |difference| in resamples of the AUC; the estimate itself is exact


@dataclass(frozen=True, slots=True)
class Prediction:
    """How well the difference of a metric predicts votes; 0.5 is chance.

    share: of votes for the clip with the better value, equal values counting half. auc: chance that
    a difference winner − loser and another one loser − winner stand in the right order. votes,
    pairs: counted, of pairs of clips. level: share of the votes whose two values are equal.
    """

    share: Estimate
    auc: Estimate
    votes: int
    pairs: int
    systems: int
    level: float


@dataclass(frozen=True, slots=True)
class GapPrediction:
    """Votes between systems whose ratings differ by `low` to `high` Elo points (None: no end)."""

    low: float
    high: float | None
    prediction: Prediction | NotAvailable


@dataclass(frozen=True, eq=False)
class Differences:
    """Pairs of clips with the difference first − second (p,) of a metric, sign · value.

    system_first, system_second: (p,) positions among the `systems` that are present.
    """

    pairs: PairCounts
    difference: Floats
    system_first: Ints
    system_second: Ints
    systems: int

    @property
    def predicted(self) -> Floats:
        """Votes (p,) that the difference predicts; half of those of equal values."""
        return predicted(self.pairs, self.difference)

    @cached_property
    def system_pair(self) -> tuple[Ints, Ints]:
        """Pairs of systems (q,) as s · systems + t, and that of each pair of clips (p,)."""
        pair, of_clips = np.unique(
            self.system_first * self.systems + self.system_second, return_inverse=True
        )
        return pair, of_clips

    def sums(self, amounts: Floats) -> Floats:
        """Sums of amounts (p,) by pair of systems (q,)."""
        pair, of_clips = self.system_pair
        sums: Floats = np.bincount(of_clips, amounts, minlength=len(pair)).astype(np.float64)
        return sums

    def weights(self, drawn: Floats) -> Floats:
        """Weight of each pair of systems (r, q) where systems are drawn (r, systems) times."""
        pair = self.system_pair[0]
        product: Floats = drawn[:, pair // self.systems] * drawn[:, pair % self.systems]
        return product

    def resampled(self, amounts: Floats, drawn: Floats) -> Floats:
        """Amounts (p,) as a share of the votes in each resample (r,); NaN where it has no vote."""
        weights = self.weights(drawn)
        with np.errstate(invalid="ignore"):
            share: Floats = (weights @ self.sums(amounts)) / (weights @ self.sums(self.pairs.votes))
        return share

    def where(self, kept: NDArray[np.bool_]) -> "Differences":
        """Only some of the pairs (p,); systems without any are dropped."""
        return between(
            self.pairs.where(kept),
            self.difference[kept],
            self.system_first[kept],
            self.system_second[kept],
        )


def predicted(pairs: PairCounts, difference: Floats) -> Floats:
    """Votes (p,) for the better one by a difference first − second (p,); half where it is nil."""
    half = pairs.votes / 2
    return np.where(difference > 0, pairs.won, np.where(difference < 0, pairs.lost, half))


def between(pairs: PairCounts, difference: Floats, first: Ints, second: Ints) -> Differences:
    """Name systems (p,) by their position among those present."""
    present, place = np.unique(np.concatenate([first, second]), return_inverse=True)
    return Differences(pairs, difference, place[: len(first)], place[len(first) :], len(present))


def differences(inputs: Inputs, pairs: PairCounts, values: MetricValues) -> Differences:
    """Differences of a metric on those pairs of clips that both have a value."""
    amount, there = values.oriented(len(inputs.clips))
    kept = pairs.where(there[pairs.first] & there[pairs.second])
    system = inputs.clips.system
    return between(
        kept, amount[kept.first] - amount[kept.second], system[kept.first], system[kept.second]
    )


def predict(found: Differences, *, digest: str) -> Prediction | NotAvailable:
    """Share and AUC with intervals. Not available without votes, or where all values are equal."""
    votes = found.pairs.votes
    total = votes.sum()
    if not total:
        return NotAvailable("No vote is between two clips that both have a value.")
    if not found.difference.any():
        return NotAvailable(f"The metric is the same on both clips of all {int(total)} votes.")
    drawn = multiplicities(found.systems, digest)
    return Prediction(
        share=by_error(
            float(found.predicted.sum() / total),
            found.resampled(found.predicted, drawn),
            found.systems,
        ),
        auc=_auc(found, drawn),
        votes=int(total),
        pairs=len(votes),
        systems=found.systems,
        level=float(votes[found.difference == 0].sum() / total),
    )


def by_gap(inputs: Inputs, found: Differences, *, digest: str) -> tuple[GapPrediction, ...]:
    """The same by how far the ratings of the two systems are apart; unrated ones are left out."""
    points, rated = inputs.rating
    first = inputs.clips.system[found.pairs.first]
    second = inputs.clips.system[found.pairs.second]
    gap = np.where(rated[first] & rated[second], np.abs(points[first] - points[second]), -1.0)
    rows = []
    for low, high in pairwise(GAPS):
        part = found.where((gap >= low) & (gap < high))
        end = None if np.isinf(high) else high
        rows.append(GapPrediction(low, end, predict(part, digest=digest)))
    return tuple(rows)


def auc(size: Ints, better: Floats, worse: Floats, bins: int) -> Floats:
    """AUC of each row: size (k,) bin of |difference|; better, worse: (r, k) votes with and against.

    Each vote is seen from both sides, as winner − loser > 0 and as loser − winner < 0, so that it
    does not matter which clip stood left. Then AUC = P(x + y > 0) + ½ P(x + y = 0) for differences
    x and y, winner − loser, of two votes drawn with replacement (Hanley and McNeil 1982; the sum
    over pairs is that of Wilcoxon's signed ranks).
    """
    with_, against = (_binned(size, votes, bins) for votes in (better, worse))
    earlier = np.cumsum(against, axis=1) - against / 2
    right = with_.sum(axis=1)
    total = right + against.sum(axis=1)
    with np.errstate(invalid="ignore"):
        area: Floats = (right**2 + 2 * (with_ * earlier).sum(axis=1)) / total**2
    return area


def _binned(size: Ints, votes: Floats, bins: int) -> Floats:
    sums = np.zeros((len(votes), bins))
    for row, amounts in enumerate(votes):
        sums[row] = np.bincount(size, amounts, minlength=bins)
    return sums


def _auc(found: Differences, drawn: Floats) -> Estimate:
    """Exact for the estimate; resamples by bins, moved by what the bins change in the estimate."""
    better, votes = found.predicted, found.pairs.votes
    value, rank = np.unique(np.abs(found.difference), return_inverse=True)
    exact = float(auc(rank, better[None], (votes - better)[None], len(value))[0])
    coarse = rank * min(BINS, len(value)) // len(value)
    bins = int(coarse.max()) + 1
    pair, of_clips = found.system_pair
    cell = of_clips * bins + coarse
    by_pair = [
        np.bincount(cell, amounts, minlength=len(pair) * bins).reshape(len(pair), bins)
        for amounts in (better, votes - better)
    ]
    weights = np.vstack([np.ones(len(pair)), found.weights(drawn)])
    resamples = auc(np.arange(bins), weights @ by_pair[0], weights @ by_pair[1], bins)
    moved = np.clip(resamples[1:] + exact - resamples[0], 0.0, 1.0)
    return by_error(exact, moved, found.systems)
