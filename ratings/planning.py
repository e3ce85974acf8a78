"""How many votes, from how many listeners, will separate these systems? By simulation.

No formula knows listeners who differ, so a planned listening is simulated many times and the board
is made of each; a pair counts as separated when the board's own simultaneous rank sets say so, in
the right order. The power is that of the pair that is hardest to separate.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ratings.simulation import Population, simulate
from ratings.statistics import elo
from ratings.statistics.analysis import Analysis, analyse
from ratings.statistics.ranks import MOST_LEVEL, ranks_of
from ratings.statistics.votes import BoolArray

WIDEST = 3000 / elo.POINTS_PER_UNIT  # natural-log odds; beyond, the worse one never wins
TOLERANCE = 1.1  # the answer is at most this much more than was needed


class PlanError(ValueError):
    """A plan that cannot be made; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be found out, and how surely.

    population: expected strengths and how much listeners differ. votes_per_listener: how long one
    listens. power: share of listenings in which each pair of neighbours must come out separated.
    runs: simulated listenings per number of votes; the power of 0.8 is then known to ± 0.08 for
    100. most: votes beyond which the search gives up.
    """

    population: Population
    votes_per_listener: int = 20
    power: float = 0.8
    level: float = 0.95
    runs: int = 100
    most: int = 2_000_000
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Point:
    """One number of votes, tried. pairs: power of each pair of neighbours, best pair first."""

    votes: int
    listeners: int
    pairs: tuple[float, ...]

    @property
    def power(self) -> float:
        """Of the pair that is hardest to separate."""
        return min(self.pairs)


@dataclass(frozen=True, slots=True)
class Answer:
    """Everything tried, in order, and the fewest votes that were enough (None: `most` are not)."""

    tried: tuple[Point, ...]
    enough: Point | None


@dataclass(frozen=True, slots=True)
class Tally:
    """Listenings simulated so far with one number of votes.

    hits: in how many of the `runs` each pair of neighbours came out separated, best pair first.
    """

    votes: int
    runs: int
    hits: tuple[int, ...]


def plan(question: Plan, *, progress: Callable[[Point], None] | None = None) -> Answer:
    """Search the number of votes: doubling until enough, then halving the gap to within a tenth.

    The last doubling stops at `most`. progress: called with each point as it is known. Raises
    PlanError for a question without answer.
    """
    require_sense(question)
    tried: list[Point] = []
    while (votes := next_votes(question, tried)) is not None:
        tried.append(power_at(question, votes))
        if progress is not None:
            progress(tried[-1])
    return answer_of(question, tried)


def next_votes(question: Plan, tried: Sequence[Point]) -> int | None:
    """The number of votes to try after those that were, in order; None when the search is over."""
    enough, short = _bracket(question, tried)
    if enough is None:
        votes = min(2 * short, question.most) if short else fewest_votes(question)
        return None if short == question.most else votes
    if short is None or enough.votes <= TOLERANCE * short:
        return None
    return round(math.sqrt(enough.votes * short))


def fewest_votes(question: Plan) -> int:
    """Where the search begins: two listeners, and ten votes for each system."""
    return max(2 * question.votes_per_listener, 10 * len(question.population.theta))


def answer_of(question: Plan, tried: Sequence[Point]) -> Answer:
    """What a finished search says."""
    return Answer(tuple(tried), _bracket(question, tried)[0])


def power_at(question: Plan, votes: int) -> Point:
    """Power of every pair of neighbours after some number of votes."""
    tally = no_run(question, votes)
    while tally.runs < question.runs:
        tally = further_run(question, tally)
    return point_of(question, tally)


def no_run(question: Plan, votes: int) -> Tally:
    """Where a number of votes begins."""
    return Tally(votes, 0, (0,) * (len(question.population.theta) - 1))


def further_run(question: Plan, tally: Tally) -> Tally:
    """One more simulated listening; it depends on the seed, the votes and its number alone."""
    theta = question.population.theta
    names = [f"{i:04}" for i in range(len(theta))]
    drawn = simulate(
        question.population,
        votes=tally.votes,
        listeners=_listeners(question, tally.votes),
        rng=np.random.default_rng([question.seed, tally.votes, tally.runs]),
    )
    above = _separated(analyse(drawn, systems=names), question)
    neighbours = pairwise(
        np.argsort(-theta)
    )  # taste flattens all alike, so the order is the truth's
    hits = (
        before + int(above[better, worse])
        for before, (better, worse) in zip(tally.hits, neighbours, strict=True)
    )
    return Tally(tally.votes, tally.runs + 1, tuple(hits))


def point_of(question: Plan, tally: Tally) -> Point:
    """The power that a tally shows. It has at least one run."""
    shares = tuple(hits / tally.runs for hits in tally.hits)
    return Point(tally.votes, _listeners(question, tally.votes), shares)


def answer_sentence(answer: Answer, question: Plan) -> str:
    """The answer in words."""
    if answer.enough is None:
        return f"Not even {answer.tried[-1].votes:,} votes separate every pair of neighbours."
    return (
        f"About {answer.enough.votes:,} votes from {answer.enough.listeners:,} listeners separate "
        f"each pair of neighbours in at least {100 * question.power:g}% of {question.runs} "
        "simulated listenings."
    )


def _listeners(question: Plan, votes: int) -> int:
    return max(2, math.ceil(votes / question.votes_per_listener))


def _bracket(question: Plan, tried: Sequence[Point]) -> tuple[Point | None, int | None]:
    """The last point that was enough, and the last number of votes that was not."""
    enough, short = None, None
    for point in tried:
        if point.power >= question.power:
            enough = point
        else:
            short = point.votes
    return enough, short


def _separated(analysis: Analysis, question: Plan) -> BoolArray:
    """Which system the board puts above which beyond noise: (n, n) of all systems."""
    above = np.zeros((len(analysis.names), len(analysis.names)), dtype=bool)
    ranks = ranks_of(analysis, level=question.level, seed=question.seed)
    if ranks is not None:
        rated = analysis.connectivity.rated
        above[np.ix_(rated, rated)] = ranks.separated
    return above


def require_sense(question: Plan) -> None:
    """Raise PlanError for a question that no simulation can answer."""
    theta = np.sort(question.population.theta)
    if len(theta) < 2:
        raise PlanError("A plan needs at least two systems.")
    if not np.isfinite(theta).all() or np.ptp(theta) > WIDEST:
        raise PlanError("The gaps must be numbers, of at most 3,000 Elo points together.")
    if not 0 <= question.population.taste < math.inf:
        raise PlanError("How much listeners differ cannot be below zero.")
    if not 0 < question.level <= MOST_LEVEL:
        raise PlanError(
            f"The level must lie above 0 and at most at {MOST_LEVEL}, not at {question.level}."
        )
    if np.diff(theta).min() <= 0:
        raise PlanError("Two systems are expected to be equal: no number of votes separates them.")
    if not 0 < question.power < 1:
        raise PlanError(f"The power must lie between 0 and 1, not {question.power}.")
    if question.votes_per_listener < 1 or question.runs < 1:
        raise PlanError("Votes per listener and runs must be at least 1.")
    if question.most < fewest_votes(question):
        raise PlanError(
            f"The search begins at {fewest_votes(question):,} votes (two listeners, ten votes per "
            f"system). Allow at least so many, not {question.most:,}."
        )
