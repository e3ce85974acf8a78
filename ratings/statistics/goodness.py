"""Does one strength per system explain every pair? Residuals of pairs, with their own errors.

The residual of a pair is won minus expected votes. Its variance takes the estimation of the
strengths into account (Haberman 1973) and, like every interval here, sums over clusters first.
"""

from dataclasses import dataclass

import numpy as np
import scipy
from scipy.special import ndtr, stdtr

from ratings.statistics.analysis import Analysis
from ratings.statistics.blas import single_threaded
from ratings.statistics.covariance import Clustering, Grouping, cluster_codes
from ratings.statistics.effective import LEAST_EFFECTIVE, effective_columns
from ratings.statistics.fit import Fit
from ratings.statistics.scores import cluster_scores, vote_residuals
from ratings.statistics.votes import FloatArray, IntArray, Votes

LEAST_VARIANCE = 1e-9  # per vote; below, the pair alone decides a strength and leaves no residual


@dataclass(frozen=True, slots=True)
class PairFit:
    """One pair of rated systems with at least one vote.

    share: of votes the first won (a tie is half); expected: under the model. z: standardised
    residual, None where its error is unknown. p_value: two-sided; adjusted: for all pairs (Holm
    1979).
    """

    first: int
    second: int
    votes: float
    share: float
    expected: float
    z: float | None
    p_value: float | None
    adjusted: float | None


@dataclass(frozen=True, slots=True, eq=False)
class PairVariances:
    """Variances of the residuals of the k pairs that met: (k,) each.

    independent: if every vote is independent of every other. clustered: as the analysis is, so the
    same if it is model-based; nan when there is one cluster. votes: of each pair. freedom: degrees
    of freedom of `clustered`, by the effective number of clusters that judged the pair; infinite
    for the normal law, nan where (nearly) all votes are of one.
    """

    votes: FloatArray
    independent: FloatArray
    clustered: FloatArray
    freedom: FloatArray


@single_threaded
def pair_variances(analysis: Analysis, fit: Fit) -> PairVariances:
    """Of an analysis with a fit. They cost a pass over the votes."""
    table = _PairTable.of(analysis, fit)
    lever = table.gradient @ fit.inverse_information
    independent: FloatArray = table.variance - (lever * table.gradient).sum(axis=1)
    clustered, freedom = independent, np.full(len(table.votes), np.inf)
    if analysis.clustering is not Clustering.NONE:
        clustered = np.full(len(table.votes), np.nan)
        if analysis.covariance is not None:
            clustered, freedom = _clustered_variance(analysis, fit, table, lever)
    return PairVariances(table.votes, independent, clustered, freedom)


@single_threaded
def pair_fits(analysis: Analysis, variances: PairVariances | None = None) -> tuple[PairFit, ...]:
    """All pairs that met, worst fitting first. Empty when nothing is rated.

    variances: of the same analysis, where they are at hand.
    """
    if analysis.fit is None:
        return ()
    table = _PairTable.of(analysis, analysis.fit)
    variances = variances or pair_variances(analysis, analysis.fit)
    z = _standardised(table, variances)
    p_values = _two_sided(z, variances.freedom)
    adjusted = holm(p_values)
    rated = analysis.connectivity.rated
    rows = [
        PairFit(
            first=int(rated[table.first[k]]),
            second=int(rated[table.second[k]]),
            votes=float(table.votes[k]),
            share=float(table.won[k] / table.votes[k]),
            expected=float(table.expected[k] / table.votes[k]),
            z=_known(z[k]),
            p_value=_known(p_values[k]),
            adjusted=_known(adjusted[k]),
        )
        for k in range(len(table.votes))
    ]
    return tuple(sorted(rows, key=lambda row: (-abs(row.z or 0.0), row.first, row.second)))


def residual_design_effect(analysis: Analysis, variances: PairVariances | None = None) -> float:
    """How much larger the residuals of pairs vary than under independent votes; at least 1.

    The mean over pairs, weighted by their votes. 1 when the intervals are model-based or unknown.
    Less than that of the strengths: what a listener likes or dislikes as a whole moves a strength
    and leaves no residual.
    """
    fit = analysis.fit
    if fit is None or analysis.covariance is None or analysis.clustering is Clustering.NONE:
        return 1.0
    found = variances or pair_variances(analysis, fit)
    independent = float(found.independent.sum())
    if independent <= LEAST_VARIANCE * float(found.votes.sum()):
        return 1.0
    return max(1.0, float(found.clustered.sum()) / independent)


def holm(p_values: FloatArray) -> FloatArray:
    """P values adjusted for all of them together; unknown ones (nan) stay unknown."""
    order = np.argsort(p_values)  # nan last
    known = int(np.isfinite(p_values).sum())
    factors = np.arange(known, 0, -1)
    adjusted = np.full(len(p_values), np.nan)
    stepped = np.maximum.accumulate(factors * p_values[order[:known]])
    adjusted[order[:known]] = np.minimum(stepped, 1.0)
    return adjusted


@dataclass(frozen=True, slots=True, eq=False)
class _PairTable:
    """Pairs first < second that met: (k,) each; gradient (k, p) of `expected`."""

    first: IntArray
    second: IntArray
    votes: FloatArray
    won: FloatArray
    expected: FloatArray
    variance: FloatArray
    gradient: FloatArray

    @classmethod
    def of(cls, analysis: Analysis, fit: Fit) -> "_PairTable":
        rated = analysis.connectivity.rated
        counts = analysis.counts[np.ix_(rated, rated)]
        won = analysis.wins[np.ix_(rated, rated)]
        cells, at = counts.sum(axis=-1), fit.moments
        first, second = np.nonzero(np.triu(cells + cells.T, k=1))
        expected = cells * at.score + (cells * (1 - at.score)).T
        variance = cells * at.score_variance
        return cls(
            first=first,
            second=second,
            votes=(cells + cells.T)[first, second],
            won=won[first, second],
            expected=expected[first, second],
            variance=(variance + variance.T)[first, second],
            gradient=_gradient(fit, first, second, variance, cells * at.covariance),
        )

    def pair_of(self, votes: Votes, *, systems: int) -> IntArray:
        """Position among the pairs of the one that each vote is about: (votes,)."""
        number = np.zeros((systems, systems), dtype=np.int64)
        number[self.first, self.second] = np.arange(len(self.first))
        pair: IntArray = number[
            np.minimum(votes.left, votes.right), np.maximum(votes.left, votes.right)
        ]
        return pair


def _gradient(
    fit: Fit, first: IntArray, second: IntArray, variance: FloatArray, tie: FloatArray
) -> FloatArray:
    n, rows = len(fit.theta), np.arange(len(first))
    longest = np.zeros((len(first), n + 2))
    longest[rows, first] = (variance + variance.T)[first, second]
    longest[rows, second] = -longest[rows, first]
    longest[:, n] = (variance - variance.T)[first, second]
    longest[:, n + 1] = (tie - tie.T)[first, second]
    gradient: FloatArray = longest[:, fit.parameters.used]
    return gradient


def _standardised(table: _PairTable, variances: PairVariances) -> FloatArray:
    least = LEAST_VARIANCE * table.votes
    known = (variances.clustered > least) & (variances.freedom > 0)
    error = np.sqrt(np.where(known, variances.clustered, np.nan))
    z: FloatArray = (table.won - table.expected) / error
    return z


def _clustered_variance(
    analysis: Analysis, fit: Fit, table: _PairTable, lever: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Σ over clusters of (own residual on the pair - what its pull on θ explains)²: (k,).

    And its degrees of freedom (k,), nan where one cluster gave (nearly) all votes on the pair.
    """
    votes, parts, effective = analysis.votes, [], []
    pair = table.pair_of(votes, systems=len(fit.theta))
    for group in cluster_codes(votes, analysis.clustering):
        own = _own_residuals(votes, fit, pair, group, len(table.first))
        scores = _scores(analysis, fit, votes, group)
        squares = own.multiply(own).sum(axis=0)
        cross = ((own.T @ scores) * lever).sum(axis=1)
        explained = ((lever @ (scores.T @ scores)) * lever).sum(axis=1)
        parts.append(group.sign * group.factor * (squares - 2 * cross + explained))
        effective.append(
            np.minimum(_effective(votes, pair, group, len(table.first)), group.effective)
        )
    fewest = np.min(effective, axis=0)
    variance: FloatArray = np.sum(parts, axis=0)
    return variance, np.where(fewest < LEAST_EFFECTIVE, np.nan, fewest - 1)


def _scores(analysis: Analysis, fit: Fit, votes: Votes, group: Grouping) -> FloatArray:
    if analysis.clustering is Clustering.LISTENER and analysis.crowd is not None:
        return analysis.crowd.scores
    return cluster_scores(fit, votes, group.codes, group.clusters)


def _own_residuals(
    votes: Votes, fit: Fit, pair: IntArray, group: Grouping, pairs: int
) -> "scipy.sparse.csr_array":
    """Residual of every cluster on every pair, seen from the first system: (clusters, k).

    pair: (votes,) what each is about.
    """
    residual = vote_residuals(fit, votes) * np.where(votes.left < votes.right, 1.0, -1.0)
    return scipy.sparse.csr_array((residual, (group.codes, pair)), shape=(group.clusters, pairs))


def _effective(votes: Votes, pair: IntArray, group: Grouping, pairs: int) -> FloatArray:
    """As how many clusters count those that judged each pair: (k,)."""
    weight = np.ones(len(votes)) if votes.weight is None else votes.weight
    return effective_columns(weight, group.codes, pair, (group.clusters, pairs))


def _two_sided(z: FloatArray, freedom: FloatArray) -> FloatArray:
    normal = np.isinf(freedom)
    of_student = stdtr(np.where(normal, 1.0, freedom), -np.abs(z))
    doubled: FloatArray = 2 * np.where(normal, ndtr(-np.abs(z)), of_student)
    return doubled


def _known(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None
