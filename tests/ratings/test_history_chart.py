"""Ratings as the votes came in: geometry and sentence."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.presentation.history import History, Moment, evenly, history_of, shortened, spread

START = datetime(2026, 3, 1, tzinfo=UTC)


def chart(*boards: tuple[int, dict[str, float]], human: str | None = None) -> History | None:
    """The chart of boards given by votes and ratings; the last one names the order."""
    moments = [
        Moment(day, START + timedelta(days=day), votes, ratings)
        for day, (votes, ratings) in enumerate(boards)
    ]
    last = boards[-1][1] if boards else {}
    return history_of(moments, sorted(last, key=lambda name: -last[name]), human)


def drawn(*boards: tuple[int, dict[str, float]], human: str | None = None) -> History:
    """A chart that must be there."""
    found = chart(*boards, human=human)
    assert found is not None
    return found


def test_a_line_runs_from_the_first_to_the_last_board() -> None:
    history = drawn((100, {"a": 1000}), (200, {"a": 1010}), (300, {"a": 1000}))
    line = history.lines[0]
    assert [part.split()[0] for part in line.path[1:].split("L")] == ["0", "50", "100"]
    assert line.path.count("M") == 1


def test_a_higher_rating_is_drawn_higher() -> None:
    history = drawn((100, {"a": 1050, "b": 950}), (200, {"a": 1050, "b": 950}))
    ends = {line.system: line.y_end for line in history.lines}
    assert ends["a"] < ends["b"]


def test_a_board_without_a_rating_breaks_the_line() -> None:
    history = drawn((100, {"a": 1, "b": 0}), (200, {"b": 0}), (300, {"a": 1, "b": 0}))
    paths = {line.system: line.path for line in history.lines}
    assert (paths["a"].count("M"), paths["b"].count("M")) == (2, 1)


def test_a_newcomer_begins_where_it_joined() -> None:
    history = drawn((100, {"a": 1000}), (200, {"a": 1000, "new": 990}))
    path = next(line.path for line in history.lines if line.system == "new")
    assert path.startswith("M100 ")
    assert [row.ratings for row in history.rows if row.system == "new"] == [("–", "990")]


def test_what_wild_first_boards_draw_does_not_stretch_the_axis() -> None:
    calm = [(votes, {"a": 1010.0, "b": 990.0}) for votes in range(200, 1000, 100)]
    history = drawn((100, {"a": 2000.0, "b": 0.0}), *calm)
    assert history.cut_off
    assert {line.y_end for line in history.lines} == {30.0, 70.0}  # 15 points beyond either


def test_the_human_and_the_best_system_stand_out() -> None:
    history = drawn((1, {"h": 3, "a": 2, "b": 1}), (2, {"h": 3, "a": 2, "b": 1}), human="h")
    assert [(line.is_human, line.leads) for line in history.lines] == [
        (True, False),
        (False, True),
        (False, False),
    ]


def test_the_sentence_says_how_far_the_second_half_moved() -> None:
    history = drawn((100, {"a": 900, "b": 1100}), (500, {"a": 990, "b": 1010}),
                    (1000, {"a": 998, "b": 1013}))  # fmt: skip
    assert history.sentence == (
        "Since 500 votes no rating has moved by more than 8 points; a moved most."
    )


def test_a_rating_that_left_and_came_back_has_moved() -> None:
    history = drawn(
        (100, {"a": 900}), (500, {"a": 1000}), (700, {"a": 1040.2}), (1000, {"a": 1000})
    )
    assert history.sentence == (
        "Since 500 votes no rating has moved by more than 41 points; a moved most."
    )


@pytest.mark.parametrize("boards", [[], [(5, {"a": 1.0})], [(5, {"a": 1.0}), (5, {"a": 2.0})]])
def test_without_growth_there_is_no_chart(boards: list[tuple[int, dict[str, float]]]) -> None:
    assert chart(*boards) is None


def test_the_table_holds_the_first_and_the_last_board() -> None:
    history = drawn(*((votes, {"a": 1000.0}) for votes in range(100, 4100, 100)))
    assert [m.votes for m in history.moments][0::7] == [100, 4000]
    assert len(history.rows[0].ratings) == len(history.moments) == 8


@given(st.lists(st.floats(0, 100), min_size=1, max_size=30))
def test_labels_keep_their_order_and_their_distance(places: list[float]) -> None:
    gap = 100 / 30
    placed = spread(sorted(places), gap=gap)
    assert all(b - a >= gap - 0.011 for a, b in pairwise(placed))
    assert min(placed) >= 0
    assert max(placed) <= 100.01


def test_labels_with_room_stay_where_their_lines_end() -> None:
    assert spread([10.0, 50.0, 90.0], gap=5) == [10.0, 50.0, 90.0]


def test_labels_of_one_place_spread_around_it() -> None:
    assert np.mean(spread([50.0, 50.0, 50.0], gap=6)) == pytest.approx(50)


@given(st.integers(1, 500), st.integers(2, 60))
def test_thinning_keeps_both_ends(number: int, most: int) -> None:
    kept = evenly(number, most)
    assert len(kept) <= most
    assert (kept[0], kept[-1]) == (0, number - 1)


def test_long_names_are_shortened_with_an_ellipsis() -> None:
    assert shortened("Zorblat Speech") == "Zorblat Speech"
    assert shortened("Zorblat Speech Extra Large 2") == "Zorblat Speech Extr…"
