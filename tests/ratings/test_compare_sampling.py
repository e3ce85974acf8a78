"""The command that tries the rules of drawing pairs."""

import io
import math

import pytest
from django.core.management import CommandError, call_command


def rows(**options: object) -> dict[str, list[str]]:
    """The printed table, by rule."""
    out = io.StringIO()
    call_command("compare_sampling", stdout=out, stderr=io.StringIO(), **options)
    return {line.split()[0]: line.split()[1:] for line in out.getvalue().splitlines()[1:]}


def test_every_rule_is_tried_and_the_same_seeds_give_the_same_figures() -> None:
    small = {"systems": 4, "span": 300.0, "batches": 2, "votes_per_batch": 300, "seeds": 3}
    table = rows(**small)
    assert set(table) == {"uniform", "precision", "ranking"}
    assert all(float(error) > 0 for error, *_ in table.values())
    assert rows(**small) == table


def test_a_trial_that_cannot_end_is_refused() -> None:
    with pytest.raises(CommandError, match="at least two systems"):
        rows(systems=1)
    with pytest.raises(CommandError, match="more votes per batch"):
        rows(systems=12, batches=1, votes_per_batch=12, seeds=1)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"span": math.nan}, "The span must lie above 0"),
        ({"span": 0.0}, "The span must lie above 0"),
        ({"span": 1e6}, "at most at 3,000 Elo points"),
        ({"taste": -1.0}, "The taste must lie between 0"),
        ({"taste": math.nan}, "The taste must lie between 0"),
        ({"batches": 0}, "must be at least 1"),
        ({"votes_per_batch": 0}, "must be at least 1"),
        ({"listeners_per_batch": -1}, "must be at least 1"),
    ],
)
def test_what_cannot_be_tried_is_said_in_a_sentence(
    options: dict[str, float], complaint: str
) -> None:
    with pytest.raises(CommandError, match=complaint):
        rows(seeds=1, **options)
