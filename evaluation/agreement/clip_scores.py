"""What the listeners say of each clip: its share of wins, corrected for whom it met."""

from dataclasses import dataclass

import numpy as np

from evaluation.agreement.arrays import Floats, Ints
from evaluation.agreement.inputs import Inputs
from evaluation.agreement.pairs import PairCounts, expected, logistic
from ratings.statistics.elo import POINTS_PER_UNIT

LEAST_VOTES = 5  # fewer say next to nothing: the standard error of a share is then above 0.22


@dataclass(frozen=True, eq=False)
class ClipScores:
    """k clips with enough votes. clip: (k,) positions; share: (k,); votes: (k,).

    share: how often the clip would be chosen against the whole field. Votes are few for one clip,
    so it may lie a little outside 0 … 1.
    """

    clip: Ints
    share: Floats
    votes: Floats


def clip_scores(inputs: Inputs, pairs: PairCounts, *, least_votes: int = LEAST_VOTES) -> ClipScores:
    """Score the clips of rated systems that have *least_votes* against rated systems.

    share = (wins − wins expected) / votes + the share of its system against the field, where
    expected wins are those of the board's Bradley-Terry model, and the field is every other rated
    system once. The residual is what the clip does beyond its system; without it, a clip that met
    weak opponents would look good.
    """
    chance, rated = expected(inputs, pairs)
    kept, n = pairs.where(rated), len(inputs.clips)
    surplus = kept.won - kept.votes * chance[rated]
    residual = np.bincount(kept.first, surplus, minlength=n).astype(np.float64)
    residual -= np.bincount(kept.second, surplus, minlength=n)
    votes: Floats = np.bincount(kept.first, kept.votes, minlength=n).astype(np.float64)
    votes += np.bincount(kept.second, kept.votes, minlength=n)
    clip = np.flatnonzero(votes >= max(least_votes, 1))
    share = residual[clip] / votes[clip] + field_share(inputs)[inputs.clips.system[clip]]
    return ClipScores(clip, share, votes[clip])


def field_share(inputs: Inputs) -> Floats:
    """How often each system (s,) is chosen against a random other rated one; 0 if it is unrated."""
    points, rated = inputs.rating
    chance = logistic((points[:, None] - points[None, :]) / POINTS_PER_UNIT)
    others = rated[:, None] & rated[None, :] & ~np.eye(len(points), dtype=bool)
    number = others.sum(axis=1)
    return np.where(number > 0, (chance * others).sum(axis=1) / np.maximum(number, 1), 0.0)
