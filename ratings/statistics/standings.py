"""The result of a rating: one row per system, and the facts that hold for all rows."""

from dataclasses import dataclass

from ratings.statistics.components import State
from ratings.statistics.covariance import Clustering
from ratings.statistics.intervals import Estimate
from ratings.statistics.votes import Ties


@dataclass(frozen=True, slots=True)
class AgainstAnchor:
    """One system measured against the anchor.

    difference: in Elo points, with an interval of its own; None when either is not rated.
    votes: direct matchups with the anchor; share: part of them that the system won (a tie is half),
        None without such matchups.
    """

    difference: Estimate | None
    votes: float
    share: float | None


@dataclass(frozen=True, slots=True)
class Standing:
    """One row. rating (Elo points) and the ranks are None when `state` is not RATED.

    at_least, at_most: one-sided bound in Elo points of an undefeated or winless system.
    rank: position by rating; rank_low … rank_high: simultaneous rank set, tier: 1 is best, best:
    share of draws around the estimate in which it is the best; None without intervals.
    votes, wins: matchups that entered the counts, and wins among them (a tie is half).
    listeners: how many listeners judged the system; None when unknown.
    """

    index: int
    system: str
    state: State
    reason: str
    votes: float
    wins: float
    listeners: int | None
    rating: Estimate | None = None
    at_least: float | None = None
    at_most: float | None = None
    rank: int | None = None
    rank_low: int | None = None
    rank_high: int | None = None
    tier: int | None = None
    best: float | None = None
    against_anchor: AgainstAnchor | None = None


@dataclass(frozen=True, slots=True)
class Method:
    """What was done, complete enough to do it again."""

    ties: Ties
    order_effect: bool
    clustering: Clustering
    level: float
    seed: int
    anchor: str | None


@dataclass(frozen=True, slots=True)
class Ratings:
    """Standings best first, then the systems without a rating by name.

    width: half-width of the intervals in standard errors, for a system that met listeners as the
    board did (wider for the others); clusters: listeners (or prompts) behind them; effective: as
    how many these count, see `ratings.statistics.effective`.
    critical_value: of the rank sets. order_effect: δ in natural-log odds. nu: Davidson's ν.
    deviance and degrees_of_freedom: of the rated component; None when nothing is rated.
    notes: sentences a reader should see beside the table.
    islands: groups of systems with a scale of their own. Their systems stand in `standings` too,
        without a rating, so that nobody is missing there.
    """

    standings: tuple[Standing, ...]
    method: Method
    votes: float
    listeners: int | None
    width: float | None = None
    clusters: int | None = None
    effective: float | None = None
    critical_value: float | None = None
    order_effect: Estimate | None = None
    nu: float | None = None
    deviance: float | None = None
    degrees_of_freedom: int | None = None
    notes: tuple[str, ...] = ()
    islands: tuple["Island", ...] = ()

    @property
    def rated(self) -> tuple[Standing, ...]:
        """The rows that have a rating, best first."""
        return tuple(row for row in self.standings if row.state is State.RATED)

    @property
    def unrated(self) -> tuple[Standing, ...]:
        """The rows without one, by name."""
        return tuple(row for row in self.standings if row.state is not State.RATED)


@dataclass(frozen=True, slots=True)
class Island:
    """Systems that no two-way comparison joins to the rated ones: a table of their own.

    Everything in `ratings` holds within the island: mean, ranks, tiers, shares of best, votes,
    listeners. reason: why its numbers cannot be held against those of another table.
    """

    reason: str
    ratings: Ratings
