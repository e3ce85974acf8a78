"""Score bootstrap over listeners: a thousand replicates for one matrix product.

Each replicate gives every cluster's score a random sign and moves the estimate by the inverse
information (Kline & Santos 2012, with Rademacher weights). Nothing is fitted again. Its covariance
is that of the sandwich; its tails follow the data where a normal law would not.
"""

import numpy as np
from numpy.typing import NDArray

from ratings.statistics.analysis import Analysis
from ratings.statistics.blas import single_threaded
from ratings.statistics.covariance import Clustering, Covariance
from ratings.statistics.fit import Fit
from ratings.statistics.scores import cluster_scores, compact
from ratings.statistics.votes import FloatArray

BLOCK = 2**23  # signs held at once


@single_threaded
def score_bootstrap(analysis: Analysis, *, replicates: int = 1000, seed: int = 0) -> FloatArray:
    """Errors of the parameter vector in each replicate: (replicates, p), mean near zero.

    Add them to the estimate for replicates of it. Raises ValueError when the analysis has no
    intervals, or is not clustered by listener or prompt alone.
    """
    if analysis.fit is None or analysis.covariance is None:
        raise ValueError("Without a covariance there is nothing to resample.")
    pulls = influences(analysis, analysis.fit, analysis.covariance)
    return signed_sums(pulls, replicates=replicates, seed=seed)


def influences(analysis: Analysis, fit: Fit, covariance: Covariance) -> FloatArray:
    """How far each cluster pulls the estimate, scaled so that the sum of squares is the sandwich.

    Shape (clusters, p): √(G/(G - 1)) · score · inverse information, G the effective number.
    """
    scores = _scores(analysis, fit)
    effective = covariance.effective or float(len(scores))
    pulls: FloatArray = scores @ fit.inverse_information * np.sqrt(effective / (effective - 1))
    return pulls


def _scores(analysis: Analysis, fit: Fit) -> FloatArray:
    if analysis.clustering is Clustering.LISTENER and analysis.crowd is not None:
        return analysis.crowd.scores
    votes = analysis.votes
    if analysis.clustering is not Clustering.PROMPT or votes.prompt is None:
        raise ValueError("The score bootstrap needs votes clustered by listener or by prompt.")
    return cluster_scores(fit, votes, *compact(votes.prompt))


def signed_sums(pulls: FloatArray, *, replicates: int, seed: int) -> FloatArray:
    """Σ ± pull over the clusters, with fresh random signs per replicate: (replicates, p)."""
    rng = np.random.default_rng(seed)
    clusters = len(pulls)
    rows = max(1, BLOCK // clusters)
    single = pulls.astype(np.float32)
    sums = [
        _signs(rng, min(rows, replicates - start), clusters) @ single
        for start in range(0, replicates, rows)
    ]
    return np.concatenate(sums).astype(np.float64)


def _signs(rng: np.random.Generator, rows: int, clusters: int) -> NDArray[np.float32]:
    """Random ±1, one bit of the generator each."""
    bits = np.unpackbits(
        np.frombuffer(rng.bytes(rows * -(-clusters // 8)), dtype=np.uint8).reshape(rows, -1),
        axis=1,
        count=clusters,
    )
    signs = bits.astype(np.float32)
    signs *= 2
    signs -= 1
    return signs
