"""Metrics by how well they predict the same votes, and which of them cannot be told apart."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from evaluation.agreement.arrays import Floats
from evaluation.agreement.inputs import Inputs, MetricValues
from evaluation.agreement.pairs import PairCounts
from evaluation.agreement.prediction import Differences, between, predicted
from evaluation.agreement.resampling import (
    LEAST_SYSTEMS,
    LEVEL,
    Estimate,
    by_error,
    multiplicities,
)
from evaluation.metrics.base import Direction

LEAST_COVERAGE = 0.75  # of the votes; a metric that has less would leave the others too few


@dataclass(frozen=True, slots=True)
class RankedMetric:
    """One metric on the common votes.

    coverage: share of all votes that it has both values for. apart_from, not_told_apart: names of
    the metrics compared, by whether the votes tell it from them. from_chance: whether they tell it
    from 0.5.
    """

    name: str
    direction: Direction
    share: Estimate
    coverage: float
    from_chance: bool
    apart_from: tuple[str, ...]
    not_told_apart: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A metric that is not compared, and why."""

    name: str
    coverage: float
    reason: str


@dataclass(frozen=True, slots=True)
class Ranking:
    """Best first. votes: the common ones, out of `all_votes`; systems: that they are between."""

    rows: tuple[RankedMetric, ...]
    left_out: tuple[LeftOut, ...]
    votes: int
    all_votes: int
    systems: int


def rank_metrics(
    inputs: Inputs,
    metrics: Sequence[MetricValues],
    *,
    pairs: PairCounts | None = None,
    least_coverage: float = LEAST_COVERAGE,
) -> Ranking:
    """Compare *metrics* on the votes for which all of them have both values.

    Left out first are metrics with values for less than *least_coverage* of the votes, those
    without any for a system, such as the human anchor, which they would take away from all others,
    and those whose two values are equal in every vote, which predict nothing. Every metric is
    judged by the same resamples, so that a difference has its own error; the differences of all
    couples are tested by Student's t and adjusted together (Holm 1979). Metrics without a direction
    enter with their own sign: below 0.5, lower values win.
    """
    counts = PairCounts.of(inputs.votes, len(inputs.clips)) if pairs is None else pairs
    total = float(counts.votes.sum())
    seen = [_oriented(inputs, counts, values) for values in metrics]
    coverage = [float(counts.votes[there].sum()) / total if total else 0.0 for _, there in seen]
    reasons = [
        _reason(share, _systems(inputs, counts) - _systems(inputs, counts, there), least_coverage)
        or _levelled(difference[there])
        for share, (difference, there) in zip(coverage, seen, strict=True)
    ]
    kept = [k for k, reason in enumerate(reasons) if not reason]
    left_out = tuple(
        LeftOut(values.metric.name, share, reason)
        for values, share, reason in zip(metrics, coverage, reasons, strict=True)
        if reason
    )
    common = np.logical_and.reduce(
        [np.ones(len(counts), dtype=bool), *(seen[k][1] for k in kept)], axis=0
    )
    votes = counts.where(common)
    if not kept or not len(votes):
        return Ranking((), left_out, 0, int(total), 0)
    system = inputs.clips.system
    place = between(votes, np.zeros(len(votes)), system[votes.first], system[votes.second])
    rows = _rows(
        [metrics[k] for k in kept],
        [predicted(votes, seen[k][0][common]) for k in kept],
        [coverage[k] for k in kept],
        place,
        inputs.digest,
    )
    return Ranking(rows, left_out, int(votes.votes.sum()), int(total), place.systems)


def _systems(inputs: Inputs, pairs: PairCounts, where: np.ndarray | None = None) -> set[str]:
    """Names of the systems whose clips were voted on, in the pairs of *where* alone."""
    chosen = slice(None) if where is None else where
    clips = np.concatenate([pairs.first[chosen], pairs.second[chosen]])
    return {inputs.systems[system] for system in np.unique(inputs.clips.system[clips])}


def _reason(coverage: float, lacking: set[str], least: float) -> str:
    """Why a metric is not compared; empty if it is."""
    if coverage < least:
        return (
            f"It has both values for {100 * coverage:.0f} % of the votes; "
            f"a comparison needs {100 * least:.0f} %."
        )
    if lacking:
        return f"It has no values for {', '.join(sorted(lacking))}, which the others have."
    return ""


def _levelled(difference: Floats) -> str:
    """Why a metric that never differs is not compared; empty if it does."""
    return "" if difference.any() else "Its two values are the same in every vote."


def _oriented(inputs: Inputs, pairs: PairCounts, values: MetricValues) -> tuple[Floats, np.ndarray]:
    amount, there = values.oriented(len(inputs.clips))
    return amount[pairs.first] - amount[pairs.second], there[pairs.first] & there[pairs.second]


def _rows(
    metrics: Sequence[MetricValues],
    amounts: Sequence[Floats],
    coverage: Sequence[float],
    place: Differences,
    digest: str,
) -> tuple[RankedMetric, ...]:
    drawn = multiplicities(place.systems, digest)
    total = place.pairs.votes.sum()
    shares = np.array([part.sum() / total for part in amounts])
    resamples = np.stack([place.resampled(part, drawn) for part in amounts])
    apart = told_apart(shares, resamples, place.systems)
    names = [values.metric.name for values in metrics]
    rows = []
    for k in sorted(range(len(names)), key=lambda k: (-shares[k], names[k])):
        estimate = by_error(float(shares[k]), resamples[k], place.systems)
        beyond = estimate.low is not None and estimate.high is not None
        rows.append(
            RankedMetric(
                names[k],
                metrics[k].metric.direction,
                estimate,
                coverage[k],
                beyond and not (estimate.low or 0.0) <= 0.5 <= (estimate.high or 0.0),
                tuple(names[j] for j in range(len(names)) if apart[k, j]),
                tuple(names[j] for j in range(len(names)) if j != k and not apart[k, j]),
            )
        )
    return tuple(rows)


def told_apart(shares: Floats, resamples: Floats, systems: int) -> np.ndarray:
    """Return which of m metrics differ (m, m), from shares (m,) and their resamples (m, r)."""
    m = len(shares)
    apart = np.zeros((m, m), dtype=bool)
    if m < 2 or systems < LEAST_SYSTEMS:
        return apart
    from scipy import special  # noqa: PLC0415 - slow to load

    first, second = np.triu_indices(m, 1)
    error = np.nanstd(resamples[first] - resamples[second], axis=1)
    gap = np.abs(shares[first] - shares[second])
    sure = error > 0
    t = np.divide(gap, error, out=np.zeros_like(gap), where=sure)
    p = np.where(sure, 2 * special.stdtr(systems - 1, -t), 1.0)
    differ = holm(p) <= 1 - LEVEL + 1e-12
    apart[first[differ], second[differ]] = True
    return apart | apart.T


def holm(p: Floats) -> Floats:
    """p values adjusted for all of them together (Holm 1979), in the order given."""
    order = np.argsort(p, kind="stable")
    raised = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(raised, 1.0)
    return adjusted
