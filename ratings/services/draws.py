"""What the votes so far say about the next draws: adaptive gains, newcomers that catch up."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from arena.models import Study
from arena.sampling import SystemPair
from arena.services import set_pair_gain, update_catching_up
from corpus.models import System
from ratings.diagnosis import field_of, poll_of
from ratings.diagnosis.subject import LEVEL, SEED
from ratings.reading import BoardVotes
from ratings.slices import OVERALL, Slice
from ratings.statistics.analysis import Analysis
from ratings.statistics.covariance import model_based
from ratings.statistics.ranks import ranks_of
from ratings.statistics.sampling import precision_gain, ranking_gain
from ratings.statistics.votes import FloatArray
from ratings.stored import system_labels


def steer_draws(study: Study, systems: Sequence[System], votes: BoardVotes) -> None:
    """Set the gains of an adaptive study from its votes, and decide which systems catch up."""
    update_catching_up(study=study, counted=_votes_by_system(systems, votes))
    if study.sampling_mode == Study.SamplingMode.UNIFORM:
        return
    poll = poll_of(field_of(systems, system_labels(systems)), votes)
    (analysis,) = poll.analyses([poll.cells(Slice(OVERALL, "", ""))])
    set_pair_gain(study=study, gain=pair_gains(analysis, systems, study.sampling_mode))


def _votes_by_system(systems: Sequence[System], votes: BoardVotes) -> dict[int, int]:
    """How many votes each system has, excluded ones too, by its id."""
    sides = (votes.votes.left, votes.votes.right)
    counted = sum(np.bincount(side, minlength=len(systems)) for side in sides)
    return dict(zip([system.pk for system in systems], np.asarray(counted).tolist(), strict=True))


def pair_gains(analysis: Analysis, systems: Sequence[System], mode: str) -> dict[SystemPair, float]:
    """What one more vote would tell of each pair of rated systems, by their ids.

    Empty where nothing is rated, or nothing is known of how sure the ratings are: draws are then
    uniform. Pairs with an unrated system are not named, and count as the mean of the others.
    """
    gain = _gain(analysis, mode)
    if gain is None:
        return {}
    keys = [systems[index].pk for index in analysis.connectivity.rated.tolist()]
    return {
        (min(keys[a], keys[b]), max(keys[a], keys[b])): float(gain[a, b])
        for a, b in combinations(range(len(keys)), 2)
    }


def _gain(analysis: Analysis, mode: str) -> FloatArray | None:
    if analysis.fit is None:
        return None
    theta = analysis.fit.theta
    if mode == Study.SamplingMode.PRECISION:
        # The model's own covariance: what a vote adds to (see precision_gain).
        return precision_gain(theta, model_based(analysis.fit).matrix[: len(theta), : len(theta)])
    ranks = ranks_of(analysis, level=LEVEL, seed=SEED)
    return None if ranks is None else ranking_gain(theta, ranks.separated)
