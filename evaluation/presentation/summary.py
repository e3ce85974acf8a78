"""The mean of a metric over a system's clips, with its interval."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

LEVEL = 0.95
METHOD = (
    "Mean over clips; 95 % interval by Student’s t on the cluster-robust standard error, clips "
    "clustered by prompt, with as many degrees of freedom as prompts less one."
)


@dataclass(frozen=True, slots=True)
class Summary:
    """n: values. prompts: clusters. not_available: clips without a value.

    mean is None without values; low and high are None with fewer than two prompts. pooled: of error
    rates, errors of all clips / length of all their texts; None of everything else.
    """

    n: int
    prompts: int
    not_available: int
    mean: float | None = None
    low: float | None = None
    high: float | None = None
    pooled: float | None = None


def summary_of(
    amounts: NDArray[np.float64], prompts: NDArray[np.int64], not_available: int = 0
) -> Summary:
    """Summarise *amounts* (n,) of clips of *prompts* (n,), ids that say what belongs together.

    The variance of the mean is G / (G − 1) · Σ_g (Σ_{i in g} (x_i − mean))² / n², G prompts: two
    voices of one prompt are no two independent looks at a system. Source: Liang and Zeger,
    Biometrika 73 (1986), for an intercept alone, with the usual correction for few clusters.
    """
    if not amounts.size:
        return Summary(0, 0, not_available)
    _, cluster = np.unique(prompts, return_inverse=True)
    groups = int(cluster.max()) + 1
    mean = float(amounts.mean())
    if groups < 2:
        return Summary(amounts.size, groups, not_available, mean)
    residuals = np.bincount(cluster, weights=amounts - mean)
    error = math.sqrt(groups / (groups - 1) * float(residuals @ residuals)) / amounts.size
    margin = float(stdtrit(groups - 1, (1 + LEVEL) / 2)) * error
    return Summary(amounts.size, groups, not_available, mean, mean - margin, mean + margin)
