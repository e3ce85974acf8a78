"""Slices that are looked at together say what each of them says alone."""

from dataclasses import replace

import numpy as np
import pytest

from ratings.statistics import tabulation
from ratings.statistics.analysis import Analysis, analyse, analyse_slices
from ratings.statistics.caps import cap_per_listener, nobody_above
from ratings.statistics.scores import ascending
from ratings.statistics.tabulation import tabulate
from ratings.statistics.votes import BoolArray, IntArray, Ties, Votes
from tests.ratings.published import springall
from tests.ratings.test_intervals import random_votes

CELLS = 6


def celled(seed: int, votes: int = 6000) -> tuple[Votes, IntArray]:
    """Votes in six cells; in the first, the last system has won everything."""
    votes_ = random_votes(seed, votes=votes, listeners=80)
    cells = np.random.default_rng(seed + 100).integers(0, CELLS, votes)
    won = np.where(votes_.left == 4, 0, np.where(votes_.right == 4, 1, votes_.outcome))
    return replace(votes_, outcome=np.where(cells == 0, won, votes_.outcome)), cells


def parts() -> list[BoolArray]:
    """Everything, halves, thirds, and a cell of its own: some share cells, others do not."""
    numbers = np.arange(CELLS)
    chosen = [numbers >= 0, numbers < 3, numbers >= 3, numbers % 3 == 0, numbers % 3 == 1]
    return [*chosen, numbers == 0]


def same(one: Analysis, other: Analysis) -> bool:
    """Whether two analyses agree to the last bit."""
    assert one.fit is not None
    assert other.fit is not None
    assert one.covariance is not None
    assert other.covariance is not None
    return (
        np.array_equal(one.counts, other.counts)
        and np.array_equal(one.fit.theta, other.fit.theta)
        and np.array_equal(one.covariance.matrix, other.covariance.matrix)
        and np.array_equal(one.listeners_of, other.listeners_of)  # type: ignore[arg-type]
        and np.array_equal(one.effective_of, other.effective_of)  # type: ignore[arg-type]
        and one.listeners == other.listeners
        and one.covariance.effective == other.covariance.effective
    )


@pytest.mark.parametrize("order_effect", [False, True])
def test_slices_together_are_each_slice_alone(order_effect: bool) -> None:  # noqa: FBT001
    votes, cells = celled(1)
    table = tabulate(votes, systems=5, cells=cells, cell_count=CELLS)
    found = analyse_slices(table, parts(), systems="abcde", order_effect=order_effect)
    for part, analysis in zip(parts(), found, strict=True):
        alone = analyse(votes.where(part[cells]), systems="abcde", order_effect=order_effect)
        assert same(analysis, alone)
    assert len(found[-1].connectivity.rated) == 4


def test_a_slice_without_ties_has_no_tie_parameter_beside_one_that_has() -> None:
    items, votes = springall()
    with_ties = np.flatnonzero(votes.outcome == 2)
    listener = np.arange(len(votes)) % 7
    cells = np.zeros(len(votes), dtype=np.int64)
    cells[::2] = 1
    outcome = votes.outcome.copy()
    outcome[with_ties[with_ties % 2 == 0]] = 0
    mixed = replace(votes, outcome=outcome, listener=listener)
    table = tabulate(mixed, systems=len(items), ties=Ties.DAVIDSON, cells=cells, cell_count=2)
    numbers = np.arange(2)
    slices = [numbers == 0, numbers == 1]
    for part, analysis in zip(slices, analyse_slices(table, slices, systems=items), strict=True):
        alone = analyse(mixed.where(part[cells]), systems=items, ties=Ties.DAVIDSON)
        assert same(analysis, alone)


def test_votes_in_the_order_of_listeners_say_the_same_stretch_by_stretch(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    votes, cells = celled(2)
    assert votes.listener is not None
    whole = tabulate(votes, systems=5, cells=cells, cell_count=CELLS)
    order = ascending(votes.listener)
    monkeypatch.setattr(tabulation, "RUN", 500)
    sorted_ = tabulate(votes.where(order), systems=5, cells=cells[order], cell_count=CELLS)
    assert len(whole.runs) == 1
    assert len(sorted_.runs) > 5
    pairs = zip(
        analyse_slices(whole, parts(), systems="abcde"),
        analyse_slices(sorted_, parts(), systems="abcde"),
        strict=True,
    )
    assert all(same(one, other) for one, other in pairs)


@pytest.mark.parametrize("top", [0, 1, 2**16 - 1, 2**16, 2**33])
def test_codes_are_sorted_and_equal_ones_stay_in_order(top: int) -> None:
    codes = np.random.default_rng(top).integers(0, top + 1, 500)
    codes[::7] = top
    assert np.array_equal(ascending(codes), np.argsort(codes, kind="stable"))


@pytest.mark.parametrize("share", [0.02, 0.05, 0.1, 0.3, 1.0])
def test_nobody_is_above_a_cap_that_leaves_all_weights_at_one(share: float) -> None:
    votes = random_votes(3, votes=3000, listeners=40)
    untouched = bool((cap_per_listener(votes, share=share) == 1).all())
    assert nobody_above(analyse(votes, systems="abcde"), share=share) is untouched
