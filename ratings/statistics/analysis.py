"""Votes made ready for every question that can be asked of them: counted, connected, fitted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from ratings.statistics.blas import single_threaded
from ratings.statistics.components import Connectivity, connectivity, seen_from_island
from ratings.statistics.counts import wins
from ratings.statistics.covariance import (
    Clustering,
    Covariance,
    TooFewClustersError,
    covariance,
    effective_of_systems,
    listener_covariance,
)
from ratings.statistics.crowd import Crowd, crowds
from ratings.statistics.fit import Fit, fit
from ratings.statistics.kinds import SliceFit
from ratings.statistics.model import FitError
from ratings.statistics.tabulation import Tabulation, tabulate
from ratings.statistics.votes import BoolArray, FloatArray, IntArray, Ties, Votes


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """Counts of all n systems, and the fit of the m that can be rated together.

    table, part: the votes, and the cells (C,) of them that are looked at.
    counts: (n, n, 3); wins: (n, n). crowd: the listeners; None if unknown.
    effective_of: (m,) as how many clusters count those that met each rated system, see
        `ratings.statistics.effective`; None when model-based.
    fit, covariance: None when nothing can be rated; covariance also when one cluster gave all, or
        nearly all, votes.
    """

    names: tuple[str, ...]
    anchor: int | None
    table: Tabulation
    part: BoolArray
    counts: FloatArray
    wins: FloatArray
    connectivity: Connectivity
    crowd: Crowd | None
    clustering: Clustering
    effective_of: FloatArray | None
    fit: Fit | None
    covariance: Covariance | None

    @property
    def listeners(self) -> int | None:
        """How many listeners there are; None if unknown."""
        return None if self.crowd is None else self.crowd.listeners

    @property
    def listeners_of(self) -> IntArray | None:
        """How many listeners judged each system: (n,); None if unknown."""
        return None if self.crowd is None else self.crowd.listeners_of

    @property
    def votes(self) -> Votes:
        """Those that entered the fit, systems numbered 0 … m - 1 as in `connectivity.rated`.

        Made anew each time.
        """
        inside = self.table.votes_in(self.part)
        rated, n = self.connectivity.rated, len(self.names)
        return inside.entering(rated, systems=n, ties=self.table.ties)


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
    table = tabulate(votes, systems=len(names), ties=ties)
    (analysis,) = analyse_slices(
        table,
        [table.everything],
        systems=names,
        anchor=anchor,
        order_effect=order_effect,
        clustering=clustering,
        island=island,
    )
    return analysis


@single_threaded
def analyse_slices(
    table: Tabulation,
    parts: Sequence[BoolArray],
    *,
    systems: Sequence[str],
    anchor: str | None = None,
    order_effect: bool = False,
    clustering: Clustering | None = None,
    island: int | None = None,
) -> list[Analysis]:
    """Analyse several slices of the same votes together. parts: the cells (C,) of each.

    What comes out for a slice does not depend on the others. Other arguments as for `analyse`.
    """
    names = _distinct(systems)
    anchor_index = _position(anchor, names)
    clustering = clustering or default_clustering(table.votes)
    counts = [table.counts[part].sum(axis=0) for part in parts]
    graphs = [connectivity(wins(c), names=names, anchor=anchor_index) for c in counts]
    if island is not None:
        graphs = [
            seen_from_island(graph, island, wins(c))
            for graph, c in zip(graphs, counts, strict=True)
        ]
    fits = [
        SliceFit(part, graph.rated, _fit(c, graph.rated, table.ties, order_effect))
        for part, c, graph in zip(parts, counts, graphs, strict=True)
    ]
    known = crowds(table, fits) if table.listener is not None else [None] * len(fits)
    return [
        _analysis(table, names, anchor_index, clustering, *found)
        for found in zip(fits, counts, graphs, known, strict=True)
    ]


def _analysis(
    table: Tabulation,
    names: tuple[str, ...],
    anchor: int | None,
    clustering: Clustering,
    one: SliceFit,
    counts: FloatArray,
    graph: Connectivity,
    crowd: Crowd | None,
) -> Analysis:
    effective_of, known = _clustered(table, one, crowd, clustering)
    return Analysis(
        names=names,
        anchor=anchor,
        table=table,
        part=one.part,
        counts=counts,
        wins=wins(counts),
        connectivity=graph,
        crowd=crowd,
        clustering=clustering,
        effective_of=effective_of,
        fit=one.fit,
        covariance=known,
    )


def _fit(counts: FloatArray, rated: IntArray, ties: Ties, order_effect: bool) -> Fit | None:  # noqa: FBT001
    if not len(rated):
        return None
    return fit(counts[np.ix_(rated, rated)], ties=ties, order_effect=order_effect)


def _clustered(
    table: Tabulation, one: SliceFit, crowd: Crowd | None, clustering: Clustering
) -> tuple[FloatArray | None, Covariance | None]:
    """As how many clusters count those that met each rated system, and the covariance.

    By listener, the crowd knows it all; otherwise the votes do.
    """
    if crowd is not None and clustering is Clustering.LISTENER:
        known = partial(listener_covariance, scores=crowd.scores, effective=crowd.effective)
        return crowd.effective_of, _unless_alone(known, one.fit)
    votes = table.votes_in(one.part).entering(one.rated, systems=table.systems, ties=table.ties)
    known = partial(covariance, votes=votes, clustering=clustering)
    return effective_of_systems(votes, len(one.rated), clustering), _unless_alone(known, one.fit)


def _unless_alone(known: Callable[[Fit], Covariance], fitted: Fit | None) -> Covariance | None:
    """None without a fit, or with (nearly) all votes of a single cluster."""
    try:
        return None if fitted is None else known(fitted)
    except TooFewClustersError:
        return None


def default_clustering(votes: Votes) -> Clustering:
    """By listener where listeners are known, else none."""
    return Clustering.NONE if votes.listener is None else Clustering.LISTENER


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
