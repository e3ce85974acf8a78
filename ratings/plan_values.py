"""What is asked of a plan, as people write it: Elo points, shares, whole numbers. No Django."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ratings.planning import TOLERANCE, Plan, PlanError, fewest_votes, require_sense
from ratings.simulation import Population
from ratings.statistics import elo
from ratings.statistics.ranks import MOST_LEVEL

LARGEST_GAP = 4000.0  # Elo points between the best and the worst; odds of ten thousand million


@dataclass(frozen=True, slots=True)
class PlanValues:
    """Of the command and of the page alike.

    gaps: Elo points between neighbours, best pair first. taste: Elo points by which a listener's
    own taste shifts a system (standard deviation). power: for each pair of neighbours; level: of
    the rank sets. runs: simulated listenings per number of votes. most: votes to try at most.
    """

    gaps: tuple[float, ...]
    taste: float = 100.0
    votes_per_listener: int = 20
    power: float = 0.8
    level: float = 0.95
    runs: int = 100
    most: int = 200_000
    seed: int = 0

    def plan(self) -> Plan:
        """The question in the units of the simulation. Raises PlanError if it has no sense."""
        gaps = np.asarray(self.gaps, dtype=float)
        if not np.all(np.isfinite(gaps)) or np.abs(gaps).sum() > LARGEST_GAP:
            raise PlanError(
                f"The systems lie more than {LARGEST_GAP:.0f} Elo points apart: nobody needs to "
                "listen to tell them apart."
            )
        if not 0 <= self.taste <= LARGEST_GAP:
            raise PlanError(f"The taste must lie between 0 and {LARGEST_GAP:.0f} Elo points.")
        if not 0 < self.level <= MOST_LEVEL:
            raise PlanError(
                f"The level must lie above 0 and at most at {MOST_LEVEL}, not at {self.level}."
            )
        if self.seed < 0:
            raise PlanError(f"The seed must be 0 or more, not {self.seed}.")
        theta = -np.concatenate([[0.0], np.cumsum(gaps)]) / elo.POINTS_PER_UNIT
        question = Plan(
            Population(theta, taste=self.taste / elo.POINTS_PER_UNIT),
            votes_per_listener=self.votes_per_listener,
            power=self.power,
            level=self.level,
            runs=self.runs,
            most=self.most,
            seed=self.seed,
        )
        require_sense(question)
        return question


def gaps_between(ratings: Sequence[float]) -> tuple[float, ...]:
    """From ratings, best first, in Elo points."""
    return tuple(better - worse for better, worse in pairwise(ratings))


def seconds_at_most(question: Plan) -> float:
    """How long the search can take: enough only at the last doubling, and the gap still to halve.

    By measurement on one core, with 5 to 40 systems and 1,000 to 200,000 votes of one or twenty
    each, within a factor of two.
    """
    sizes = [fewest_votes(question)]
    while sizes[-1] < question.most:
        sizes.append(min(2 * sizes[-1], question.most))
    halvings = math.ceil(math.log2(math.log(2) / math.log(TOLERANCE)))
    per_run = [_seconds_per_run(question, votes) for votes in sizes]
    return question.runs * (sum(per_run) + halvings * per_run[-1])


def _seconds_per_run(question: Plan, votes: int) -> float:
    """A fixed part, the pairs of systems, the votes, the table of listeners by systems."""
    n = len(question.population.theta)
    listeners = votes / question.votes_per_listener
    return 0.01 + 1.1e-4 * n**2 + 4e-7 * votes + 1e-7 * listeners * n
