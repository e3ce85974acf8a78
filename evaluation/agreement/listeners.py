"""How alike the listeners are: each against the mean of the others, and half against half."""

from dataclasses import dataclass

import numpy as np

from evaluation.agreement.arrays import Floats
from evaluation.agreement.ceilings import OwnVotes, by_clips, by_systems
from evaluation.agreement.clip_scores import LEAST_VOTES, clip_scores
from evaluation.agreement.inputs import Inputs, Votes
from evaluation.agreement.pairs import PairCounts
from evaluation.metrics.base import NotAvailable

LEAST_ITEMS = 10  # shared with others; a correlation over fewer is noise
LEAST_CLIPS = 10


@dataclass(frozen=True, slots=True)
class InterRater:
    """Correlation of each listener with the mean of the others, over those with enough items.

    listeners: how many. quartiles: least, lower quartile, median, upper quartile, most.
    """

    listeners: int
    quartiles: tuple[float, float, float, float, float]


@dataclass(frozen=True, slots=True)
class Reliability:
    """Half of the listeners against the other half, on the scores of `clips` clips.

    half: Pearson's r of the two. full: what it is for all listeners (Spearman and Brown 1910).
    ceiling: √full, the most that a metric without error could correlate with the scores.
    """

    half: float
    full: float
    ceiling: float
    clips: int


@dataclass(frozen=True, slots=True)
class Listeners:
    """On the same two clips, on the same two systems, and clip by clip."""

    same_clips: InterRater | NotAvailable
    same_systems: InterRater | NotAvailable
    reliability: Reliability | NotAvailable


def listeners(inputs: Inputs) -> Listeners:
    """All three."""
    return Listeners(
        inter_rater(by_clips(inputs.votes, len(inputs.clips))[1]),
        inter_rater(by_systems(inputs)[1]),
        reliability(inputs),
    )


def inter_rater(own: OwnVotes, *, least_items: int = LEAST_ITEMS) -> InterRater | NotAvailable:
    """Summarise the correlations of all listeners who share enough items with others."""
    correlations = each_against_others(own, least_items=least_items)
    if not len(correlations):
        return NotAvailable(
            f"No listener judged {least_items} pairs that others judged as well, differing in them."
        )
    least, lower, median, upper, most = (
        float(part) for part in np.quantile(correlations, [0, 0.25, 0.5, 0.75, 1])
    )
    return InterRater(len(correlations), (least, lower, median, upper, most))


def each_against_others(own: OwnVotes, *, least_items: int) -> Floats:
    """Correlation of each listener (l,) with the mean of the others, over items.

    An item is seen from both sides, +1 for its first and −1 for its second becoming −1 and +1, so
    that its order is of no weight; both means are then 0, and Pearson's r is Σab / √(Σa² Σb²).
    """
    others = own.others_won + own.others_lost
    shared = others > 0
    who = own.listener[shared]
    a = ((own.won - own.lost) / (own.won + own.lost))[shared]
    b = (own.others_won - own.others_lost)[shared] / others[shared]
    size = int(own.listener.max(initial=-1)) + 1
    items = np.bincount(who, minlength=size)
    joint, first, second = (
        np.bincount(who, part, minlength=size) for part in (a * b, a * a, b * b)
    )
    enough = (items >= least_items) & (first > 0) & (second > 0)
    correlations: Floats = joint[enough] / np.sqrt(first[enough] * second[enough])
    return correlations


def reliability(inputs: Inputs) -> Reliability | NotAvailable:
    """Split the listeners at random in two, score the clips by each half, and compare."""
    votes, clips = inputs.votes, len(inputs.clips)
    people = int(votes.listener.max(initial=-1)) + 1
    draw = np.random.default_rng(int(inputs.digest, 16))
    in_first = (draw.permutation(people) % 2 == 0)[votes.listener]
    halves = []
    for chosen in (in_first, ~in_first):
        part = Votes(votes.winner[chosen], votes.loser[chosen], votes.listener[chosen])
        scores = clip_scores(
            inputs, PairCounts.of(part, clips), least_votes=max(LEAST_VOTES // 2, 1)
        )
        share = np.full(clips, np.nan)
        share[scores.clip] = scores.share
        halves.append(share)
    both = np.isfinite(halves[0]) & np.isfinite(halves[1])
    first, second = halves[0][both], halves[1][both]
    if len(first) < LEAST_CLIPS or np.ptp(first) == 0 or np.ptp(second) == 0:
        return NotAvailable(f"Fewer than {LEAST_CLIPS} clips have votes of both halves.")
    half = float(np.corrcoef(first, second)[0, 1])
    full = max(0.0, 2 * half / (1 + half)) if half > -1 else 0.0
    return Reliability(half, full, float(np.sqrt(full)), len(first))
