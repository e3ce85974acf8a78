"""How uncertain the estimates are: model-based, or robust to votes that belong together.

Votes of one listener are alike. The cluster-robust (sandwich) covariance sums the scores of each
listener before squaring them (Liang & Zeger 1986), is enlarged by L/(L - 1), and is used with
Student's t on L - 1 degrees of freedom (Cameron & Miller 2015, section VI). L is the effective
number of listeners, see `ratings.statistics.effective`: with equal numbers of votes, the number.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from ratings.statistics.effective import (
    LEAST_EFFECTIVE,
    effective_clusters,
    effective_per_system,
)
from ratings.statistics.fit import Fit
from ratings.statistics.scores import compact, crossed, score_products
from ratings.statistics.votes import FloatArray, IntArray, Votes


class Clustering(StrEnum):
    """What the intervals treat as independent of each other."""

    NONE = "votes"
    LISTENER = "listeners"
    PROMPT = "prompts"
    BOTH = "listeners and prompts"


class TooFewClustersError(ValueError):
    """One listener (or prompt) with all, or nearly all, votes does not tell how they differ."""


@dataclass(frozen=True, slots=True, eq=False)
class Covariance:
    """Covariance (p, p) of the parameter vector, mean-centred gauge.

    clusters: number of independent clusters (the fewer of two ways), None when model-based;
    effective: as how many they count, (Σ v)² / Σ v² of their votes v.
    """

    matrix: FloatArray
    clustering: Clustering
    clusters: int | None
    effective: float | None

    @property
    def degrees_of_freedom(self) -> float | None:
        """Of Student's t; None means the normal distribution."""
        return None if self.effective is None else self.effective - 1

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


def clustered(fit: Fit, votes: Votes, clustering: Clustering) -> Covariance:
    """Sandwich covariance; votes: those that entered the fit, systems numbered as in the fit.

    Two-way clustering is V_listener + V_prompt - V_both, with its negative eigenvalues set to zero
    (Cameron, Gelbach & Miller 2011), on the degrees of freedom of the smaller of the two.
    Raises TooFewClustersError when one cluster gave nearly all votes, ValueError when the votes do
    not carry them.
    """
    groups = cluster_codes(votes, clustering)
    matrix: FloatArray = np.sum(
        [group.sign * _sandwich(fit, _products(fit, votes, group)) for group in groups], 0
    )
    if clustering is Clustering.BOTH:
        matrix = positive_semidefinite(matrix)
    fewest = min(group.clusters for group in groups)
    return Covariance(matrix, clustering, fewest, min(group.effective for group in groups))


def listener_covariance(fit: Fit, scores: FloatArray, effective: float) -> Covariance:
    """Sandwich covariance by listener. scores: (L, p) sums of each listener's score vectors.

    effective: as how many listeners they count. Raises TooFewClustersError when one gave nearly
    all votes.
    """
    matrix = _sandwich(fit, _factor(effective) * (scores.T @ scores))
    return Covariance(matrix, Clustering.LISTENER, len(scores), effective)


def _factor(effective: float) -> float:
    """G / (G - 1)."""
    if effective < LEAST_EFFECTIVE:
        raise TooFewClustersError("A single cluster says nothing about how clusters differ.")
    return effective / (effective - 1)


@dataclass(frozen=True, slots=True, eq=False)
class Grouping:
    """One way to sum votes into clusters. sign: how it enters a two-way variance, +1 or -1.

    effective: as how many clusters of equal size they count.
    """

    codes: IntArray
    clusters: int
    effective: float
    sign: float

    @classmethod
    def of(cls, votes: Votes, codes: IntArray, clusters: int, *, sign: float = 1.0) -> "Grouping":
        """Codes 0 … clusters - 1 of these votes."""
        return cls(codes, clusters, effective_clusters(codes, votes), sign)

    @property
    def factor(self) -> float:
        """G / (G - 1) of the effective number. Raises TooFewClustersError if that is about one."""
        return _factor(self.effective)


def cluster_codes(votes: Votes, clustering: Clustering) -> list[Grouping]:
    """The groupings whose signed variances add up to that of a clustering."""
    ways = [Grouping.of(votes, *_codes(votes, way)) for way in _ways(clustering)]
    if clustering is Clustering.BOTH:
        both = crossed(ways[0].codes, ways[1].codes)
        ways.append(Grouping.of(votes, *both, sign=-1.0))
    return ways


def covariance(fit: Fit, votes: Votes, clustering: Clustering) -> Covariance:
    """Covariance of a fit under any clustering. Errors as for `clustered`."""
    if clustering is Clustering.NONE:
        return model_based(fit)
    return clustered(fit, votes, clustering)


def effective_of_systems(votes: Votes, systems: int, clustering: Clustering) -> FloatArray | None:
    """As how many clusters count those that met each system, the fewer of two ways: (systems,).

    None when model-based.
    """
    if clustering is Clustering.NONE:
        return None
    codes = [_codes(votes, way)[0] for way in _ways(clustering)]
    fewest: FloatArray = np.min([effective_per_system(c, votes, systems) for c in codes], axis=0)
    return fewest


def positive_semidefinite(matrix: FloatArray) -> FloatArray:
    """The matrix with its negative eigenvalues set to zero."""
    values, vectors = np.linalg.eigh((matrix + matrix.T) / 2)
    clipped: FloatArray = (vectors * np.maximum(values, 0.0)) @ vectors.T
    return clipped


def _ways(clustering: Clustering) -> tuple[Clustering, ...]:
    if clustering is Clustering.BOTH:
        return Clustering.LISTENER, Clustering.PROMPT
    return (clustering,)


def _codes(votes: Votes, way: Clustering) -> tuple[IntArray, int]:
    codes = votes.listener if way is Clustering.LISTENER else votes.prompt
    if codes is None:
        raise ValueError(f"These votes do not name their {way}, so nothing can be clustered by it.")
    return compact(codes)


def _products(fit: Fit, votes: Votes, group: Grouping) -> FloatArray:
    return group.factor * score_products(fit, votes, group.codes, group.clusters)


def _sandwich(fit: Fit, meat: FloatArray) -> FloatArray:
    matrix = fit.inverse_information @ meat @ fit.inverse_information
    return (matrix + matrix.T) / 2
