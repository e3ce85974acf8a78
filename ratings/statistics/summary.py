"""From a finished analysis to ratings: standings, and the facts beside them."""

import numpy as np

from ratings.statistics.analysis import Analysis
from ratings.statistics.covariance import Clustering
from ratings.statistics.fit import Fit
from ratings.statistics.intervals import Estimate, estimate
from ratings.statistics.ranks import ranks_of
from ratings.statistics.rows import RatedRows, unrated_rows
from ratings.statistics.standings import Method, Ratings
from ratings.statistics.uncertainty import Uncertainty, by_one_cluster, uncertainty
from ratings.statistics.votes import BoolArray

INDEPENDENT = (
    "The intervals treat every vote as independent; "
    "where listeners differ, the true uncertainty is larger."
)
ROUNDING = 1e-12  # of an effective number of clusters
NOTHING_RATED = "No two systems have beaten each other, so there is no common scale yet."


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
        effective=None if known is None else known.covariance.effective,
        critical_value=None if ranks is None else ranks.critical_value,
        order_effect=_order_effect(analysis.fit, known),
        nu=analysis.fit.nu,
        deviance=analysis.fit.deviance,
        degrees_of_freedom=analysis.fit.degrees_of_freedom,
        notes=(*_notes(analysis), *_without_error(analysis, known)),
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
        how_many = "All" if _met_one(analysis).all() else "Nearly all"
        return (f"{how_many} votes belong to one of the {analysis.clustering}: no intervals.",)
    rated, alone = analysis.connectivity.rated, _met_one(analysis)
    return tuple(
        f"{name} was met by one of the {analysis.clustering}: no interval."
        if by_one
        else f"Nearly all votes on {name} belong to one of the {analysis.clustering}: no interval."
        for name, by_one in sorted(
            (analysis.names[rated[k]], bool(alone[k]))
            for k in np.flatnonzero(by_one_cluster(analysis))
        )
    )


def _without_error(analysis: Analysis, known: Uncertainty | None) -> tuple[str, ...]:
    """A sentence on each system whose error vanishes, though several clusters met it."""
    if known is None:
        return ()
    vanishing = np.isinf(known.errors) & ~by_one_cluster(analysis)
    names = sorted(analysis.names[i] for i in analysis.connectivity.rated[vanishing])
    return tuple(
        f"The votes on {name} cancel out and leave no error: no interval." for name in names
    )


def _met_one(analysis: Analysis) -> BoolArray:
    """Which of the rated systems met a single cluster: (m,)."""
    if analysis.effective_of is None:
        return np.zeros(len(analysis.connectivity.rated), dtype=bool)
    one: BoolArray = analysis.effective_of < 1 + ROUNDING
    return one
