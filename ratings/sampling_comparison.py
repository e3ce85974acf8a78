"""The sampling rules on trial: the same simulated listeners, one rule after the other."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

import numpy as np

from ratings.planning import WIDEST
from ratings.simulation import Population, answers
from ratings.statistics import elo
from ratings.statistics.analysis import Analysis, analyse
from ratings.statistics.ranks import RankSets, ranks_of
from ratings.statistics.sampling import precision_gain, ranking_gain
from ratings.statistics.votes import FloatArray, IntArray, Votes

LEVEL = 0.95
UNIFORM_FLOOR = 0.1  # share of the draws that stays uniform


class Rule(StrEnum):
    """How pairs are drawn."""

    UNIFORM = "uniform"
    PRECISION = "precision"
    RANKING = "ranking"


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

    rule: Rule
    seeds: int
    error: float
    inversions: float
    resolved: float


def compare(
    trial: Trial, *, seeds: int, progress: Callable[[Rule, int], None] | None = None
) -> tuple[Result, ...]:
    """Every rule on the same seeds. Raises ValueError for a trial that has no sense or no end."""
    _require_sense(trial)
    results = []
    for rule in Rule:
        rows = []
        for seed in range(seeds):
            rows.append(_measured(trial, rule, seed))
            if progress is not None:
                progress(rule, seed)
        error, inversions, resolved = np.mean(rows, axis=0)
        results.append(Result(rule, seeds, float(error), float(inversions), float(resolved)))
    return tuple(results)


def _require_sense(trial: Trial) -> None:
    theta = trial.population.theta
    if not (np.isfinite(theta).all() and 0 < np.ptp(theta) <= WIDEST):
        raise ValueError("The span must lie above 0 and at most at 3,000 Elo points.")
    if not 0 <= trial.population.taste <= WIDEST:
        raise ValueError("The taste must lie between 0 and 3,000 Elo points.")
    if min(trial.batches, trial.votes_per_batch, trial.listeners_per_batch) < 1:
        raise ValueError("Batches, and the votes and listeners of each, must be at least 1.")


def _measured(trial: Trial, rule: Rule, seed: int) -> tuple[float, int, float]:
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


def _listened(trial: Trial, rule: Rule, rng: np.random.Generator) -> Analysis:
    names = [str(i) for i in range(len(trial.population.theta))]
    n = len(names)
    parts = [_batch(trial, _level(n), 0, rng)]
    analysis = analyse(parts[0], systems=names)
    for batch in range(1, trial.batches):
        parts.append(_batch(trial, _gain(rule, analysis), batch, rng))
        analysis = analyse(_joined(parts), systems=names)
    return analysis


def _gain(rule: Rule, analysis: Analysis) -> FloatArray:
    n = len(analysis.names)
    if analysis.fit is None or analysis.covariance is None or len(analysis.fit.theta) < n:
        return _level(n)  # too early to tell
    if rule is Rule.PRECISION:
        return precision_gain(analysis.fit.theta, analysis.fit.inverse_information[:n, :n])
    if rule is Rule.RANKING:
        return ranking_gain(analysis.fit.theta, _rank_sets(analysis).separated)
    return _level(n)


def _level(n: int) -> FloatArray:
    return np.ones((n, n)) - np.eye(n)


def _rank_sets(analysis: Analysis) -> RankSets:
    found = ranks_of(analysis, level=LEVEL, seed=0)
    if found is None:
        raise ValueError("A trial needs more than one listener.")
    return found


def _batch(trial: Trial, gain: FloatArray, batch: int, rng: np.random.Generator) -> Votes:
    first, second = np.triu_indices(len(gain), k=1)
    leaning = gain[first, second] / gain[first, second].sum()
    shares = UNIFORM_FLOOR / len(first) + (1 - UNIFORM_FLOOR) * leaning
    drawn = rng.choice(len(first), size=trial.votes_per_batch, p=shares)
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
