"""Scores of the likelihood, summed within clusters: what robust covariances are made of.

The score of one vote is the gradient of its log-likelihood, (y - E y)(e_left - e_right) for θ.
Summed over a cluster (a listener, a prompt), it says how hard that cluster pulls at the estimate.
"""

import numpy as np
from numpy.typing import NDArray

from ratings.statistics.counts import encode
from ratings.statistics.fit import Fit
from ratings.statistics.votes import FloatArray, IntArray, Outcome, Votes

MAX_CELLS = 2**23  # of a dense score table held at once: 64 MB


def compact(codes: IntArray) -> tuple[IntArray, int]:
    """Cluster codes renumbered 0 … G - 1 in ascending order, and G."""
    top = int(codes.max(initial=-1)) + 1
    if top > 4 * len(codes):  # spread too widely for a table over all of them
        present, renumbered = np.unique(codes, return_inverse=True)
        return renumbered.astype(np.int64), len(present)
    seen = np.bincount(codes, minlength=top) > 0
    if seen.all():
        return codes, top
    position: IntArray = np.cumsum(seen, dtype=np.int64) - 1
    return position[codes], int(seen.sum())


def ascending(codes: NDArray[np.integer]) -> IntArray:
    """Positions that sort non-negative codes; equal ones stay in their order."""
    order = np.argsort(codes.astype(np.uint16), kind="stable")  # 16 bits: a radix sort
    for shift in range(16, int(codes.max(initial=0)).bit_length(), 16):
        digits = (codes[order] >> shift).astype(np.uint16)
        order = order[np.argsort(digits, kind="stable")]
    return order


def residual_table(fit: Fit) -> FloatArray:
    """y - E y of one vote of each kind: (n, n, 3)."""
    seen = np.zeros(len(Outcome))
    seen[Outcome.LEFT], seen[Outcome.TIE] = 1.0, 0.5
    table: FloatArray = seen - fit.moments.score[..., None]
    return table


def tie_residual_table(fit: Fit) -> FloatArray:
    """Tie indicator minus its expectation, of one vote of each kind: (n, n, 3)."""
    tied = np.arange(len(Outcome)) == Outcome.TIE
    table: FloatArray = tied - fit.moments.tie[..., None]
    return table


def vote_residuals(fit: Fit, votes: Votes) -> FloatArray:
    """y - E y of every vote, times its weight: (votes,)."""
    keys = encode(votes, systems=len(fit.theta))
    return _weighted(residual_table(fit).ravel()[keys], votes)


def cluster_scores(fit: Fit, votes: Votes, codes: IntArray, clusters: int) -> FloatArray:
    """Sum of the score vectors of each cluster's votes: (clusters, p)."""
    residual = vote_residuals(fit, votes)
    n = len(fit.theta)
    cells = clusters * n
    theta = np.bincount(codes * n + votes.left, residual, cells)
    theta -= np.bincount(codes * n + votes.right, residual, cells)
    columns = [theta.reshape(clusters, n)]
    if fit.parameters.order_effect is not None:
        columns.append(np.bincount(codes, residual, clusters)[:, None])
    if fit.parameters.log_nu is not None:
        tie = tie_residual_table(fit).ravel()[encode(votes, systems=n)]
        columns.append(np.bincount(codes, _weighted(tie, votes), clusters)[:, None])
    table: FloatArray = np.hstack(columns)
    return table


def score_products(fit: Fit, votes: Votes, codes: IntArray, clusters: int) -> FloatArray:
    """Σ over clusters of score · scoreᵀ, the filling of the sandwich: (p, p).

    Works through the clusters in blocks, so that many small clusters cost no memory.
    """
    p = len(fit.parameters.vector)
    block = max(1, MAX_CELLS // p)
    if clusters <= block:
        scores = cluster_scores(fit, votes, codes, clusters)
        return scores.T @ scores
    total = np.zeros((p, p))
    for first, members in _blocks(codes, clusters, block):
        part, last = votes.where(members), min(first + block, clusters)
        scores = cluster_scores(fit, part, codes[members] - first, last - first)
        total += scores.T @ scores
    return total


def crossed(first: IntArray, second: IntArray) -> tuple[IntArray, int]:
    """Codes of the clusters that agree in both: one per listener-and-prompt pair, say."""
    return compact(first * (int(second.max(initial=0)) + 1) + second)


def _weighted(residual: FloatArray, votes: Votes) -> FloatArray:
    return residual if votes.weight is None else residual * votes.weight


def _blocks(codes: IntArray, clusters: int, block: int) -> list[tuple[int, IntArray]]:
    """First cluster of each block, and positions of the votes in it."""
    order = np.argsort(codes, kind="stable")
    starts = np.arange(0, clusters, block)
    cuts = np.searchsorted(codes[order], starts[1:])
    return list(zip(starts.tolist(), np.split(order, cuts), strict=True))
