"""Are there more rock-paper-scissors triples than chance brings into transitive strengths?

A triple is cyclic when each of its systems lost the majority to another. Under the model such
triples arise by chance among close systems, so the observed number is compared with what votes
drawn from the model show. The fitted strengths will not do for that: chance has spread them, so
that they show too few cycles. Each simulation draws strengths that are as far apart as the true
ones (normal about a normal mean, Efron & Morris 1973), then votes. Votes of one listener are alike:
the draws on a pair vary as the residuals of pairs do (beta-binomial).
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from ratings.statistics.analysis import Analysis
from ratings.statistics.blas import single_threaded
from ratings.statistics.covariance import Covariance
from ratings.statistics.fit import Fit
from ratings.statistics.goodness import PairVariances, residual_design_effect
from ratings.statistics.model import Parameters
from ratings.statistics.ranks import square_root
from ratings.statistics.votes import BoolArray, FloatArray, IntArray

BLOCK = 2**19  # cells of simulated tables looked at together

LEAST_CHANCE = 1e-9  # keeps shares and correlations off 0 and 1, where a beta law ends


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
    analysis: Analysis,
    *,
    simulations: int = 500,
    seed: int = 0,
    variances: PairVariances | None = None,
) -> Intransitivity | None:
    """None when fewer than three systems are rated or their uncertainty is unknown.

    variances: of the same analysis, where they are at hand.
    """
    if analysis.fit is None or analysis.covariance is None or len(analysis.fit.theta) < 3:
        return None
    rated = analysis.connectivity.rated
    won = analysis.wins[np.ix_(rated, rated)]
    cells = analysis.counts[np.ix_(rated, rated)].sum(axis=-1)
    rng = np.random.default_rng(seed)
    strengths = _likely_strengths(analysis.fit, analysis.covariance, simulations, rng)
    overdispersion = residual_design_effect(analysis, variances)
    drawn = _simulated(analysis.fit, cells, strengths, overdispersion=overdispersion, rng=rng)
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


def _likely_strengths(
    fit: Fit, covariance: Covariance, simulations: int, rng: np.random.Generator
) -> FloatArray:
    """Draws of what the strengths may be, given the estimate: (simulations, n).

    The estimates spread by τ² + σ², the true strengths by τ². Shrinking by c = τ² / (τ² + σ²) and
    adding noise of covariance c · Σ gives draws that spread by τ².
    """
    n = len(fit.theta)
    matrix = covariance.matrix[:n, :n]
    spread = float((fit.theta**2).sum())
    kept = max(0.0, 1 - float(np.trace(matrix)) / spread) if spread > 0 else 0.0
    noise = rng.standard_normal((simulations, n)) @ square_root(matrix)
    drawn: FloatArray = kept * fit.theta + np.sqrt(kept) * noise
    return drawn


def _simulated(
    fit: Fit,
    cells: FloatArray,
    strengths: FloatArray,
    *,
    overdispersion: float,
    rng: np.random.Generator,
) -> IntArray:
    """Cyclic triples in votes drawn for each of the strengths (simulations, n): (simulations,).

    cells: (n, n) votes by left and right. overdispersion: variance over that of a binomial.
    """
    n = len(cells)
    first, second = np.triu_indices(n, k=1)
    votes = np.rint((cells + cells.T)[first, second]).astype(np.int64)
    alike = np.clip((overdispersion - 1) / np.maximum(votes - 1, 1), 0.0, 1 - LEAST_CHANCE)
    counts, block = [], max(1, BLOCK // n**2)
    for start in range(0, len(strengths), block):
        p = _shares(fit.parameters, strengths[start : start + block], cells)
        won = rng.binomial(votes, _varied(p, alike, rng))
        beats = np.zeros((len(won), n, n), dtype=bool)
        beats[:, first, second] = 2 * won > votes
        beats[:, second, first] = 2 * won < votes
        counts.append(_cyclic(beats))
    return np.concatenate(counts)


def _shares(parameters: Parameters, strengths: FloatArray, cells: FloatArray) -> FloatArray:
    """Expected share of the first of each pair, over the sides on which it was heard.

    strengths: (k, n); cells: (n, n) votes by left and right. Returns (k, pairs).
    """
    first, second = np.triu_indices(len(cells), k=1)
    gap = strengths[:, first] - strengths[:, second]
    on_left, on_right = cells[first, second], cells[second, first]
    votes = on_left + on_right
    left = np.divide(on_left, votes, out=np.full_like(votes, 0.5), where=votes > 0)
    effect = parameters.order_effect or 0.0
    share = left * _score(gap + effect, parameters)
    share += (1 - left) * _score(gap - effect, parameters)
    clipped: FloatArray = np.clip(share, LEAST_CHANCE, 1 - LEAST_CHANCE)
    return clipped


def _score(eta: FloatArray, parameters: Parameters) -> FloatArray:
    """Expected score of the one that is ahead by eta; a tie is half."""
    if parameters.log_nu is None:
        score: FloatArray = expit(eta)
        return score
    ties = np.exp(parameters.log_nu) * np.exp(-np.abs(eta) / 2)
    ahead = (1 + ties / 2) / (1 + np.exp(-np.abs(eta)) + ties)
    whole: FloatArray = np.where(eta >= 0, ahead, 1 - ahead)
    return whole


def _varied(p: FloatArray, alike: FloatArray, rng: np.random.Generator) -> FloatArray:
    """Beta draws of mean p and intraclass correlation `alike`; p itself where that is zero."""
    size = (1 - alike) / np.maximum(alike, LEAST_CHANCE)
    return np.where(alike > LEAST_CHANCE, rng.beta(p * size, (1 - p) * size), p)
