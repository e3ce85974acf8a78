"""How many votes, from how many listeners, will separate these systems? By simulation.

No formula knows listeners who differ, so a planned listening is simulated many times and the board
is made of each; a pair counts as separated when the board's own simultaneous rank sets say so, in
the right order. The power is that of the pair that is hardest to separate.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ratings.simulation import Population, simulate
from ratings.statistics.analysis import Analysis, analyse
from ratings.statistics.ranks import ranks_of
from ratings.statistics.votes import BoolArray

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


def plan(question: Plan, *, progress: Callable[[Point], None] | None = None) -> Answer:
    """Search the number of votes: doubling until enough, then halving the gap to within a tenth.

    progress: called with each point as it is known. Raises PlanError for a question without answer.
    """
    _require_sense(question)
    tried: list[Point] = []
    for votes in _doubling(question):
        tried.append(_tried(question, votes, progress))
        if tried[-1].power >= question.power:
            break
    else:
        return Answer(tuple(tried), None)
    enough = tried[-1]
    short = tried[-2].votes if len(tried) > 1 else enough.votes
    while enough.votes > TOLERANCE * short:
        middle = _tried(question, round(math.sqrt(enough.votes * short)), progress)
        tried.append(middle)
        if middle.power >= question.power:
            enough = middle
        else:
            short = middle.votes
    return Answer(tuple(tried), enough)


def power_at(question: Plan, votes: int) -> Point:
    """Power of every pair of neighbours after some number of votes."""
    truth = question.population.truth()
    order = np.argsort(-truth)
    names = [f"{i:04}" for i in range(len(truth))]
    listeners = max(2, math.ceil(votes / question.votes_per_listener))
    rng = np.random.default_rng([question.seed, votes])
    hits = np.zeros(len(truth) - 1)
    for _ in range(question.runs):
        drawn = simulate(question.population, votes=votes, listeners=listeners, rng=rng)
        above = _separated(analyse(drawn, systems=names), question)
        hits += [above[better, worse] for better, worse in pairwise(order)]
    return Point(votes, listeners, tuple((hits / question.runs).tolist()))


def _separated(analysis: Analysis, question: Plan) -> BoolArray:
    """Which system the board puts above which beyond noise: (n, n) of all systems."""
    above = np.zeros((len(analysis.names), len(analysis.names)), dtype=bool)
    ranks = ranks_of(analysis, level=question.level, seed=question.seed)
    if ranks is not None:
        rated = analysis.connectivity.rated
        above[np.ix_(rated, rated)] = ranks.separated
    return above


def _tried(question: Plan, votes: int, progress: Callable[[Point], None] | None) -> Point:
    point = power_at(question, votes)
    if progress is not None:
        progress(point)
    return point


def _doubling(question: Plan) -> Iterator[int]:
    votes = max(2 * question.votes_per_listener, 10 * len(question.population.theta))
    while votes <= question.most:
        yield votes
        votes *= 2


def _require_sense(question: Plan) -> None:
    theta = np.sort(question.population.theta)
    if len(theta) < 2:
        raise PlanError("A plan needs at least two systems.")
    if np.diff(theta).min() <= 0:
        raise PlanError("Two systems are expected to be equal: no number of votes separates them.")
    if not 0 < question.power < 1:
        raise PlanError(f"The power must lie between 0 and 1, not {question.power}.")
    if question.votes_per_listener < 1 or question.runs < 1:
        raise PlanError("Votes per listener and runs must be at least 1.")
