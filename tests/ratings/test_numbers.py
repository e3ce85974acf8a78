"""Numbers as a reader sees them."""

import pytest

from ratings.management.commands.plan_votes import BAR, Command
from ratings.planning import Point
from ratings.presentation.numbers import reached, signed_decimal


@pytest.mark.parametrize(
    ("share", "words"), [(0.796, "79.6"), (0.99999, "99.99"), (0.29, "29"), (1.0, "100"), (0, "0")]
)
def test_a_share_is_never_said_to_be_reached_before_it_is(share: float, words: str) -> None:
    assert reached(share) == words


@pytest.mark.parametrize(
    ("value", "words"), [(1.25, "+1.2"), (-1.3, "−1.3"), (0.04, "0.0"), (-0.04, "0.0")]
)
def test_a_sign_is_a_real_one_and_nought_has_none(value: float, words: str) -> None:
    assert signed_decimal(value, 1) == words


@pytest.mark.parametrize(("power", "blocks"), [(0.999, BAR - 1), (1.0, BAR)])
def test_the_bar_of_a_plan_is_full_only_if_every_pair_was_told_apart(
    power: float, blocks: int, capsys: pytest.CaptureFixture[str]
) -> None:
    Command()._show(Point(100, 5, (power,)))
    assert capsys.readouterr().out.count("█") == blocks
