"""Listeners who do not exist: a population to draw votes from, and the truth behind it.

Every listener hears with a taste of their own (a normal shift per system), leans a little to one
side, and every prompt suits some systems better than others. The truth that a board estimates is
not the strengths put in, but the Bradley-Terry strengths that fit the average listener best: tastes
flatten the curve (Zeger, Liang & Albert 1988).
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import expit, roots_hermitenorm

from ratings.statistics.fit import fit
from ratings.statistics.votes import FloatArray, IntArray, Outcome, Votes

QUADRATURE_POINTS = 40


@dataclass(frozen=True, slots=True, eq=False)
class Population:
    """Who listens to what.

    theta: (n,) strengths in natural-log odds. taste, prompt_effect: standard deviation of a
    listener's, a prompt's own shift of each system. lean: standard deviation of the listeners'
    preference for the left side; side: its mean.
    """

    theta: FloatArray
    taste: float = 0.0
    prompt_effect: float = 0.0
    lean: float = 0.0
    side: float = 0.0

    def preference(self, left: IntArray, right: IntArray) -> FloatArray:
        """P(left wins) for the average listener, prompt and order of the sides."""
        spread = np.sqrt(2 * self.taste**2 + 2 * self.prompt_effect**2 + self.lean**2)
        nodes, weights = roots_hermitenorm(QUADRATURE_POINTS)
        eta = (self.theta[left] - self.theta[right])[..., None] + spread * nodes
        both = (expit(eta + self.side) + expit(eta - self.side)) / 2
        averaged: FloatArray = both @ (weights / weights.sum())
        return averaged

    def truth(self) -> FloatArray:
        """Strengths (n,) that a board of endless uniform votes without order effect arrives at."""
        n = len(self.theta)
        left, right = np.meshgrid(np.arange(n), np.arange(n), indexing="ij")
        counts = np.zeros((n, n, len(Outcome)))
        counts[..., Outcome.LEFT] = self.preference(left, right)
        counts[..., Outcome.RIGHT] = 1 - counts[..., Outcome.LEFT]
        counts[np.arange(n), np.arange(n)] = 0
        return fit(counts).theta


def simulate(
    population: Population,
    *,
    votes: int,
    listeners: int,
    prompts: int = 50,
    rng: np.random.Generator,
    activity: float = 0.0,
) -> Votes:
    """Votes of this population, pairs and sides uniform.

    activity: how unequal the listeners are in diligence (standard deviation of the log of their
    share of the votes; 0 means equal chances).
    """
    n = len(population.theta)
    share = np.exp(rng.normal(0, activity, listeners)) if activity else np.ones(listeners)
    listener = rng.choice(listeners, size=votes, p=share / share.sum())
    prompt = rng.integers(0, prompts, votes)
    left = rng.integers(0, n, votes)
    right = (left + rng.integers(1, n, votes)) % n
    return Votes(
        left=left,
        right=right,
        outcome=answers(population, left, right, listener, prompt, rng),
        listener=listener,
        prompt=prompt,
    )


def answers(
    population: Population,
    left: IntArray,
    right: IntArray,
    listener: IntArray,
    prompt: IntArray,
    rng: np.random.Generator,
) -> IntArray:
    """What fresh listeners say to these matchups: outcomes (votes,)."""
    n = len(population.theta)
    taste = rng.normal(0, population.taste, (int(listener.max()) + 1, n))
    suits = rng.normal(0, population.prompt_effect, (int(prompt.max()) + 1, n))
    lean = rng.normal(population.side, population.lean, int(listener.max()) + 1)
    eta = population.theta[left] - population.theta[right] + lean[listener]
    eta += taste[listener, left] - taste[listener, right]
    eta += suits[prompt, left] - suits[prompt, right]
    return np.where(rng.random(len(left)) < expit(eta), Outcome.LEFT, Outcome.RIGHT)
