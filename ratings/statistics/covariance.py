"""How uncertain the estimates are: model-based, or robust to votes that belong together.

Votes of one listener are alike. The cluster-robust (sandwich) covariance sums the scores of each
listener before squaring them (Liang & Zeger 1986), is enlarged by L/(L - 1), and is used with
Student's t on L - 1 degrees of freedom (Cameron & Miller 2015, section VI).
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from ratings.statistics.fit import Fit
from ratings.statistics.votes import FloatArray, IntArray, Outcome, Votes


class Clustering(StrEnum):
    """What the intervals treat as independent."""

    NONE = "model-based"
    LISTENER = "listener-clustered"


class TooFewClustersError(ValueError):
    """One listener says nothing about how listeners differ."""


@dataclass(frozen=True, slots=True, eq=False)
class Covariance:
    """Covariance (p, p) of the parameter vector, mean-centred gauge.

    clusters: number of independent clusters, None when model-based.
    degrees_of_freedom: of Student's t; None means the normal distribution.
    """

    matrix: FloatArray
    clustering: Clustering
    clusters: int | None
    degrees_of_freedom: int | None

    def standard_errors(self, n: int) -> FloatArray:
        """Of the first n parameters, the strengths: (n,)."""
        errors: FloatArray = np.sqrt(np.maximum(np.diag(self.matrix)[:n], 0.0))
        return errors

    def difference_errors(self, n: int) -> FloatArray:
        """Of every θ_i - θ_j: (n, n), zero on the diagonal."""
        block = self.matrix[:n, :n]
        variance = np.diag(block)
        errors: FloatArray = np.sqrt(
            np.maximum(variance[:, None] + variance[None, :] - block - block.T, 0.0)
        )
        return errors


def model_based(fit: Fit) -> Covariance:
    """Inverse Fisher information: right only if every vote is independent of every other."""
    return Covariance(fit.inverse_information, Clustering.NONE, None, None)


def listener_clustered(fit: Fit, votes: Votes) -> Covariance:
    """Sandwich covariance with listeners as clusters.

    votes: those that entered the fit, with systems numbered as in the fit.
    Raises TooFewClustersError for a single listener.
    """
    if votes.listener is None:
        raise ValueError("Listener-clustered intervals need the listener of every vote.")
    codes, clusters = compact(votes.listener)
    if clusters < 2:
        raise TooFewClustersError(
            "All votes come from one listener, so nothing is known about how listeners differ."
        )
    scores = cluster_scores(fit, votes, codes, clusters)
    meat = scores.T @ scores * (clusters / (clusters - 1))
    matrix = fit.inverse_information @ meat @ fit.inverse_information
    return Covariance((matrix + matrix.T) / 2, Clustering.LISTENER, clusters, clusters - 1)


def compact(codes: IntArray) -> tuple[IntArray, int]:
    """Cluster codes renumbered 0 … G - 1, and G."""
    present, renumbered = np.unique(codes, return_inverse=True)
    return renumbered, len(present)


def clusters_per_system(codes: IntArray, votes: Votes, systems: int) -> IntArray:
    """How many different clusters (listeners, prompts) met each system: (systems,)."""
    cells = (int(codes.max(initial=-1)) + 1) * systems
    met = np.bincount(codes * systems + votes.left, minlength=cells)
    met += np.bincount(codes * systems + votes.right, minlength=cells)
    judged: IntArray = (met.reshape(-1, systems) > 0).sum(axis=0, dtype=np.int64)
    return judged


def cluster_scores(fit: Fit, votes: Votes, codes: IntArray, clusters: int) -> FloatArray:
    """Sum of the score vectors of each cluster's votes: (clusters, p)."""
    at, left, right = fit.moments, votes.left, votes.right
    tie = (votes.outcome == Outcome.TIE).astype(np.float64)
    weight = np.ones(len(votes)) if votes.weight is None else votes.weight
    residual = weight * ((votes.outcome == Outcome.LEFT) + tie / 2 - at.score[left, right])
    n = len(fit.theta)
    cells = clusters * n
    theta = np.bincount(codes * n + left, residual, cells)
    theta -= np.bincount(codes * n + right, residual, cells)
    columns = [theta.reshape(clusters, n)]
    if fit.parameters.order_effect is not None:
        columns.append(np.bincount(codes, residual, clusters)[:, None])
    if fit.parameters.log_nu is not None:
        tie_residual = weight * (tie - at.tie[left, right])
        columns.append(np.bincount(codes, tie_residual, clusters)[:, None])
    return np.hstack(columns)
