"""From votes to ratings: the one entry point that site, command and tests share."""

from collections.abc import Sequence
from dataclasses import replace

from ratings.statistics.analysis import analyse
from ratings.statistics.blas import single_threaded
from ratings.statistics.covariance import Clustering
from ratings.statistics.islands import islands_of
from ratings.statistics.ranks import MOST_LEVEL
from ratings.statistics.standings import Method, Ratings
from ratings.statistics.summary import summarise
from ratings.statistics.votes import Ties, Votes


@single_threaded
def rate(
    votes: Votes,
    *,
    systems: Sequence[str],
    anchor: str | None = None,
    ties: Ties = Ties.HALF,
    order_effect: bool = False,
    level: float = 0.95,
    seed: int = 0,
    clustering: Clustering | None = None,
) -> Ratings:
    """Rate systems by their votes.

    systems: unique names; the votes hold indices into them. anchor: the name of the system that
    the others are measured against. level: of intervals and rank sets, at most MOST_LEVEL. seed: of
    the rank sets, not negative.
    clustering: what the intervals treat as independent; by default listeners where the votes carry
    them, else single votes.

    Raises VoteError for an unusable vote, FitError when the chosen model has no finite maximum,
    ValueError for settings that make no sense. The same input gives the same bytes. An island whose
    own fit has no finite maximum is listed without numbers, and says so.
    """
    if not 0 < level <= MOST_LEVEL:
        raise ValueError(f"The level must lie above 0 and at most at {MOST_LEVEL}, not at {level}.")
    if seed < 0:
        raise ValueError(f"The seed must be 0 or a positive whole number, not {seed}.")
    analysis = analyse(
        votes,
        systems=systems,
        anchor=anchor,
        ties=ties,
        order_effect=order_effect,
        clustering=clustering,
    )
    method = Method(ties, order_effect, analysis.clustering, level, seed, anchor)
    return replace(summarise(analysis, method), islands=islands_of(analysis, method))
