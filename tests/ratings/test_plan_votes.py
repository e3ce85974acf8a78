"""The command that plans a study."""

import io

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from ratings.planning import Plan, plan
from ratings.simulation import Population
from ratings.statistics import elo


def planned(*gaps: float, **options: float) -> str:
    out = io.StringIO()
    call_command("plan_votes", *map(str, gaps), stdout=out, **options)
    return out.getvalue()


def test_the_answer_is_that_of_the_plan() -> None:
    text = planned(150, taste=0, runs=20, seed=3)
    population = Population(np.array([0.0, -150 / elo.POINTS_PER_UNIT]))
    answer = plan(Plan(population, runs=20, seed=3, most=200_000))
    assert answer.enough is not None
    assert f"About {answer.enough.votes:,} votes from {answer.enough.listeners:,}" in text
    assert text.count("%") == len(answer.tried) + 1


def test_too_small_a_limit_is_said_plainly() -> None:
    assert "Not even 50 votes" in planned(5, runs=2, most=50)


def test_a_gap_of_nothing_is_refused() -> None:
    with pytest.raises(CommandError, match="expected to be equal"):
        planned(20, 0, runs=2)
