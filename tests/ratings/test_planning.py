"""How many votes are enough?"""

from dataclasses import replace

import numpy as np
import pytest

from ratings.planning import Answer, Plan, PlanError, Point, answer_sentence, plan, power_at
from ratings.simulation import Population


def question(*theta: float, taste: float = 0.0, runs: int = 40, most: int = 20_000) -> Plan:
    return Plan(Population(np.array(theta), taste=taste), runs=runs, most=most)


def test_power_for_two_systems_is_that_of_the_binomial_test() -> None:
    """Two systems, independent votes: the z test of a share has a power known in closed form."""
    votes, gap = 400, 0.3
    p = 1 / (1 + np.exp(-gap))
    rng = np.random.default_rng(1)
    share = rng.binomial(votes, p, 200_000) / votes
    theta = np.log(share / (1 - share))
    error = 1 / np.sqrt(votes * share * (1 - share))
    expected = np.mean(theta / error > 1.96)
    alone = replace(question(0.0, gap, runs=400), votes_per_listener=1)
    found = power_at(alone, votes).power
    assert found == pytest.approx(expected, abs=0.07)


def test_the_answer_is_enough_and_a_tenth_less_was_tried_and_was_not() -> None:
    answer = plan(question(0.0, 0.5, 1.2))
    assert answer.enough is not None
    assert answer.enough.power >= 0.8
    short = [point.votes for point in answer.tried if point.power < 0.8]
    assert answer.enough.votes <= 1.1 * max(short) + 1


@pytest.mark.parametrize(("power", "words"), [(0.995, "99.5%"), (0.855, "85.5%"), (0.8, "80%")])
def test_the_answer_claims_no_more_power_than_was_asked_for(power: float, words: str) -> None:
    asked = replace(question(0.0, 1.0), power=power)
    enough = Point(900, 45, (power,))
    assert f"in at least {words} of 40" in answer_sentence(Answer((enough,), enough), asked)


def test_listeners_who_differ_need_more_votes() -> None:
    alike, different = (plan(question(0.0, 0.5, taste=taste)).enough for taste in (0.0, 1.0))
    assert alike is not None
    assert different is not None
    assert different.votes > 1.2 * alike.votes


def test_every_pair_of_neighbours_has_its_power_and_the_hardest_one_counts() -> None:
    point = power_at(question(0.0, 0.1, 2.0), 400)
    assert len(point.pairs) == 2
    assert point.pairs[0] > point.pairs[1]
    assert point.power == point.pairs[1]


def test_each_point_is_reported_while_the_search_runs() -> None:
    seen: list[Point] = []
    answer = plan(question(0.0, 1.0), progress=seen.append)
    assert tuple(seen) == answer.tried


def test_when_the_most_votes_are_not_enough_there_is_no_answer() -> None:
    answer = plan(question(0.0, 0.01, runs=5, most=200))
    assert answer.enough is None
    assert [point.votes for point in answer.tried] == [40, 80, 160, 200]


def test_the_same_seed_gives_the_same_answer() -> None:
    assert plan(question(0.0, 1.0)) == plan(question(0.0, 1.0))


@pytest.mark.parametrize(
    ("theta", "changes", "complaint"),
    [
        ((0.0,), {}, "at least two systems"),
        ((0.0, 0.5, 0.5), {}, "expected to be equal"),
        ((0.0, 1.0), {"power": 1.0}, "power must lie between 0 and 1"),
        ((0.0, 1.0), {"runs": 0}, "must be at least 1"),
        ((0.0, float("nan")), {}, "gaps must be numbers"),
        ((0.0, 100.0), {}, "at most 3,000 Elo points"),
        ((0.0, 1.0), {"level": 1.5}, "level must lie above 0"),
        ((0.0, 1.0), {"level": 0.9999}, "at most at 0.999"),
    ],
)
def test_a_plan_without_sense_is_refused(
    theta: tuple[float, ...], changes: dict[str, float], complaint: str
) -> None:
    with pytest.raises(PlanError, match=complaint):
        plan(Plan(Population(np.array(theta)), **changes))  # type: ignore[arg-type]


def test_listeners_cannot_differ_by_less_than_nothing() -> None:
    with pytest.raises(PlanError, match="below zero"):
        plan(Plan(Population(np.array([0.0, 1.0]), taste=-0.5)))
