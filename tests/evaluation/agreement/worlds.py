"""Made-up studies with a known truth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from evaluation.agreement.arrays import Floats
from evaluation.agreement.inputs import Clips, Inputs, MetricValues, Rated, Votes
from evaluation.metrics.base import Direction, Metric
from ratings.statistics.elo import POINTS_PER_UNIT


@dataclass(frozen=True, eq=False)
class World:
    """theta: (systems,) true strengths; quality: (clips,) those of the clips, in log odds."""

    inputs: Inputs
    theta: Floats
    quality: Floats

    @property
    def of_clip(self) -> Floats:
        """True strength of the system of each clip (clips,)."""
        return self.theta[self.inputs.clips.system]


def world(
    seed: Sequence[int],
    *,
    systems: int,
    prompts: int = 40,
    votes: int = 3000,
    listeners: int = 50,
    clip_spread: float = 0.5,
) -> World:
    """Every system speaks every prompt; pairs, prompts and listeners are drawn uniformly."""
    draw = np.random.default_rng(seed)
    theta = draw.normal(0, 1, systems)
    system, prompt = np.tile(np.arange(systems), prompts), np.repeat(np.arange(prompts), systems)
    quality = theta[system] + draw.normal(0, clip_spread, systems * prompts)
    asked, one = draw.integers(0, prompts, votes), draw.integers(0, systems, votes)
    other = (one + draw.integers(1, systems, votes)) % systems
    first, second = asked * systems + one, asked * systems + other
    won = draw.random(votes) < 1 / (1 + np.exp(quality[second] - quality[first]))
    elo = 1000 + POINTS_PER_UNIT * (theta - theta.mean())
    inputs = Inputs(
        tuple(f"s{k}" for k in range(systems)),
        ("calm", "lively"),
        Clips(system, np.zeros_like(system), prompt % 2, prompt),
        Votes(
            np.where(won, first, second),
            np.where(won, second, first),
            draw.integers(0, listeners, votes),
        ),
        tuple(Rated(k, float(value), value - 50.0, value + 50.0) for k, value in enumerate(elo)),
        human=0,
    )
    return World(inputs, theta, quality)


def small(
    system: Sequence[int],
    votes: Sequence[tuple[int, int, int]],
    *,
    ratings: Mapping[int, float] | None = None,
) -> Inputs:
    """Clips of one prompt by their systems, and votes (winner, loser, listener)."""
    none = np.zeros(len(system), dtype=np.int64)
    winner, loser, listener = (np.array([vote[k] for vote in votes], int) for k in range(3))
    return Inputs(
        tuple(f"s{k}" for k in range(max(system) + 1)),
        ("calm",),
        Clips(np.array(system), none, none, none),
        Votes(winner, loser, listener),
        tuple(Rated(k, value) for k, value in (ratings or {}).items()),
    )


def metric(
    inputs: Inputs,
    values: Floats | Mapping[int, float],
    *,
    name: str = "m",
    direction: Direction = Direction.HIGHER,
) -> MetricValues:
    """Values of every clip, or by clip."""
    about = Metric(name, name.upper(), "", direction, None, None)
    by_clip = values if isinstance(values, Mapping) else dict(enumerate(map(float, values)))
    return inputs.metric(about, by_clip)
