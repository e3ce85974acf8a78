"""Are there more rock-paper-scissors triples than chance brings into transitive strengths?

A triple is cyclic when each of its systems lost the majority to another. Under the model such
triples arise by chance among close systems, so the observed number is compared with what votes
drawn from the fitted model show (a parametric bootstrap). Votes of one listener are alike, so each
pair is drawn with as many votes as it is worth: its number divided by the design effect.
"""

from dataclasses import dataclass

import numpy as np

from ratings.statistics.analysis import Analysis
from ratings.statistics.blas import single_threaded
from ratings.statistics.uncertainty import design_effect
from ratings.statistics.votes import BoolArray, FloatArray, IntArray

BLOCK = 2**19  # cells of simulated tables looked at together


@dataclass(frozen=True, slots=True)
class Intransitivity:
    """Cyclic triples of rated systems: observed, expected under the model, and how unusual.

    p_value: share of simulations with at least as many (one-sided, never 0).
    """

    cyclic: int
    expected: float
    p_value: float
    simulations: int


@single_threaded
def intransitivity(
    analysis: Analysis, *, simulations: int = 1000, seed: int = 0
) -> Intransitivity | None:
    """None when fewer than three systems are rated or their uncertainty is unknown."""
    if analysis.fit is None or analysis.covariance is None or len(analysis.fit.theta) < 3:
        return None
    rated = analysis.connectivity.rated
    won = analysis.wins[np.ix_(rated, rated)]
    score = analysis.fit.moments.score
    cells = analysis.counts[np.ix_(rated, rated)].sum(axis=-1)
    votes = cells + cells.T
    expected = cells * score + (cells * (1 - score)).T
    p = np.divide(expected, votes, out=np.full_like(expected, 0.5), where=votes > 0)
    worth = np.maximum(np.rint(votes / design_effect(analysis)), votes > 0).astype(np.int64)
    drawn = _simulated(p, worth, simulations=simulations, seed=seed)
    cyclic = cyclic_triples(won)
    as_many = int((drawn >= cyclic).sum())
    return Intransitivity(
        cyclic, float(drawn.mean()), (1 + as_many) / (1 + simulations), simulations
    )


def cyclic_triples(won: FloatArray) -> int:
    """Number of triples in which each system won the majority against one other. won: (n, n)."""
    return int(_cyclic(won > won.T))


def _cyclic(beats: BoolArray) -> IntArray:
    """The same of many tables at once: (…, n, n) to (…,)."""
    graph = beats.astype(np.float64)
    closed = ((graph @ graph) * graph.swapaxes(-1, -2)).sum(axis=(-1, -2))
    triples: IntArray = np.rint(closed / 3).astype(np.int64)
    return triples


def _simulated(p: FloatArray, votes: IntArray, *, simulations: int, seed: int) -> IntArray:
    rng, n = np.random.default_rng(seed), len(p)
    first, second = np.triu_indices(n, k=1)
    pair_votes, chance = votes[first, second], p[first, second]
    counts = []
    for start in range(0, simulations, block := max(1, BLOCK // n**2)):
        rows = min(block, simulations - start)
        won = rng.binomial(pair_votes, chance, (rows, len(first)))
        beats = np.zeros((rows, n, n), dtype=bool)
        beats[:, first, second] = 2 * won > pair_votes
        beats[:, second, first] = 2 * won < pair_votes
        counts.append(_cyclic(beats))
    return np.concatenate(counts)
