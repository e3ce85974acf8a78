"""How many more votes would separate two systems, if nothing else changed?

A standard error shrinks with the square root of the votes as long as new votes come from new
listeners in the same mix. With the difference d and the error s of N votes, a pair separates at
N' votes, where c · s · √(N / N') = |d|. That extrapolates an estimate and promises nothing: the
difference itself is uncertain.
"""

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ratings.statistics import elo
from ratings.statistics.analysis import Analysis
from ratings.statistics.uncertainty import uncertainty

LEVEL_GAP = 1e-9  # natural-log odds; a smaller gap is rounding, and the two are level


@dataclass(frozen=True, slots=True)
class Separation:
    """Two neighbours on the board, the better one first, by system index.

    difference: Elo points; error: its standard error, None when unknown. votes: further votes on
    the whole board until the pair is separated; 0 when it is, None when the two are level or the
    error is unknown.
    """

    better: int
    worse: int
    difference: float
    error: float | None
    votes: int | None


def votes_to_separate(
    analysis: Analysis, *, critical_value: float, level: float = 0.95
) -> tuple[Separation, ...]:
    """For each pair of neighbours by rating, best first; empty without rated systems.

    critical_value: in standard errors, on the degrees of freedom of the board; that of the rank
    sets keeps the promise of the board.
    """
    if analysis.fit is None:
        return ()
    known = uncertainty(analysis, level)
    theta, rated = analysis.fit.theta, analysis.connectivity.rated
    votes = float(analysis.counts[np.ix_(rated, rated)].sum())
    margins = None if known is None else known.margins(critical_value)
    order = elo.best_first(theta, [analysis.names[i] for i in rated])
    rows = []
    for i, j in pairwise(order):
        error = math.inf if known is None else float(known.differences[i, j])
        margin = math.inf if margins is None else float(margins[i, j])
        gap = float(theta[i] - theta[j])
        rows.append(
            Separation(
                better=int(rated[i]),
                worse=int(rated[j]),
                difference=elo.POINTS_PER_UNIT * gap,
                error=elo.POINTS_PER_UNIT * error if math.isfinite(error) else None,
                votes=further_votes(gap, margin, votes=votes),
            )
        )
    return tuple(rows)


def further_votes(gap: float, margin: float, *, votes: float) -> int | None:
    """N · ((margin / gap)² - 1), rounded up; 0 when separated; None when it would never end.

    gap, margin: of the pair, in one unit; margin: how large the gap must be to count.
    """
    if not math.isfinite(margin) or abs(gap) < LEVEL_GAP:
        return None
    return max(0, math.ceil(votes * ((margin / gap) ** 2 - 1)))
