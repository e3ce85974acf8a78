"""Votes that hypothesis draws."""

import numpy as np
from hypothesis import strategies as st

from ratings.statistics.votes import Outcome, Votes

NAMES = ("Ada", "Bea", "Cleo", "Dora", "Eve", "Flo", "Gil")


@st.composite
def connected_votes(
    draw: st.DrawFn, *, ties: bool = True, listeners: bool = True
) -> tuple[tuple[str, ...], Votes]:
    """Between three and seven systems that a cycle of wins connects, and up to 60 further votes."""
    n = draw(st.integers(3, len(NAMES)))
    cycle = [(i, (i + 1) % n, Outcome.LEFT) for i in range(n)]
    pairs = st.tuples(st.integers(0, n - 1), st.integers(1, n - 1))
    outcomes = st.sampled_from(list(Outcome) if ties else [Outcome.LEFT, Outcome.RIGHT])
    extra = draw(st.lists(st.tuples(pairs, outcomes), max_size=60))
    rows = cycle + [(i, (i + step) % n, outcome) for (i, step), outcome in extra]
    left, right, outcome = (np.array(column) for column in zip(*rows, strict=True))
    judges = draw(st.lists(st.integers(0, 5), min_size=len(rows), max_size=len(rows)))
    return NAMES[:n], Votes(left, right, outcome, np.array(judges) if listeners else None)


@st.composite
def any_votes(draw: st.DrawFn) -> tuple[tuple[str, ...], Votes]:
    """One to seven systems with zero to twelve votes, connected or not."""
    n = draw(st.integers(1, len(NAMES)))
    size = draw(st.integers(0, 12)) if n > 1 else 0
    column = st.lists(st.integers(0, n - 1), min_size=size, max_size=size)
    steps = draw(st.lists(st.integers(1, max(n - 1, 1)), min_size=size, max_size=size))
    left = np.array(draw(column), dtype=np.int64)
    outcome = draw(st.lists(st.sampled_from(list(Outcome)), min_size=size, max_size=size))
    right = (left + np.array(steps, dtype=np.int64)) % n
    judges = draw(st.none() | st.lists(st.integers(0, 3), min_size=size, max_size=size))
    return NAMES[:n], Votes(
        left=left,
        right=right,
        outcome=np.array(outcome, dtype=np.int64),
        listener=None if judges is None else np.array(judges, dtype=np.int64),
    )
