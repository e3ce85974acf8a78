"""How well votes can be predicted at all: by the other listeners, and by the fitted model."""

from dataclasses import dataclass

import numpy as np

from evaluation.agreement.arrays import Floats, Ints
from evaluation.agreement.inputs import Inputs, Votes
from evaluation.agreement.pairs import PairCounts, expected, keys
from evaluation.agreement.prediction import Differences, between
from evaluation.agreement.resampling import Estimate, by_error, multiplicities
from evaluation.metrics.base import NotAvailable


@dataclass(frozen=True, slots=True)
class Ceiling:
    """Share of `votes` that are predicted, with its interval clustered by system."""

    share: Estimate
    votes: int


@dataclass(frozen=True, slots=True)
class Ceilings:
    """Shares of votes that listeners, or the model, predict.

    same_clips, same_systems: by the majority of the other listeners on the same two clips, on the
    same two systems; a split majority counts half, votes that nobody else shares are left out.
    model: the best that a guess of the system alone can reach if the board's Bradley-Terry
    probabilities are true, the mean of max(p, 1 − p).
    """

    same_clips: Ceiling | NotAvailable
    same_systems: Ceiling | NotAvailable
    model: Ceiling | NotAvailable


@dataclass(frozen=True, eq=False)
class OwnVotes:
    """What one listener said of one item, of each of k (listener, item).

    item, listener: (k,). won, lost: (k,) votes for the first and the second of the item.
    others_won, others_lost: (k,) those of everybody else.
    """

    item: Ints
    listener: Ints
    won: Floats
    lost: Floats
    others_won: Floats
    others_lost: Floats


def own_votes(item: Ints, listener: Ints, first_won: np.ndarray) -> OwnVotes:
    """Take the votes (v,) of each listener on each item apart from those of the others.

    A listener who was asked the same twice agrees with himself; so all his votes are taken out.
    """
    people = int(listener.max(initial=0)) + 1
    key, of_vote = np.unique(item * people + listener, return_inverse=True)
    won, lost = (
        np.bincount(of_vote[chosen], minlength=len(key)).astype(np.float64)
        for chosen in (first_won, ~first_won)
    )
    of_item = key // people
    all_won, all_lost = (np.bincount(of_item, part)[of_item] for part in (won, lost))
    return OwnVotes(of_item, key % people, won, lost, all_won - won, all_lost - lost)


def by_clips(votes: Votes, clips: int) -> tuple[PairCounts, OwnVotes]:
    """Return pairs of clips, and votes of each listener on each."""
    _, of_vote, first_won = keys(votes, clips)
    return PairCounts.of(votes, clips), own_votes(of_vote, votes.listener, first_won)


def by_systems(inputs: Inputs) -> tuple[PairCounts, OwnVotes]:
    """Return pairs of systems (as if each were one clip), and votes of each listener on each."""
    votes, system = inputs.votes, inputs.clips.system
    merged = Votes(system[votes.winner], system[votes.loser], votes.listener)
    return by_clips(merged, len(inputs.systems))


def ceilings(inputs: Inputs, pairs: PairCounts) -> Ceilings:
    """All three."""
    system = inputs.clips.system
    clip_items, clip_votes = by_clips(inputs.votes, len(inputs.clips))
    system_items, system_votes = by_systems(inputs)
    return Ceilings(
        _majority(
            system[clip_items.first], system[clip_items.second], clip_votes, inputs, "two clips"
        ),
        _majority(system_items.first, system_items.second, system_votes, inputs, "two systems"),
        _model(inputs, pairs),
    )


def _majority(
    first: Ints, second: Ints, own: OwnVotes, inputs: Inputs, what: str
) -> Ceiling | NotAvailable:
    """first, second: systems of each item."""
    lead = own.others_won - own.others_lost
    shared = own.others_won + own.others_lost > 0
    if not shared.any():
        return NotAvailable(f"No two listeners judged the same {what}.")
    counts = PairCounts(first[own.item], second[own.item], own.won, own.lost).where(shared)
    found = between(counts, lead[shared], counts.first, counts.second)
    return _share(found, found.predicted, inputs.digest)


def _model(inputs: Inputs, pairs: PairCounts) -> Ceiling | NotAvailable:
    chance, rated = expected(inputs, pairs)
    if not rated.any():
        return NotAvailable("No vote is between two systems that are both rated.")
    kept, p, system = pairs.where(rated), chance[rated], inputs.clips.system
    found = between(kept, p - 0.5, system[kept.first], system[kept.second])
    return _share(found, kept.votes * np.maximum(p, 1 - p), inputs.digest)


def _share(found: Differences, amounts: Floats, digest: str) -> Ceiling:
    """Share that amounts (p,) are of the votes (p,)."""
    votes = found.pairs.votes
    drawn = multiplicities(found.systems, digest)
    return Ceiling(
        by_error(
            float(amounts.sum() / votes.sum()), found.resampled(amounts, drawn), found.systems
        ),
        int(votes.sum()),
    )
