"""The sampling rules on trial: the same simulated listeners, one rule after the other."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ratings.simulation import Population, answers
from ratings.statistics import elo
from ratings.statistics.analysis import Analysis, analyse
from ratings.statistics.ranks import RankSets, ranks_of
from ratings.statistics.sampling import (
    Sampling,
    precision_pairs,
    ranking_pairs,
    uniform_pairs,
)
from ratings.statistics.votes import BoolArray, FloatArray, IntArray, Votes

LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Trial:
    """How to try: a first uniform batch, then batches drawn by the rule, each by new listeners."""

    population: Population
    batches: int = 10
    votes_per_batch: int = 500
    listeners_per_batch: int = 10
    prompts: int = 50


@dataclass(frozen=True, slots=True)
class Result:
    """Means over the seeds.

    error: root mean square of rating minus truth, Elo points. inversions: pairs of systems in the
    wrong order. resolved: share of true neighbours that the board separates, in the right order.
    """

    rule: Sampling
    seeds: int
    error: float
    inversions: float
    resolved: float


def compare(
    trial: Trial, *, seeds: int, progress: Callable[[Sampling, int], None] | None = None
) -> tuple[Result, ...]:
    """Every rule on the same seeds."""
    results = []
    for rule in Sampling:
        rows = []
        for seed in range(seeds):
            rows.append(_measured(trial, rule, seed))
            if progress is not None:
                progress(rule, seed)
        error, inversions, resolved = np.mean(rows, axis=0)
        results.append(Result(rule, seeds, float(error), float(inversions), float(resolved)))
    return tuple(results)


def _measured(trial: Trial, rule: Sampling, seed: int) -> tuple[float, int, float]:
    truth = trial.population.truth()
    analysis = _listened(trial, rule, np.random.default_rng(seed))
    if analysis.fit is None or len(analysis.fit.theta) < len(truth):
        raise ValueError("A trial ended with systems unrated; give it more votes per batch.")
    theta = analysis.fit.theta
    wrong = (theta[:, None] > theta[None, :]) & (truth[:, None] < truth[None, :])
    sets = _rank_sets(analysis)
    order = np.argsort(-truth)
    resolved = [bool(sets.separated[a, b]) for a, b in pairwise(order)]
    error = elo.POINTS_PER_UNIT * np.sqrt(np.mean((theta - truth) ** 2))
    return float(error), int(wrong.sum()), float(np.mean(resolved))


def _listened(trial: Trial, rule: Sampling, rng: np.random.Generator) -> Analysis:
    names = [str(i) for i in range(len(trial.population.theta))]
    n = len(names)
    everything = ~np.eye(n, dtype=bool)
    parts = [_batch(trial, uniform_pairs(everything), 0, rng)]
    analysis = analyse(parts[0], systems=names)
    for batch in range(1, trial.batches):
        parts.append(_batch(trial, _pairs(rule, analysis, everything), batch, rng))
        analysis = analyse(_joined(parts), systems=names)
    return analysis


def _pairs(rule: Sampling, analysis: Analysis, available: BoolArray) -> FloatArray:
    n = len(available)
    if analysis.fit is None or analysis.covariance is None or len(analysis.fit.theta) < n:
        return uniform_pairs(available)  # too early to tell
    if rule is Sampling.PRECISION:
        # What a vote would add is a question to the model; the robust covariance is noisier here.
        by_model = analysis.fit.inverse_information[:n, :n]
        return precision_pairs(analysis.fit.theta, by_model, available)
    if rule is Sampling.RANKING:
        return ranking_pairs(analysis.fit.theta, _rank_sets(analysis).separated, available)
    return uniform_pairs(available)


def _rank_sets(analysis: Analysis) -> RankSets:
    found = ranks_of(analysis, level=LEVEL, seed=0)
    if found is None:
        raise ValueError("A trial needs more than one listener.")
    return found


def _batch(trial: Trial, pairs: FloatArray, batch: int, rng: np.random.Generator) -> Votes:
    first, second = np.triu_indices(len(pairs), k=1)
    drawn = rng.choice(len(first), size=trial.votes_per_batch, p=pairs[first, second])
    swap = rng.random(trial.votes_per_batch) < 0.5
    left = np.where(swap, second[drawn], first[drawn])
    right = np.where(swap, first[drawn], second[drawn])
    listener = rng.integers(0, trial.listeners_per_batch, trial.votes_per_batch)
    prompt = rng.integers(0, trial.prompts, trial.votes_per_batch)
    outcome = answers(trial.population, left, right, listener, prompt, rng)
    return Votes(left, right, outcome, listener + batch * trial.listeners_per_batch)


def _joined(parts: list[Votes]) -> Votes:
    def column(pick: Callable[[Votes], IntArray | None]) -> IntArray:
        return np.concatenate([values for part in parts if (values := pick(part)) is not None])

    return Votes(
        left=column(lambda part: part.left),
        right=column(lambda part: part.right),
        outcome=column(lambda part: part.outcome),
        listener=column(lambda part: part.listener),
    )
