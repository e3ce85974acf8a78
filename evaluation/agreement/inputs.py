"""What agreement is computed from: clips, votes between them, ratings, and values of a metric.

Everything is named by position: clips 0 … n − 1, systems 0 … s − 1, and so on. What is missing is
absent: there is no NaN, and no place that stands for “nothing”.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from evaluation.agreement.arrays import BadInput, Floats, Ints, integers, numbers
from evaluation.metrics.base import Direction, Metric


@dataclass(frozen=True, eq=False)
class Clips:
    """n clips. system, gender, register, prompt: (n,) positions."""

    system: Ints
    gender: Ints
    register: Ints
    prompt: Ints

    def __len__(self) -> int:
        return len(self.system)


@dataclass(frozen=True, eq=False)
class Votes:
    """v forced choices. winner, loser: (v,) positions of clips; listener: (v,) positions.

    The register of a vote is that of its clips.
    """

    winner: Ints
    loser: Ints
    listener: Ints

    def __len__(self) -> int:
        return len(self.winner)


@dataclass(frozen=True, slots=True)
class Rated:
    """A system on a board, in Elo points; low and high are None where there is no interval."""

    system: int
    rating: float
    low: float | None = None
    high: float | None = None

    def __post_init__(self) -> None:
        ends = [self.rating, self.low, self.high]
        if not all(np.isfinite(end) for end in ends if end is not None):
            raise BadInput(f"System {self.system}: a rating must be a finite number.")


@dataclass(frozen=True, eq=False)
class MetricValues:
    """k clips that a metric has a value for. clip: (k,) positions, each once; value: (k,)."""

    metric: Metric
    clip: Ints
    value: Floats

    @classmethod
    def of(cls, metric: Metric, clip: ArrayLike, value: ArrayLike, *, clips: int) -> Self:
        """Check and keep. Raises BadInput."""
        checked = integers("clip", clip, below=clips)
        if len(np.unique(checked)) < len(checked):
            raise BadInput(f"{metric.name}: a clip has two values.")
        return cls(metric, checked, numbers("value", value, rows=len(checked)))

    @property
    def sign(self) -> float:
        """−1 for a metric of which less is better, so that sign · value grows with quality."""
        return -1.0 if self.metric.direction is Direction.LOWER else 1.0

    def oriented(self, clips: int) -> tuple[Floats, np.ndarray]:
        """Return sign · value of each of n clips (n,), 0 where absent, and which are there (n,)."""
        values, there = np.zeros(clips), np.zeros(clips, dtype=bool)
        values[self.clip], there[self.clip] = self.sign * self.value, True
        return values, there


@dataclass(frozen=True, eq=False)
class Inputs:
    """One board and the votes that it counted.

    systems, registers: names, by position. human: position of the human anchor, None without one.
    ratings: of the board over everything; register_ratings: of the boards of each register.
    """

    systems: tuple[str, ...]
    registers: tuple[str, ...]
    clips: Clips
    votes: Votes
    ratings: tuple[Rated, ...]
    register_ratings: Mapping[int, tuple[Rated, ...]] = field(default_factory=dict)
    human: int | None = None

    def __post_init__(self) -> None:
        clips, votes, systems = self.clips, self.votes, len(self.systems)
        rows = len(clips)
        set_ = object.__setattr__
        set_(
            self,
            "clips",
            Clips(
                integers("clips.system", clips.system, below=systems),
                _positions("clips.gender", clips.gender, rows),
                integers("clips.register", clips.register, below=len(self.registers), rows=rows),
                _positions("clips.prompt", clips.prompt, rows),
            ),
        )
        set_(
            self,
            "votes",
            Votes(
                integers("votes.winner", votes.winner, below=rows),
                integers("votes.loser", votes.loser, below=rows, rows=len(votes)),
                _positions("votes.listener", votes.listener, len(votes)),
            ),
        )
        self._check_votes()
        for rated in (self.ratings, *self.register_ratings.values()):
            _check_ratings(rated, systems)
        if self.human is not None and not 0 <= self.human < systems:
            raise BadInput(f"human: {self.human} is not one of 0 … {systems - 1}.")

    def _check_votes(self) -> None:
        """The two clips of a vote have one prompt and one gender, and come from two systems."""
        winner, loser = self.votes.winner, self.votes.loser
        for kind, values in (("prompt", self.clips.prompt), ("gender", self.clips.gender)):
            wrong = np.flatnonzero(values[winner] != values[loser])
            if wrong.size:
                raise BadInput(f"votes, row {wrong[0]}: the clips differ in their {kind}.")
        same = np.flatnonzero(self.clips.system[winner] == self.clips.system[loser])
        if same.size:
            raise BadInput(f"votes, row {same[0]}: both clips are of one system.")

    def metric(self, metric: Metric, values: Mapping[int, float]) -> MetricValues:
        """Return values by clip as arrays. Raises BadInput."""
        clips = np.fromiter(values, dtype=np.int64, count=len(values))
        amounts = np.fromiter(values.values(), dtype=np.float64, count=len(values))
        return MetricValues.of(metric, clips, amounts, clips=len(self.clips))

    @cached_property
    def digest(self) -> str:
        """SHA-256 of clips, votes and ratings: what random numbers are seeded from."""
        clips, votes = self.clips, self.votes
        seen = sha256(repr((self.systems, self.registers, self.human)).encode())
        for array in (clips.system, clips.gender, clips.register, clips.prompt):
            seen.update(array.tobytes())
        for array in (votes.winner, votes.loser, votes.listener):
            seen.update(array.tobytes())
        seen.update(repr((self.ratings, sorted(self.register_ratings.items()))).encode())
        return seen.hexdigest()

    @cached_property
    def rating(self) -> tuple[Floats, np.ndarray]:
        """Elo points of each system (s,), 0 where it has none, and which have one (s,)."""
        points, there = np.zeros(len(self.systems)), np.zeros(len(self.systems), dtype=bool)
        for rated in self.ratings:
            points[rated.system], there[rated.system] = rated.rating, True
        return points, there


def _positions(name: str, values: ArrayLike, rows: int) -> Ints:
    """Positions without an end that is known beforehand."""
    return integers(name, values, below=np.iinfo(np.int64).max, rows=rows)


def _check_ratings(ratings: Sequence[Rated], systems: int) -> None:
    positions = integers("ratings.system", [rated.system for rated in ratings], below=systems)
    if len(np.unique(positions)) < len(positions):
        raise BadInput("ratings: a system is rated twice on one board.")
