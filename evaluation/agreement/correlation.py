"""Spearman, Pearson and Kendall, and their resamples over systems as products of matrices.

A resample gives all points of a system the weight m (how often it was drawn). Each coefficient is
made of sums over points, pairs or triples of points; sorted by system once, a resample is a product
of its m with these sums, exactly what the coefficient of the repeated points would be.
"""

from dataclasses import dataclass

import numpy as np

from evaluation.agreement.arrays import Floats, Ints
from evaluation.agreement.dominance import concordance, untied
from evaluation.agreement.fisher import Coefficient, widened
from evaluation.agreement.resampling import LEAST_SYSTEMS, Estimate, by_percentiles, multiplicities
from evaluation.metrics.base import NotAvailable

ROUNDING = 1e-9  # of the variance; less is a constant resample
ROWS = 250  # resamples at a time, so that memory stays small


@dataclass(frozen=True, slots=True)
class Correlations:
    """Spearman's ρ, Pearson's r and Kendall's τ-b of n points from a number of systems."""

    srcc: Estimate
    plcc: Estimate
    krcc: Estimate
    n: int
    systems: int


def correlate(
    x: Floats, y: Floats, system: Ints, *, digest: str, what: str = "clips"
) -> Correlations | NotAvailable:
    """Correlate x with y (n,), clustered by system (n,); what: the points, in the plural.

    Not available for fewer than three systems, or where x or y is constant.
    """
    present, group = np.unique(system, return_inverse=True)
    groups = len(present)
    if groups < LEAST_SYSTEMS:
        return NotAvailable(
            f"{what.capitalize()} with both a value and votes: {len(x)}, of {groups} systems. "
            f"A correlation needs {LEAST_SYSTEMS} systems."
        )
    for name, values in (("metric", x), ("rating", y)):
        if np.ptp(values) == 0:
            return NotAvailable(f"The {name} is the same for all {len(values)} {what}.")
    drawn = multiplicities(groups, digest)
    weights = np.vstack([np.ones(groups), drawn])  # the first row is the data themselves
    resamples = {
        Coefficient.SRCC: spearman(x, y, group, weights),
        Coefficient.PLCC: pearson(x, y, group, weights),
        Coefficient.KRCC: kendall(x, y, group, weights),
    }
    found = {
        kind: by_percentiles(float(values[0]), values[1:], groups)
        for kind, values in resamples.items()
    }
    if len(x) == groups:
        found = {kind: widened(each, groups, kind) for kind, each in found.items()}
    return Correlations(
        found[Coefficient.SRCC],
        found[Coefficient.PLCC],
        found[Coefficient.KRCC],
        len(x),
        groups,
    )


def pearson(x: Floats, y: Floats, group: Ints, weights: Floats) -> Floats:
    """Pearson's r for each row of weights (r, groups); NaN where a resample is constant."""
    x, y = x - x.mean(), y - y.mean()
    sums = np.stack(
        [np.bincount(group, part) for part in (np.ones_like(x), x, y, x * x, y * y, x * y)], axis=1
    )
    n, sx, sy, sxx, syy, sxy = (weights @ sums).T
    return _ratio(sxy / n - sx * sy / n**2, sxx / n - (sx / n) ** 2, syy / n - (sy / n) ** 2)


def spearman(x: Floats, y: Floats, group: Ints, weights: Floats) -> Floats:
    """Spearman's ρ for each row of weights (r, groups): Pearson's r of mid-ranks.

    The mid-rank of a point in a resample is Σ m · (points of the system below it, and half of those
    equal to it), so that sums of products of ranks are cubic in m. The mean of ranks is n / 2.
    """
    groups = weights.shape[1]
    below_x, below_y = _below(x, group, groups), _below(y, group, groups)
    n = weights @ np.bincount(group, minlength=groups)
    xy, xx, yy = (
        _cubic(_products(a, b, group, groups), weights) / n - n**2 / 4
        for a, b in ((below_x, below_y), (below_x, below_x), (below_y, below_y))
    )
    return _ratio(xy, xx, yy)


def kendall(x: Floats, y: Floats, group: Ints, weights: Floats) -> Floats:
    """Kendall's τ-b for each row of weights (r, groups)."""
    groups = weights.shape[1]
    net, free_x, free_y = (
        _quadratic(matrix, weights)
        for matrix in (
            concordance(x, y, group, groups),
            untied(x, group, groups),
            untied(y, group, groups),
        )
    )
    return _ratio(net, free_x, free_y)


def _below(x: Floats, group: Ints, groups: int) -> Floats:
    """(n, groups): points of each group below a point, and half of those equal to it."""
    value = np.unique(x, return_inverse=True)[1]
    table = np.bincount(value * groups + group, minlength=(value.max() + 1) * groups)
    equal = table.reshape(-1, groups).astype(np.float64)
    below: Floats = (np.cumsum(equal, axis=0) - equal / 2)[value]
    return below


def _products(a: Floats, b: Floats, group: Ints, groups: int) -> Floats:
    """Σ aᵢₜ · bᵢᵤ over the points of s, (groups, groups · groups)."""
    return np.stack([(a[group == s].T @ b[group == s]).ravel() for s in range(groups)])


def _cubic(sums: Floats, weights: Floats) -> Floats:
    """Σ mₛ mₜ mᵤ · sums over s, t, u for each row m of weights."""
    groups = weights.shape[1]
    parts = []
    for start in range(0, len(weights), ROWS):
        m = weights[start : start + ROWS]
        inner = (m @ sums).reshape(len(m), groups, groups)
        parts.append((m[:, None, :] @ (inner @ m[:, :, None])).ravel())
    return np.concatenate(parts)


def _quadratic(matrix: Floats, weights: Floats) -> Floats:
    product: Floats = ((weights @ matrix) * weights).sum(axis=1)
    return product


def _ratio(joint: Floats, first: Floats, second: Floats) -> Floats:
    """joint / √(first · second) within −1 … 1; NaN where one of them is nil but for rounding."""
    constant = (first <= ROUNDING * first[0]) | (second <= ROUNDING * second[0])
    with np.errstate(invalid="ignore", divide="ignore"):
        ratio = joint / np.sqrt(np.where(constant, np.nan, first * second))
    clipped: Floats = np.clip(ratio, -1.0, 1.0)
    return clipped
