"""From an analysis to rows that a person can read."""

from dataclasses import dataclass
from typing import TypedDict

import numpy as np

from ratings.statistics import elo
from ratings.statistics.analysis import Analysis
from ratings.statistics.bounds import one_sided_bounds
from ratings.statistics.components import REASONS, State
from ratings.statistics.fit import Fit
from ratings.statistics.intervals import Estimate, estimate
from ratings.statistics.ranks import RankSets
from ratings.statistics.standings import AgainstAnchor, Standing
from ratings.statistics.uncertainty import Uncertainty


class Tally(TypedDict):
    """What is known of a system without a fit."""

    index: int
    system: str
    state: State
    reason: str
    votes: float
    wins: float
    listeners: int | None


@dataclass(frozen=True, slots=True, eq=False)
class RatedRows:
    """Rows of the rated component. `uncertainty` and `ranks` are None without intervals."""

    analysis: Analysis
    fit: Fit
    uncertainty: Uncertainty | None
    ranks: RankSets | None

    def best_first(self) -> list[Standing]:
        """One row per rated system, by rating; equal ratings by name."""
        theta, rated = self.fit.theta, self.analysis.connectivity.rated
        order = elo.best_first(theta, [self.analysis.names[i] for i in rated])
        return [self._row(k, rank) for rank, k in enumerate(order, start=1)]

    def _row(self, k: int, rank: int) -> Standing:
        index = int(self.analysis.connectivity.rated[k])
        return Standing(
            **_tally(self.analysis, index),
            rating=self._rating(k),
            rank=rank,
            rank_low=None if self.ranks is None else int(self.ranks.low[k]),
            rank_high=None if self.ranks is None else int(self.ranks.high[k]),
            tier=None if self.ranks is None else int(self.ranks.tier[k]),
            best=self._best(k),
            against_anchor=against_anchor(self.analysis, index, self._difference(k)),
        )

    def _rating(self, k: int) -> Estimate:
        known = self.uncertainty
        theta = self.fit.theta - self.fit.theta.mean()
        error = None if known is None else known.errors[k]
        width = None if known is None else known.widths[k]
        return estimate(theta[k], error, width).scaled(elo.POINTS_PER_UNIT, elo.CENTRE)

    def _best(self, k: int) -> float | None:
        if self.ranks is None or self.ranks.best is None:
            return None
        return float(self.ranks.best[k])

    def _difference(self, k: int) -> Estimate | None:
        """θ_k minus the anchor's, in Elo points; None when there is no rated anchor."""
        at = np.flatnonzero(self.analysis.connectivity.rated == self.analysis.anchor)
        if self.analysis.anchor is None or not len(at) or at[0] == k:
            return None
        a, known = int(at[0]), self.uncertainty
        error = None if known is None else known.differences[k, a]
        width = None if known is None else known.difference_widths[k, a]
        difference = estimate(self.fit.theta[k] - self.fit.theta[a], error, width)
        return difference.scaled(elo.POINTS_PER_UNIT)


def _tally(analysis: Analysis, index: int) -> Tally:
    won = float(analysis.wins[index].sum())
    state = analysis.connectivity.states[index]
    return Tally(
        index=index,
        system=analysis.names[index],
        state=state,
        reason=REASONS[state],
        votes=won + float(analysis.wins[:, index].sum()),
        wins=won,
        listeners=None if analysis.listeners_of is None else int(analysis.listeners_of[index]),
    )


def unrated_rows(analysis: Analysis, level: float) -> list[Standing]:
    """The systems without a rating, by name, each with its reason and its bound, if it has one."""
    bounds = one_sided_bounds(analysis, level=level)
    states = analysis.connectivity.states
    left_over = [i for i, state in enumerate(states) if state is not State.RATED]
    return [
        Standing(
            **_tally(analysis, i),
            **_bound(states[i], bounds.get(i)),
            against_anchor=against_anchor(analysis, i, None),
        )
        for i in sorted(left_over, key=lambda i: analysis.names[i])
    ]


class Bound(TypedDict, total=False):
    """In Elo points."""

    at_least: float
    at_most: float


def _bound(state: State, strength: float | None) -> Bound:
    if strength is None:
        return {}
    points = elo.CENTRE + elo.POINTS_PER_UNIT * strength
    return {"at_least": points} if state is State.UNDEFEATED else {"at_most": points}


def against_anchor(
    analysis: Analysis, index: int, difference: Estimate | None
) -> AgainstAnchor | None:
    """Direct matchups with the anchor beside the fitted difference; None for the anchor itself."""
    anchor = analysis.anchor
    if anchor is None or anchor == index:
        return None
    won = float(analysis.wins[index, anchor])
    votes = won + float(analysis.wins[anchor, index])
    return AgainstAnchor(difference, votes, won / votes if votes else None)
