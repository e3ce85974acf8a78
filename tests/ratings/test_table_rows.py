"""Rows and axis of the table of standings."""

from ratings.presentation.axis import axis_of, round_values, whisker_of
from ratings.presentation.table import Row, rows_of
from ratings.statistics.components import State
from ratings.statistics.standings import Standing
from tests.ratings.boards import rated, unrated


def rows(*standings: Standing, human: str | None = None) -> list[Row]:
    """The rows of a board whose providers are all the same."""
    axis = axis_of(standings, human)
    return rows_of(standings, ["Plumbago"] * len(standings), human, axis)


def test_a_rule_stands_only_between_tiers() -> None:
    tiers = [rated(name, 1000, tier=tier) for name, tier in zip("abcd", (1, 1, 2, 2), strict=True)]
    assert [row.starts_tier for row in rows(*tiers)] == [False, False, True, False]


def test_a_rule_parts_the_rated_systems_from_the_others() -> None:
    shown = rows(rated("a", 1000), unrated("b", State.NO_VOTES, votes=0))
    assert shown[1].starts_tier


def test_few_votes_and_no_interval_are_uncertain() -> None:
    shown = rows(rated("many", 1000), rated("few", 990, votes=29.0), rated("alone", 980, half=None))
    assert [row.uncertain for row in shown] == [False, True, True]
    assert [row.few for row in shown] == [False, True, False]


def test_an_undefeated_system_has_a_bound_and_an_open_whisker() -> None:
    standings = rated("a", 1000), unrated("b", State.UNDEFEATED, at_least=1420.4)
    row = rows(*standings)[1]
    assert (row.bound, row.rated) == ("at least 1420", False)
    assert row.whisker is not None
    assert row.whisker.x_mid is None
    assert (row.whisker.x_low, row.whisker.x_high) == (row.limit_x, 100.0)


def test_a_winless_system_is_bounded_from_above() -> None:
    row = rows(rated("a", 1000), unrated("b", State.WINLESS, at_most=612.0))[1]
    assert row.bound == "at most 612"
    assert row.whisker is not None
    assert (row.whisker.x_low, row.whisker.x_high) == (0.0, row.limit_x)


def test_the_axis_holds_every_interval_and_bound() -> None:
    standings = [
        rated("a", 1000, half=50),
        unrated("b", State.UNDEFEATED, at_least=1420.0),
        unrated("c", State.WINLESS, at_most=600.0),
    ]
    axis = axis_of(standings, None)
    assert axis is not None
    assert axis.low < 600
    assert axis.high > 1420
    for standing in standings:
        whisker = whisker_of(standing, axis)
        assert whisker is not None
        assert 0 <= whisker.x_low < whisker.x_high <= 100


def test_a_bound_leaves_room_to_see_that_it_is_open() -> None:
    standings = [rated("a", 1000), unrated("b", State.UNDEFEATED, at_least=1100.0)]
    whisker = whisker_of(standings[1], axis_of(standings, None))
    assert whisker is not None
    assert whisker.x_high - whisker.x_low > 10


def test_without_rating_or_bound_there_is_no_axis() -> None:
    assert axis_of([unrated("a", State.NO_VOTES)], None) is None


def test_the_human_is_a_line_at_its_rating() -> None:
    axis = axis_of([rated("Reader", 1100, half=0), rated("a", 900, half=0)], "Reader")
    assert axis is not None
    assert axis.human_x == axis.place(1100)


def test_ticks_are_round_and_few() -> None:
    assert round_values(805, 1277) == [900, 1000, 1100, 1200]
    assert round_values(-3, 3) == [-2, 0, 2]


def test_ranks_are_ranges_and_one_place_is_one_number() -> None:
    shown = rows(
        rated("a", 1000, rank_low=1, rank_high=1), rated("b", 990, rank_low=2, rank_high=5)
    )
    assert [row.rank_label for row in shown] == ["1", "2–5"]


def test_votes_are_written_with_thousands_apart() -> None:
    assert rows(rated("a", 1000, votes=50_000.0))[0].votes_label == "50,000"


def test_a_human_anchor_of_another_name_is_told_to_be_one() -> None:
    assert rows(rated("Ann", 1000), human="Ann")[0].provider == "Plumbago – the human anchor"
    assert rows(rated("Human anchor", 1000), human="Human anchor")[0].provider == "Plumbago"
