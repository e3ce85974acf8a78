"""When order effect or tie parameter have no finite estimate, told from the votes alone.

The likelihood has no finite maximum exactly when some direction of the parameters never makes an
observed vote less likely (Albert & Anderson 1984). Within a strongly connected win graph such a
direction must move δ or ν, and asks for strengths a with a_loser ≤ a_winner + w on every edge.
Those exist unless the graph has a cycle of negative total weight, which Bellman & Ford find.
"""

import numpy as np
import scipy

from ratings.statistics.model import FitError
from ratings.statistics.votes import BoolArray, FloatArray, Outcome

ONE_SIDED = (
    "The order effect has no finite estimate: these votes could all be explained by one side "
    "winning. Each side must have won against the odds somewhere."
)
TIES_ONLY = (
    "The tie parameter has no finite estimate: wins are too few beside the ties. "
    "Count ties as half a win, or drop them."
)


class SeparationError(FitError):
    """The votes leave a parameter without a finite maximum-likelihood estimate."""


def require_order_effect(counts: FloatArray) -> None:
    """Raise SeparationError unless δ is finite. counts: (n, n, 3), strongly connected.

    δ → ∞ is the direction in which every left win gains 1 and every right win loses 1.
    """
    tied = counts[..., Outcome.TIE] > 0
    left_wins = (counts[..., Outcome.LEFT] > 0) | tied  # winner on the left: edge left → right
    right_wins = ((counts[..., Outcome.RIGHT] > 0) | tied).T  # edge right → left
    for gain in (1.0, -1.0):
        if not _negative_cycle(_lighter((left_wins, gain), (right_wins, -gain))):
            raise SeparationError(ONE_SIDED)


def require_tie_parameter(counts: FloatArray) -> None:
    """Raise SeparationError unless ν is finite. counts: (n, n, 3), with at least one tie.

    ν → ∞ is the direction in which strengths may differ by 1 across a tie but must by a win.
    """
    tied = counts[..., Outcome.TIE] > 0
    won = (counts[..., Outcome.LEFT] > 0) | (counts[..., Outcome.RIGHT] > 0).T
    if not _negative_cycle(_lighter((won, -1.0), (tied | tied.T, 1.0))):
        raise SeparationError(TIES_ONLY)


def _lighter(first: tuple[BoolArray, float], second: tuple[BoolArray, float]) -> FloatArray:
    """Weights of a graph with two kinds of edges; where both run, the lighter; 0 where none."""
    lighter, heavier = sorted((first, second), key=lambda kind: kind[1])
    weights: FloatArray = np.where(lighter[0], lighter[1], np.where(heavier[0], heavier[1], 0.0))
    return weights


def _negative_cycle(weights: FloatArray) -> bool:
    try:
        scipy.sparse.csgraph.bellman_ford(weights, indices=[0])
    except scipy.sparse.csgraph.NegativeCycleError:
        return True
    return False
