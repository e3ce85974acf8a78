"""What is said of one metric and the listeners, and of all metrics together, as plain values."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from typing import Any

import numpy as np

from evaluation.agreement.ceilings import Ceilings, ceilings
from evaluation.agreement.clip_scores import LEAST_VOTES, clip_scores
from evaluation.agreement.correlation import Correlations, correlate
from evaluation.agreement.disagreement import Disagreement, disagreements
from evaluation.agreement.inputs import Inputs, MetricValues
from evaluation.agreement.listeners import Listeners, listeners
from evaluation.agreement.pairs import PairCounts
from evaluation.agreement.prediction import GapPrediction, Prediction, by_gap, differences, predict
from evaluation.agreement.ranking import Ranking, rank_metrics
from evaluation.agreement.resampling import LEVEL, REPLICATES
from evaluation.agreement.system_means import (
    RegisterPoints,
    columns,
    register_points,
)
from evaluation.metrics.base import Direction, NotAvailable
from ratings.statistics.blas import single_threaded

METHOD_VERSION = 2  # grows with any change of a number or of the shape of the JSON


@dataclass(frozen=True, slots=True)
class LevelCorrelations:
    """Correlations of one register; register: its name, None for everything."""

    register: str | None
    correlations: Correlations | NotAvailable


@dataclass(frozen=True, slots=True)
class Agreement:
    """One metric against the listeners. All but points and values of clips grow with agreement.

    per_clip: with the corrected share of wins. per_system: mean with the rating, over everything
    and in each register that has a board. coverage: share of the clips that have a value.
    """

    metric: str
    direction: Direction
    clips: int
    coverage: float
    per_clip: Correlations | NotAvailable
    per_system: tuple[LevelCorrelations, ...]
    per_matchup: Prediction | NotAvailable
    by_gap: tuple[GapPrediction, ...]
    points: tuple[RegisterPoints, ...]
    disagreements: tuple[Disagreement, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """Everything about one board: schema METHOD_VERSION.

    digest: SHA-256 of the inputs, without the metrics, that seeded the resamples.
    """

    method: int
    digest: str
    level: float
    replicates: int
    least_votes: int
    votes: int
    ceilings: Ceilings
    listeners: Listeners
    ranking: Ranking
    metrics: tuple[Agreement, ...]


@single_threaded
def report(inputs: Inputs, metrics: Sequence[MetricValues]) -> Report:
    """Compute everything; votes are counted once for all metrics."""
    pairs = PairCounts.of(inputs.votes, len(inputs.clips))
    return Report(
        METHOD_VERSION,
        inputs.digest,
        LEVEL,
        REPLICATES,
        LEAST_VOTES,
        len(inputs.votes),
        ceilings(inputs, pairs),
        listeners(inputs),
        rank_metrics(inputs, metrics, pairs=pairs),
        tuple(agreement(inputs, values, pairs=pairs) for values in metrics),
    )


@single_threaded
def agreement(
    inputs: Inputs, metric: MetricValues, *, pairs: PairCounts | None = None
) -> Agreement:
    """Hold one metric against the listeners; pairs: the counted votes, if there are already."""
    counts = PairCounts.of(inputs.votes, len(inputs.clips)) if pairs is None else pairs
    found = differences(inputs, counts, metric)
    points = register_points(inputs, metric)
    clips = len(inputs.clips)
    return Agreement(
        metric.metric.name,
        metric.metric.direction,
        len(metric.clip),
        len(metric.clip) / clips if clips else 0.0,
        _per_clip(inputs, counts, metric),
        tuple(_per_system(inputs, metric, row) for row in points),
        predict(found, digest=inputs.digest),
        by_gap(inputs, found, digest=inputs.digest),
        points,
        disagreements(inputs, counts, metric),
    )


def _per_clip(
    inputs: Inputs, pairs: PairCounts, metric: MetricValues
) -> Correlations | NotAvailable:
    scores = clip_scores(inputs, pairs)
    amount, there = metric.oriented(len(inputs.clips))
    kept = there[scores.clip]
    clip = scores.clip[kept]
    return correlate(
        amount[clip], scores.share[kept], inputs.clips.system[clip], digest=inputs.digest
    )


def _per_system(inputs: Inputs, metric: MetricValues, row: RegisterPoints) -> LevelCorrelations:
    x, y = columns(row.points)
    found = correlate(metric.sign * x, y, np.arange(len(x)), digest=inputs.digest, what="systems")
    return LevelCorrelations(row.register, found)


def to_json(value: object) -> Any:
    """Return plain JSON of a result: dataclasses as objects, what is not available by its reason.

    Raises TypeError for what has no JSON, and ValueError for a number that is not finite.
    """
    if isinstance(value, NotAvailable):
        return {"available": False, "reason": value.reason}
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: to_json(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, tuple | list):
        return [to_json(item) for item in value]
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"{value} has no JSON.")
        return value
    if value is None or isinstance(value, bool | int | str):
        return value
    raise TypeError(f"{type(value).__name__} has no JSON.")
