"""Listeners who do not exist, for trying a study out. Pure: generators and plain values.

A simulated listener hears each system at its true strength, shifted by a taste of the listener's
own, and leans to one side. The chance to choose left is logistic in the difference, as in the
Bradley-Terry model with an order effect.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

STRENGTH_SPREAD = 1.0
TASTE_SPREAD = 0.35
SIDE_SPREAD = 0.25
HUMAN_LEAD = 0.6


@dataclass(frozen=True, slots=True)
class SimulatedListener:
    """Tastes (natural-log odds per system) and the lean to the left (natural-log odds)."""

    taste: Mapping[int, float]
    lean: float

    def left_chance(self, strengths: Mapping[int, float], left: int, right: int) -> float:
        """Probability of choosing left."""
        appeal = {s: strengths[s] + self.taste[s] for s in (left, right)}
        return float(1 / (1 + np.exp(-(appeal[left] - appeal[right] + self.lean))))


def draw_strengths(
    systems: Sequence[int],
    rng: np.random.Generator,
    human: int | None = None,
) -> dict[int, float]:
    """True strengths in natural-log odds, evenly spread in random order, the human above all.

    Even spacing keeps neighbours apart, so that a board can be held against the truth.
    """
    others = [system for system in systems if system != human]
    places = np.linspace(-STRENGTH_SPREAD, STRENGTH_SPREAD, num=len(others))
    strengths = dict(zip(others, rng.permutation(places).tolist(), strict=True))
    if human is not None:
        strengths[human] = STRENGTH_SPREAD + HUMAN_LEAD
    return strengths


def draw_listener(systems: Sequence[int], rng: np.random.Generator) -> SimulatedListener:
    """A listener with tastes and a lean of the own."""
    tastes = rng.normal(0, TASTE_SPREAD, size=len(systems))
    return SimulatedListener(
        taste=dict(zip(systems, tastes.tolist(), strict=True)),
        lean=float(rng.normal(0, SIDE_SPREAD)),
    )
