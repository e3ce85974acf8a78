"""The command that tries the rules of drawing pairs."""

import io

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
