"""Order effect and tie parameter: what they do, and when they have no finite value."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from scipy.optimize import minimize

from ratings.statistics.counts import count_votes
from ratings.statistics.fit import fit
from ratings.statistics.model import FitError, log_likelihood
from ratings.statistics.rate import rate
from ratings.statistics.separation import SeparationError
from ratings.statistics.votes import FloatArray, Outcome, Ties, Votes
from tests.ratings.published import springall, strengths
from tests.ratings.strategies import connected_votes
from tests.ratings.test_properties import Case, mirrored


def votes(*rows: str) -> Votes:
    """Each row such as "ab<" names left, right and who won (< left, > right, = tie)."""
    codes = {"<": Outcome.LEFT, ">": Outcome.RIGHT, "=": Outcome.TIE}
    left, right, outcome = zip(
        *((ord(r[0]) - ord("a"), ord(r[1]) - ord("a"), codes[r[2]]) for r in rows), strict=True
    )
    return Votes(np.array(left), np.array(right), np.array(outcome))


def counts_of(case: Case) -> FloatArray:
    systems, rows = case
    counts: FloatArray = count_votes(rows, systems=len(systems))[0]
    return counts


def best_likelihood_within(counts: FloatArray, reach: float, *, ties: Ties) -> float:
    """The highest log-likelihood with δ (or log ν) at the distance `reach`, by plain search."""
    base = fit(counts, order_effect=False)
    free = len(counts)
    best = -np.inf
    for sign in (1, -1):

        def loss(theta: FloatArray, sign: int = sign) -> float:
            extra = {"order_effect": sign * reach} if ties is Ties.HALF else {"log_nu": reach}
            return -log_likelihood(counts, replace(base.parameters, theta=theta, **extra))

        start = np.zeros(free)
        best = max(best, -minimize(loss, start, method="BFGS").fun)
    return best


@given(connected_votes())
def test_changing_left_and_right_over_negates_the_order_effect(case: Case) -> None:
    systems, rows = case
    try:
        one = rate(rows, systems=systems, order_effect=True)
    except SeparationError:
        assume(False)  # noqa: FBT003
    other = rate(mirrored(rows), systems=systems, order_effect=True)
    assert one.order_effect is not None
    assert other.order_effect is not None
    assert other.order_effect.value == pytest.approx(-one.order_effect.value, abs=1e-9)
    assert strengths(other) == pytest.approx(strengths(one), abs=1e-9)


@given(connected_votes())
def test_an_order_effect_is_refused_exactly_when_it_runs_away(case: Case) -> None:
    counts = counts_of(case)
    try:
        fitted = fit(counts, order_effect=True)
    except SeparationError:
        near, far = (best_likelihood_within(counts, reach, ties=Ties.HALF) for reach in (10, 14))
        assert far >= near - 1e-6
    else:
        assert fitted.parameters.order_effect is not None
        assert abs(fitted.parameters.order_effect) < 10
        assert fitted.log_likelihood >= best_likelihood_within(counts, 10, ties=Ties.HALF)


@pytest.mark.parametrize(
    "rows",
    [
        ("ab<", "ba<"),  # left always wins
        ("ab>", "ba>"),  # right always wins
        ("ab<", "ab>"),  # one orientation only: strength and side cannot be told apart
        ("ab<", "bc<", "ca<"),
    ],
)
def test_a_side_that_never_loses_has_no_finite_order_effect(rows: tuple[str, ...]) -> None:
    with pytest.raises(SeparationError, match="order effect has no finite estimate"):
        rate(votes(*rows), systems="abc", order_effect=True)


def test_no_side_without_sides() -> None:
    rows = replace(votes("ab<", "ba<", "ab>"), sided=False)
    with pytest.raises(FitError, match="do not say which side"):
        rate(rows, systems="ab", order_effect=True)


def test_two_systems_with_a_known_order_effect() -> None:
    """Three of four left wins in either orientation: δ = log 3, no difference in strength."""
    rows = votes("ab<", "ab<", "ab<", "ab>", "ba<", "ba<", "ba<", "ba>")
    ratings = rate(rows, systems="ab", order_effect=True)
    assert ratings.order_effect is not None
    assert ratings.order_effect.value == pytest.approx(np.log(3))
    assert strengths(ratings) == pytest.approx({"a": 0, "b": 0}, abs=1e-9)


def test_two_equal_systems_with_a_known_share_of_ties() -> None:
    """P(tie) = ν / (2 + ν), so half ties mean ν = 2."""
    ratings = rate(votes("ab<", "ba<", "ab=", "ba="), systems="ab", ties=Ties.DAVIDSON)
    assert ratings.nu == pytest.approx(2)


def test_without_ties_davidson_is_bradley_terry() -> None:
    rows = votes("ab<", "bc<", "ca<", "ab<")
    with_ties_allowed = rate(rows, systems="abc", ties=Ties.DAVIDSON)
    assert with_ties_allowed.nu == 0
    assert strengths(with_ties_allowed) == strengths(rate(rows, systems="abc"))


def test_nothing_but_ties_has_no_finite_tie_parameter() -> None:
    with pytest.raises(SeparationError, match="tie parameter has no finite estimate"):
        rate(votes("ab=", "bc="), systems="abc", ties=Ties.DAVIDSON)


@given(connected_votes())
def test_a_tie_parameter_is_refused_exactly_when_it_runs_away(case: Case) -> None:
    counts = counts_of(case)
    try:
        fitted = fit(counts, ties=Ties.DAVIDSON)
    except SeparationError:
        near, far = (best_likelihood_within(counts, reach, ties=Ties.DAVIDSON) for reach in (8, 12))
        assert far >= near - 1e-6
    else:
        assert fitted.nu is not None
        assert fitted.nu < np.exp(8)


def test_davidson_with_order_effect_fits_both() -> None:
    """Davidson & Beaver (1977): reflecting the votes negates δ and keeps θ and ν."""
    items, rows = springall()
    one = rate(rows, systems=items, ties=Ties.DAVIDSON, order_effect=True)
    other = rate(mirrored(rows), systems=items, ties=Ties.DAVIDSON, order_effect=True)
    assert one.order_effect is not None
    assert other.order_effect is not None
    assert one.order_effect.value == pytest.approx(-other.order_effect.value)
    assert one.nu == pytest.approx(other.nu)
