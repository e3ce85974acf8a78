"""Votes made ready for every question that can be asked of them: counted, connected, fitted."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ratings.statistics.blas import single_threaded
from ratings.statistics.components import Connectivity, connectivity, seen_from_island
from ratings.statistics.counts import count_votes, counted, wins
from ratings.statistics.covariance import (
    Clustering,
    Covariance,
    TooFewClustersError,
    covariance,
    fewest_per_system,
)
from ratings.statistics.fit import Fit, fit
from ratings.statistics.model import FitError
from ratings.statistics.scores import clusters_per_system, compact
from ratings.statistics.votes import FloatArray, IntArray, Ties, Votes


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """Counts of all n systems, and the fit of the m that can be rated together.

    counts: (n, n, 3); wins: (n, n). listeners: how many there are, listeners_of: (n,) how many of
    them judged each system; None if unknown.
    votes: those that entered the fit, systems numbered 0 … m - 1 as in `connectivity.rated`.
    clusters_of: (m,) how many clusters met each rated system; None when model-based.
    fit, covariance: None when nothing can be rated; covariance also when there is one cluster.
    """

    names: tuple[str, ...]
    anchor: int | None
    counts: FloatArray
    wins: FloatArray
    connectivity: Connectivity
    listeners: int | None
    listeners_of: IntArray | None
    votes: Votes
    clustering: Clustering
    clusters_of: IntArray | None
    fit: Fit | None
    covariance: Covariance | None


@single_threaded
def analyse(
    votes: Votes,
    *,
    systems: Sequence[str],
    anchor: str | None = None,
    ties: Ties = Ties.HALF,
    order_effect: bool = False,
    clustering: Clustering | None = None,
    island: int | None = None,
) -> Analysis:
    """Count, connect and fit. Arguments and errors as for `rate`.

    island: its position in `Connectivity.islands`, to fit that one instead of the rated component.
    """
    names = _distinct(systems)
    clustering = clustering or default_clustering(votes)
    if order_effect and not votes.sided:
        raise FitError("These votes do not say which side each clip was on: no order effect.")
    n = len(names)
    votes = votes.checked(n)
    counts = counted(count_votes(votes, systems=n)[0], ties)
    won = wins(counts)
    anchor_index = _position(anchor, names)
    graph = connectivity(won, names=names, anchor=anchor_index)
    if island is not None:
        graph = seen_from_island(graph, island, won)
    rated = graph.rated
    inside = votes.entering(rated, systems=n, ties=ties)
    every = votes.entering(np.arange(n), systems=n, ties=ties)
    listeners, listeners_of = _listeners(every, n)
    clusters_of = listeners_of
    if inside is not every or clustering is not Clustering.LISTENER:
        clusters_of = fewest_per_system(inside, len(rated), clustering)
    fitted = None
    if len(rated):
        fitted = fit(counts[np.ix_(rated, rated)], ties=ties, order_effect=order_effect)
    return Analysis(
        names=names,
        anchor=anchor_index,
        counts=counts,
        wins=won,
        connectivity=graph,
        listeners=listeners,
        listeners_of=listeners_of,
        votes=inside,
        fit=fitted,
        clustering=clustering,
        clusters_of=clusters_of,
        covariance=_covariance(fitted, inside, clustering),
    )


def _covariance(fitted: Fit | None, votes: Votes, clustering: Clustering) -> Covariance | None:
    if fitted is None:
        return None
    try:
        return covariance(fitted, votes, clustering)
    except TooFewClustersError:
        return None


def default_clustering(votes: Votes) -> Clustering:
    """By listener where listeners are known, else none."""
    return Clustering.NONE if votes.listener is None else Clustering.LISTENER


def _listeners(votes: Votes, systems: int) -> tuple[int | None, IntArray | None]:
    if votes.listener is None:
        return None, None
    codes, total = compact(votes.listener)
    return total, clusters_per_system(codes, votes, systems)


def _distinct(systems: Sequence[str]) -> tuple[str, ...]:
    names = tuple(systems)
    if len(set(names)) != len(names):
        raise ValueError("Two systems have the same name.")
    return names


def _position(anchor: str | None, names: tuple[str, ...]) -> int | None:
    if anchor is None:
        return None
    if anchor not in names:
        raise ValueError(f"The anchor “{anchor}” is none of the systems.")
    return names.index(anchor)
