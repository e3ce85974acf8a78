"""From votes to ratings: the one entry point that site, command and tests share."""

from collections.abc import Sequence

from ratings.statistics.analysis import Analysis, analyse
from ratings.statistics.blas import single_threaded
from ratings.statistics.covariance import Clustering
from ratings.statistics.fit import Fit
from ratings.statistics.intervals import Estimate, estimate
from ratings.statistics.ranks import ranks_of
from ratings.statistics.rows import RatedRows, unrated_rows
from ratings.statistics.standings import Method, Ratings
from ratings.statistics.uncertainty import Uncertainty, met_once, uncertainty
from ratings.statistics.votes import Ties, Votes

INDEPENDENT = (
    "The intervals treat every vote as independent; "
    "where listeners differ, the true uncertainty is larger."
)
NOTHING_RATED = "No two systems have beaten each other, so there is no common scale yet."


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
    the others are measured against. level: of intervals and rank sets. seed: of the rank sets.
    clustering: what the intervals treat as independent; by default listeners where the votes carry
    them, else single votes.

    Raises VoteError for an unusable vote, FitError when the chosen model has no finite maximum,
    ValueError for settings that make no sense. The same input gives the same bytes.
    """
    if not 0 < level < 1:
        raise ValueError(f"The level must lie between 0 and 1, not {level}.")
    analysis = analyse(
        votes,
        systems=systems,
        anchor=anchor,
        ties=ties,
        order_effect=order_effect,
        clustering=clustering,
    )
    method = Method(ties, order_effect, analysis.clustering, level, seed, anchor)
    return summarise(analysis, method)


def summarise(analysis: Analysis, method: Method) -> Ratings:
    """Standings and the facts beside them, from a finished analysis."""
    votes = float(analysis.counts.sum())
    unrated = tuple(unrated_rows(analysis, method.level))
    if analysis.fit is None:
        return Ratings(unrated, method, votes, analysis.listeners, notes=(NOTHING_RATED,))
    known = uncertainty(analysis, method.level)
    ranks = ranks_of(analysis, level=method.level, seed=method.seed)
    rows = RatedRows(analysis, analysis.fit, known, ranks).best_first()
    return Ratings(
        standings=(*rows, *unrated),
        method=method,
        votes=votes,
        listeners=analysis.listeners,
        width=None if known is None else known.width,
        clusters=None if known is None else known.covariance.clusters,
        critical_value=None if ranks is None else ranks.critical_value,
        order_effect=_order_effect(analysis.fit, known),
        nu=analysis.fit.nu,
        deviance=analysis.fit.deviance,
        degrees_of_freedom=analysis.fit.degrees_of_freedom,
        notes=_notes(analysis),
    )


def _order_effect(fitted: Fit, known: Uncertainty | None) -> Estimate | None:
    effect = fitted.parameters.order_effect
    if effect is None:
        return None
    if known is None:
        return Estimate(effect)
    return estimate(effect, known.order_effect, known.width)


def _notes(analysis: Analysis) -> tuple[str, ...]:
    if analysis.clustering is Clustering.NONE:
        return (INDEPENDENT,)
    if analysis.covariance is None:
        return (f"All votes belong to one of the {analysis.clustering}: no intervals.",)
    rated = analysis.connectivity.rated
    once = sorted(analysis.names[i] for i in rated[met_once(analysis)])
    return tuple(
        f"{name} was met by one of the {analysis.clustering}: no interval." for name in once
    )
