"""As how many clusters (listeners, prompts) they count that gave unequal numbers of votes.

Of v votes each, (Σ v)² / Σ v²: all of them when the numbers are equal, one when one gave all. If
votes were independent, a cluster's score would have a variance in proportion to v. Then the sum of
squared scores is that of as many equal ones (Satterthwaite 1946; for clusters, Bell & McCaffrey
2002), and what the fit takes off by following its clusters is the share 1 / effective of it. So the
number stands for L in both places, in the factor L / (L - 1) and in the L - 1 degrees of freedom of
Student's t. Where votes of a cluster are alike, unequal clusters count as even fewer (Carter,
Schnepel & Steigerwald 2017, whose squares are of v²); that is a bound, under which intervals held
the truth in 99 % of simulations. docs/methodology.md tells how often they do with this number.
"""

import numpy as np
import scipy

from ratings.statistics.votes import FloatArray, IntArray, Votes

# One of two clusters with four fifths of the votes; nothing is known of how clusters differ then.
LEAST_EFFECTIVE = 1.5
MOST_CELLS = 2**23  # of a table of clusters that is not sparse: 64 MB


def effective_number(given: FloatArray) -> FloatArray:
    """Of votes, or weights, by cluster (clusters, …): (…); 0 where there is no vote."""
    return _number(np.asarray(given.sum(axis=0)), np.asarray((given**2).sum(axis=0)))


def effective_clusters(codes: IntArray, votes: Votes) -> float:
    """Of all votes. codes: (votes,) of their clusters."""
    return float(effective_number(np.bincount(codes, votes.weight).astype(np.float64)))


def effective_per_system(codes: IntArray, votes: Votes, systems: int) -> FloatArray:
    """Of the votes on each system: (systems,)."""
    sides = np.concatenate([votes.left, votes.right])
    weight = np.ones(len(votes)) if votes.weight is None else votes.weight
    shape = (int(codes.max(initial=-1)) + 1, systems)
    return effective_columns(np.tile(weight, 2), np.tile(codes, 2), sides, shape)


def effective_columns(
    weight: FloatArray, rows: IntArray, columns: IntArray, shape: tuple[int, int]
) -> FloatArray:
    """Of each column of a table of clusters, given by its entries; equal places are added up."""
    if shape[0] * shape[1] <= MOST_CELLS:  # ten times as fast as adding up a sparse table
        cells = np.bincount(rows * shape[1] + columns, weight, shape[0] * shape[1])
        return effective_number(cells.reshape(shape).astype(np.float64))
    table = scipy.sparse.csr_array((weight, (rows, columns)), shape=shape)
    table.sum_duplicates()
    return _number(table.sum(axis=0), table.multiply(table).sum(axis=0))


def _number(total: FloatArray, squares: FloatArray) -> FloatArray:
    number: FloatArray = np.divide(total**2, squares, out=np.zeros_like(squares), where=squares > 0)
    return number
