"""Intervals clustered by system: systems are drawn with replacement, with all of their clips.

A system that is drawn m times counts m times, and a vote between two systems m · m′ times: the
bootstrap of pairs (Owen 2007, “The pigeonhole bootstrap”; Davezies, D'Haultfœuille and Guyonvarch
2021 for pairs of exchangeable units). Plain percentiles are too narrow when systems are few. Skewed
amounts, such as correlations, therefore get percentiles with the wider tails of Hesterberg (2015,
The American Statistician 69, 371–386); shares of votes get the standard deviation of the resamples
and Student's t with one degree of freedom less than systems. docs/agreement.md says how often each
interval holds the truth.
"""

from dataclasses import dataclass

import numpy as np

from evaluation.agreement.arrays import Floats

REPLICATES = 2000
LEVEL = 0.95
LEAST_SYSTEMS = 3
ROUNDING = 1e-12
LEAST_REPLICATES = 0.5  # of them must have an answer, else there is no interval


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number and its interval at `LEVEL`; low and high are None where there is no interval.

    replicates: how many resamples the interval stands on.
    """

    value: float
    low: float | None
    high: float | None
    replicates: int


def multiplicities(systems: int, digest: str, *, replicates: int = REPLICATES) -> Floats:
    """How often each system is drawn, (replicates, systems); each row sums to `systems`.

    digest: hexadecimal; the same one gives the same draws.
    """
    draw = np.random.default_rng(int(digest, 16))
    drawn = draw.multinomial(systems, np.full(systems, 1 / systems), size=replicates)
    return drawn.astype(np.float64)


def tail(systems: int, *, level: float = LEVEL) -> float:
    """Probability beyond each end: Φ(√(s / (s − 1)) · t), t the quantile with s − 1 degrees."""
    from scipy import special  # noqa: PLC0415 - slow to load

    return float(special.ndtr(-np.sqrt(systems / (systems - 1)) * quantile(systems, level=level)))


def by_percentiles(value: float, replicates: Floats, systems: int) -> Estimate:
    """Return *value* with the expanded percentile interval of *replicates* (r,).

    NaN among them are resamples without an answer; where they are most, there is no interval.
    """
    answers = replicates[np.isfinite(replicates)]
    if not _enough(answers, replicates, systems):
        return Estimate(value, None, None, len(answers))
    beyond = tail(systems)
    low, high = np.quantile(answers, [beyond, 1 - beyond])
    return Estimate(value, float(min(low, value)), float(max(high, value)), len(answers))


def by_error(
    value: float, replicates: Floats, systems: int, *, low: float = 0.0, high: float = 1.0
) -> Estimate:
    """Return *value* ± t · standard deviation of *replicates* (r,), kept within low … high.

    No interval either where the replicates are all alike: they cannot say how sure the value is.
    """
    answers = replicates[np.isfinite(replicates)]
    if not _enough(answers, replicates, systems) or np.ptp(answers) < ROUNDING:
        return Estimate(value, None, None, len(answers))
    half = quantile(systems) * float(answers.std())
    return Estimate(value, max(low, value - half), min(high, value + half), len(answers))


def quantile(systems: int, *, level: float = LEVEL) -> float:
    """Student's t at `level`, two-sided, with one degree of freedom less than systems."""
    from scipy import special  # noqa: PLC0415 - slow to load

    return float(special.stdtrit(systems - 1, (1 + level) / 2))


def _enough(answers: Floats, replicates: Floats, systems: int) -> bool:
    return systems >= LEAST_SYSTEMS and len(answers) >= LEAST_REPLICATES * len(replicates)
