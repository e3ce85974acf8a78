"""What every board tells: how much it stands on, how pairs fared, what separates neighbours."""

import numpy as np

from arena.models import Exclusion
from ratings.details import IslandDetails, Neighbours, Tally
from ratings.diagnosis.subject import Subject
from ratings.leaderboard.facts import island_facts
from ratings.pairs import PairTable
from ratings.slices import OVERALL
from ratings.statistics.goodness import PairVariances, pair_fits
from ratings.statistics.needed import votes_to_separate
from ratings.statistics.votes import Outcome
from ratings.stored import standing_fields

Fit = tuple[float | None, float | None, float | None]


def tally(subject: Subject) -> Tally:
    """Votes, listeners, prompts, and what was left out."""
    poll, traits = subject.poll, subject.poll.traits
    counted = subject.cells & traits.counted
    count = subject.vote_count
    left = int(subject.analysis.counts[..., Outcome.LEFT].sum())
    return {
        "votes": count,
        "listeners": subject.ratings.listeners or 0,
        "prompts": int(np.count_nonzero(poll.prompts[counted].any(axis=0))),
        "simulated": poll.votes(traits.simulated & counted),
        "excluded": {
            reason: poll.votes(traits.excluded_for(reason) & subject.cells)
            for reason in Exclusion.Reason.values
        },
        "left_share": left / count if count else None,
    }


def pair_table(subject: Subject, variances: PairVariances | None) -> PairTable:
    """Counts and fit of all pairs, in the order of the board. variances: for the fit, overall."""
    order = subject.order
    counts = subject.analysis.counts[np.ix_(order, order)].astype(np.int64)
    return {
        "systems": [subject.field.slug(index) for index in order],
        "won_left": counts[..., Outcome.LEFT].tolist(),
        "lost_left": counts[..., Outcome.RIGHT].tolist(),
        "strengths": _strengths(subject),
        "fits": _fits(subject, variances) if subject.part.key == OVERALL else {},
    }


def _strengths(subject: Subject) -> list[float | None]:
    fit, rated = subject.analysis.fit, subject.analysis.connectivity.rated.tolist()
    theta = {} if fit is None else dict(zip(rated, fit.theta.tolist(), strict=True))
    return [theta.get(index) for index in subject.order]


def _fits(subject: Subject, variances: PairVariances | None) -> dict[str, Fit]:
    place = {index: position for position, index in enumerate(subject.order)}
    fits = {}
    for row in pair_fits(subject.analysis, variances):
        first, second = place[row.first], place[row.second]
        sign = 1 if first < second else -1
        z = None if row.z is None else sign * row.z
        fits[f"{min(first, second)}-{max(first, second)}"] = (z, row.p_value, row.adjusted)
    return fits


def neighbours(subject: Subject) -> list[Neighbours]:
    """What separates each system from the next one, at the board's own critical value."""
    ratings = subject.ratings
    if ratings.critical_value is None:
        return []
    rows = votes_to_separate(
        subject.analysis, critical_value=ratings.critical_value, level=ratings.method.level
    )
    return [
        {
            "better": subject.field.slug(row.better),
            "worse": subject.field.slug(row.worse),
            "difference": row.difference,
            "error": row.error,
            "votes": row.votes,
        }
        for row in rows
    ]


def islands(subject: Subject) -> list[IslandDetails]:
    """The table of each island."""
    return [
        {
            "rows": [
                {"system": subject.field.slug(row.index), **standing_fields(row)}
                for row in island.ratings.standings
            ],
            "facts": island_facts(island),
        }
        for island in subject.ratings.islands
    ]
