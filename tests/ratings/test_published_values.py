"""Answers that stand in the literature or were computed by other projects."""

import pytest

from ratings.statistics.rate import rate
from ratings.statistics.standings import Ratings
from ratings.statistics.votes import Ties
from ratings.votefile import read_votes
from tests.ratings.published import (
    DATA,
    UNITS_PER_POINT,
    baseball,
    choix_case,
    golden,
    shares,
    springall,
    strengths,
)


def errors_against_anchor(ratings: Ratings) -> dict[str, float]:
    """Standard errors of the differences to the anchor, in natural-log odds."""
    return {
        row.system: row.against_anchor.difference.error * UNITS_PER_POINT
        for row in ratings.rated
        if row.against_anchor is not None
        and row.against_anchor.difference is not None
        and row.against_anchor.difference.error is not None
    }


def test_citations_of_statistics_journals() -> None:
    file = read_votes(DATA / "citations.csv")
    ratings = rate(file.votes, systems=file.systems, anchor="Biometrika")
    theta = strengths(ratings, zero="Biometrika")
    assert theta.pop("Biometrika") == 0
    assert theta == pytest.approx(
        {"Comm Statist": -2.9490725, "JASA": -0.4795698, "JRSS-B": 0.2689541}, abs=1e-7
    )
    assert errors_against_anchor(ratings) == pytest.approx(
        {"Comm Statist": 0.10255, "JASA": 0.06059, "JRSS-B": 0.07083}, abs=5e-6
    )
    assert ratings.deviance == pytest.approx(4.293384, abs=5e-7)
    assert ratings.degrees_of_freedom == 3


def test_baseball_without_order_effect() -> None:
    teams, votes = baseball()
    ratings = rate(votes, systems=teams)
    assert strengths(ratings, zero="Baltimore") == pytest.approx(
        {
            "Baltimore": 0,
            "Boston": 1.1077,
            "Cleveland": 0.6839,
            "Detroit": 1.4364,
            "Milwaukee": 1.5814,
            "New York": 1.2476,
            "Toronto": 1.2945,
        },
        abs=5e-5,
    )
    assert ratings.deviance == pytest.approx(44.053, abs=5e-4)
    assert ratings.degrees_of_freedom == 36


def test_baseball_with_home_advantage_as_order_effect() -> None:
    teams, votes = baseball()
    ratings = rate(votes, systems=teams, order_effect=True)
    assert strengths(ratings, zero="Baltimore") == pytest.approx(
        {
            "Baltimore": 0,
            "Boston": 1.1438,
            "Cleveland": 0.7047,
            "Detroit": 1.4754,
            "Milwaukee": 1.6196,
            "New York": 1.2813,
            "Toronto": 1.3271,
        },
        abs=5e-5,
    )
    assert ratings.order_effect is not None
    assert ratings.order_effect.value == pytest.approx(0.3023, abs=5e-5)
    assert ratings.order_effect.error == pytest.approx(0.1309, abs=5e-5)
    assert ratings.deviance == pytest.approx(38.643, abs=5e-4)
    assert ratings.degrees_of_freedom == 35


SPRINGALL_HALF = [
    0.75433, -0.78546, -1.46937, 0.48475, -0.53022, -1.16945, 1.61658, 0.75707, 0.34176,
]  # fmt: skip
SPRINGALL_DAVIDSON = [
    1.11337, -1.15986, -2.17738, 0.71576, -0.78142, -1.72948, 2.39483, 1.11826, 0.50593,
]  # fmt: skip


@pytest.mark.parametrize(
    ("ties", "published"), [(Ties.HALF, SPRINGALL_HALF), (Ties.DAVIDSON, SPRINGALL_DAVIDSON)]
)
def test_springall_with_ties(ties: Ties, published: list[float]) -> None:
    items, votes = springall()
    theta = strengths(rate(votes, systems=items, ties=ties))
    assert [theta[item] for item in items] == pytest.approx(published, abs=6e-6)


def test_springall_tie_parameter_of_davidson() -> None:
    items, votes = springall()
    assert rate(votes, systems=items, ties=Ties.DAVIDSON).nu == pytest.approx(0.86555, abs=5e-6)


@pytest.mark.parametrize("number", [1, 2])
def test_exact_cases_of_choix(number: int) -> None:
    exact, votes = choix_case(number)
    theta = strengths(rate(votes, systems="abc"))
    assert [theta[system] for system in "abc"] == pytest.approx(exact, abs=1e-9)


@pytest.mark.parametrize("name", ["simple", "food", "llmfao"])
def test_half_win_ties_agree_with_evalica(name: str) -> None:
    file = read_votes(DATA / f"{name}.csv")
    theta = strengths(rate(file.votes, systems=file.systems))
    assert shares(theta) == pytest.approx(golden(name), rel=1e-9)
