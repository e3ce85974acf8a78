"""A limit on what any one listener can do: weights that cap their share of every pair.

On one pair of systems every vote carries the same information, so a share of the (weighted) votes
is a share of the information. Where a listener has more than the set share, all their votes on that
pair are weighted down alike. With fewer listeners on a pair than 1 / share the cap cannot hold;
equal weight for each of them comes closest.
"""

import numpy as np

from ratings.statistics.analysis import Analysis
from ratings.statistics.scores import compact
from ratings.statistics.tabulation import Tabulation
from ratings.statistics.votes import BoolArray, FloatArray, IntArray, Outcome, Votes

MOST_CELLS_PER_VOTE = 4  # of a table of listeners and pairs


def cap_per_listener(votes: Votes, *, share: float) -> FloatArray:
    """Weights (votes,) under which no listener has more than `share` of any pair, if possible.

    share: above 0, at most 1. Existing weights are kept as the starting point. Raises ValueError
    when the listeners are unknown or the share makes no sense.
    """
    if votes.listener is None:
        raise ValueError("A cap per listener needs the listener of every vote.")
    if not 0 < share <= 1:
        raise ValueError(f"A share lies above 0 and at most at 1, not at {share}.")
    own = np.ones(len(votes)) if votes.weight is None else votes.weight
    if not len(votes):
        return own
    pair, listener = _pairs(votes), compact(votes.listener)[0]
    group, groups = compact(pair * (int(listener.max()) + 1) + listener)
    held = np.bincount(group, own, groups).astype(np.float64)
    pair_of_group = np.zeros(groups, dtype=np.int64)
    pair_of_group[group] = pair
    ceiling = _ceilings(pair_of_group, held, share)[pair_of_group]
    factor = np.minimum(1.0, np.divide(ceiling, held, out=np.ones(groups), where=held > 0))
    weights: FloatArray = own * factor[group]
    return weights


def nobody_above(analysis: Analysis, *, share: float) -> bool:
    """Whether all of the `cap_per_listener` weights of unweighted votes are surely 1.

    False also where the listeners are too many, each with too few votes, to look quickly.
    """
    table = analysis.table
    if table.votes.weight is not None:
        return False
    held = _votes_per_pair(table, analysis.part)
    return held is not None and bool((held <= share * held.sum(axis=0)).all())


def _votes_per_pair(table: Tabulation, part: BoolArray) -> FloatArray | None:
    """How many votes of a slice each listener gave on each pair of systems: (L, pairs).

    Pairs stand in the order of `np.triu_indices(n, k=1)`. None without listeners, or when the table
    would be much larger than the votes.
    """
    n = table.systems
    first, second = np.triu_indices(n, k=1)
    pairs = len(first)
    if table.listener is None or table.listeners * pairs > MOST_CELLS_PER_VOTE * len(table.keys):
        return None
    number = np.full((n, n), pairs)
    number[first, second] = number[second, first] = np.arange(pairs)
    place = np.full((len(table.counts), n, n, len(Outcome)), pairs)
    place[part] = number[..., None]
    found = np.empty((table.listeners, pairs))
    for run, low, high in table.runs:
        at = (table.listener[run] - low) * (pairs + 1) + place.ravel()[table.keys[run]]
        counts = np.bincount(at, minlength=(high - low) * (pairs + 1))
        found[low:high] = counts.reshape(-1, pairs + 1)[:, :pairs]
    return found


def _pairs(votes: Votes) -> IntArray:
    low, high = np.minimum(votes.left, votes.right), np.maximum(votes.left, votes.right)
    return compact(low * (int(high.max()) + 1) + high)[0]


def _ceilings(pair: IntArray, held: FloatArray, share: float) -> FloatArray:
    """Per pair, the largest weight τ a listener may hold: τ = share · Σ min(held, τ).

    With the m heaviest listeners capped, τ = share · (sum of the others) / (1 - share · m); the
    right m is the smallest that leaves nobody else above τ.
    """
    pairs = int(pair.max()) + 1
    order = np.lexsort((-held, pair))
    sizes = np.bincount(pair, minlength=pairs)
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    heaviest_first = held[order]
    lightest = np.minimum.reduceat(np.where(heaviest_first > 0, heaviest_first, np.inf), starts)
    ceiling = np.full(pairs, np.nan)
    remaining = np.add.reduceat(heaviest_first, starts)
    for capped in range(int(sizes.max()) + 1):
        open_ = np.isnan(ceiling) & (capped < sizes)
        if share * capped >= 1 or not open_.any():
            break
        next_held = heaviest_first[np.minimum(starts + capped, len(held) - 1)]
        limit = share * remaining / (1 - share * capped)
        ceiling = np.where(open_ & (next_held <= limit * (1 + 1e-12)), limit, ceiling)
        remaining = remaining - np.where(open_, next_held, 0.0)
    return np.where(np.isnan(ceiling), lightest, ceiling)
