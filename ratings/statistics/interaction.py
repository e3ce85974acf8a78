"""Do the systems compare differently in different slices (registers, genders, difficulties)?

Each slice is fitted alone. The same listeners vote in several slices, so the covariance of all
slices together is built from their joint pulls. Two tests: a cluster-robust Wald test with
Hotelling's correction for the number of listeners, and the largest single difference by Student's
t, corrected for all of them (Bonferroni), which also stands with few listeners and many systems.

A slice divides the votes, so that a few listeners may carry a system there. Both tests therefore
count effective listeners (`ratings.statistics.effective`) of each system in its weakest slice.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import fdtrc, stdtr

from ratings.statistics import elo
from ratings.statistics.analysis import Analysis, analyse_slices
from ratings.statistics.blas import single_threaded
from ratings.statistics.crowd import Crowd
from ratings.statistics.fit import Fit
from ratings.statistics.tabulation import tabulate
from ratings.statistics.uncertainty import by_one_cluster
from ratings.statistics.votes import FloatArray, IntArray, Ties, Votes


class SliceError(ValueError):
    """Slices that cannot be compared; the sentence says why."""


@dataclass(frozen=True, slots=True)
class SliceDifference:
    """One system in one slice against its mean over the slices, in Elo points.

    adjusted: p value for all systems and slices together.
    """

    system: int
    slice: int
    difference: float
    error: float
    adjusted: float


@dataclass(frozen=True, slots=True)
class Interaction:
    """Test of equal differences between systems in all slices.

    systems: indices of those rated in every slice. wald_p is None when there are not more effective
    listeners than differences to test. smallest_p: of all differences, corrected for their number.
    differences: the most significant first.
    """

    systems: tuple[int, ...]
    slices: tuple[int, ...]
    listeners: int
    wald: float
    tested: int
    wald_p: float | None
    smallest_p: float
    differences: tuple[SliceDifference, ...]


@single_threaded
def interaction(votes: Votes, slices: IntArray, **settings: Any) -> Interaction:
    """Compare slices. slices: (votes,) codes; a vote belongs to one slice.

    settings: for `analyse` (systems, ties, order_effect), the same for all slices.

    Raises SliceError without listeners, with fewer than two slices that can be rated, or when fewer
    than two systems are rated in all of them; FitError when a slice has no finite fit.
    """
    if votes.listener is None:
        raise SliceError("Slices can be compared only when the listeners of the votes are known.")
    ties = settings.pop("ties", Ties.HALF)
    count = int(slices.max(initial=-1)) + 1
    table = tabulate(
        votes, systems=len(settings["systems"]), ties=ties, cells=slices, cell_count=count
    )
    codes = np.flatnonzero(table.counts.any(axis=(1, 2, 3)))
    parts = [np.arange(count) == code for code in codes]
    analyses = analyse_slices(table, parts, **settings)
    found = dict(zip(codes.tolist(), analyses, strict=True))
    return compare_slices(found)


@single_threaded
def compare_slices(slices: Mapping[int, Analysis]) -> Interaction:
    """Compare slices that are analysed already, by code; they share no vote but one tabulation.

    Raises SliceError as `interaction` does.
    """
    parts = [_fitted(slices[code], code) for code in sorted(slices)]
    usable = [part for part in parts if part is not None]
    if len(usable) < 2:
        raise SliceError("Fewer than two slices have enough votes of more than one listener.")
    common = _common(usable)
    return _tested(usable, common, _joint_pulls(usable, common))


@dataclass(frozen=True, slots=True, eq=False)
class _Slice:
    code: int
    rated: IntArray
    comparable: IntArray  # of the rated, those that no listener judged (nearly) alone
    fit: Fit
    crowd: Crowd

    def columns(self, systems: IntArray) -> IntArray:
        """Positions of some systems among the rated ones."""
        return np.searchsorted(self.rated, systems)

    def strengths(self, systems: IntArray) -> FloatArray:
        """Of some systems, mean-centred on them."""
        theta = self.fit.theta[self.columns(systems)]
        centred: FloatArray = theta - theta.mean()
        return centred


def _fitted(analysis: Analysis, code: int) -> _Slice | None:
    if analysis.fit is None or analysis.covariance is None or analysis.crowd is None:
        return None
    rated = analysis.connectivity.rated
    comparable = rated[~by_one_cluster(analysis)]
    return _Slice(code, rated, comparable, analysis.fit, analysis.crowd)


def _common(parts: Sequence[_Slice]) -> IntArray:
    common = parts[0].comparable
    for part in parts[1:]:
        common = np.intersect1d(common, part.comparable)
    if len(common) < 2:
        raise SliceError("Fewer than two systems are rated in every slice, by several listeners.")
    return common


def _joint_pulls(parts: Sequence[_Slice], common: IntArray) -> FloatArray:
    """Pull of every listener on every strength of every slice: (listeners, slices, systems).

    Listeners who met no slice pull nothing and do not count.
    """
    members = np.unique(np.concatenate([part.crowd.members for part in parts]))
    number = len(members)
    pulls = np.zeros((number, len(parts), len(common)))
    for k, part in enumerate(parts):
        pull = (part.crowd.scores @ part.fit.inverse_information)[:, part.columns(common)]
        pull -= pull.mean(axis=1, keepdims=True)
        pulls[np.searchsorted(members, part.crowd.members), k] = pull
    effective = min(part.crowd.effective for part in parts)
    pulls *= np.sqrt(effective / (effective - 1))
    return pulls


def _tested(
    parts: Sequence[_Slice],
    common: IntArray,
    pulls: FloatArray,
) -> Interaction:
    codes = tuple(part.code for part in parts)
    theta = np.stack([part.strengths(common) for part in parts])
    difference = (theta - theta.mean(axis=0)).ravel()
    own = (pulls - pulls.mean(axis=1, keepdims=True)).reshape(len(pulls), -1)
    covariance = own.T @ own
    error = np.sqrt(np.diag(covariance))
    scale = np.where(error > 0, error, np.inf)  # a strength that no listener pulls at tells nothing
    t = np.abs(difference) / scale
    freedom = _freedom(parts, common)
    # Of two slices, one has the same gaps as the other.
    distinct = len(difference) if len(codes) > 2 else len(common)
    p_value = 2 * stdtr(np.tile(freedom, len(codes)), -t)
    adjusted = np.minimum(1.0, distinct * p_value)
    tested = (len(codes) - 1) * (len(common) - 1)
    wald = float(difference @ np.linalg.pinv(covariance, hermitian=True) @ difference)
    rows = [
        SliceDifference(
            system=int(common[k % len(common)]),
            slice=codes[k // len(common)],
            difference=float(elo.POINTS_PER_UNIT * difference[k]),
            error=float(elo.POINTS_PER_UNIT * error[k]),
            adjusted=float(adjusted[k]),
        )
        for k in np.lexsort((-t, p_value))
    ]
    return Interaction(
        systems=tuple(int(i) for i in common),
        slices=codes,
        listeners=len(pulls),
        wald=wald,
        tested=tested,
        wald_p=_hotelling_p(wald, tested, 1 + float(freedom.min())),
        smallest_p=float(adjusted.min()),
        differences=tuple(rows),
    )


def _freedom(parts: Sequence[_Slice], common: IntArray) -> FloatArray:
    """Degrees of freedom of each system's gaps, at least 1: those of its weakest slice."""
    effective = [part.crowd.effective_of[part.columns(common)] for part in parts]
    freedom: FloatArray = np.maximum(np.min(effective, axis=0) - 1, 1.0)
    return freedom


def _hotelling_p(wald: float, tested: int, clusters: float) -> float | None:
    """Upper tail of Hotelling's T² with `tested` dimensions and clusters - 1 degrees of freedom."""
    if clusters <= tested:
        return None
    statistic = wald * (clusters - tested) / (tested * (clusters - 1))
    return float(fdtrc(tested, clusters - tested, statistic))
