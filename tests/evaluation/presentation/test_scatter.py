"""The scatter plot: places, labels that never touch, and a template that says it all in words."""

from itertools import combinations
from xml.etree.ElementTree import Element, fromstring

import pytest
from django.template.loader import render_to_string
from hypothesis import given
from hypothesis import strategies as st

from evaluation.agreement.correlation import Correlations
from evaluation.agreement.resampling import Estimate
from evaluation.agreement.system_means import RegisterPoints, SystemPoint
from evaluation.metrics.base import Direction, Metric, NotAvailable
from evaluation.presentation.labels import (
    DOT,
    LETTER,
    LINE,
    NARROWEST,
    Anchor,
    Label,
    place_labels,
)
from evaluation.presentation.scale import decimal, scale_of
from evaluation.presentation.scatter import Scatter, scatter_of

WER = Metric("wer", "Word error rate", "%", Direction.LOWER, 0.0, None)
SOME = Correlations(
    Estimate(0.81, 0.5, 0.93, 2000),
    Estimate(0.8, 0.4, 0.9, 2000),
    Estimate(0.6, None, None, 9),
    4,
    4,
)


def point(
    name: str, metric: float, rating: float, *, human: bool = False, spread: float | None = 1.0
) -> SystemPoint:
    low, high = (None, None) if spread is None else (metric - spread, metric + spread)
    return SystemPoint(name, human, 40, metric, low, high, rating, rating - 20, rating + 20)


def chart(*points: SystemPoint, register: str | None = "calm") -> Scatter:
    found = scatter_of(RegisterPoints(register, points), WER, SOME)
    assert found is not None
    return found


FOUR = (
    point("Flite", 12.0, 900.0),
    point("A voice with <markup> & more", 4.0, 1100.0),
    point("Reader", 3.0, 1250.0, human=True),
    point("eSpeak", 20.0, 750.0, spread=None),
)


def test_the_better_rating_stands_higher_and_more_stands_to_the_right() -> None:
    marks = {mark.system: mark for mark in chart(*FOUR).marks}
    assert marks["Reader"].y < marks["Flite"].y < marks["eSpeak"].y
    assert marks["Reader"].x < marks["Flite"].x < marks["eSpeak"].x


def test_the_human_is_marked_and_stands_on_the_line() -> None:
    found = chart(*FOUR)
    human = next(mark for mark in found.marks if mark.is_human)
    assert human.system == "Reader"
    assert found.human_y == human.y
    assert (
        human.sentence == "Reader (human): metric 3.00 (2.00 to 4.00), rating 1250 (1230 to 1270)"
    )
    assert chart(*FOUR[:2]).human_y is None


def test_whiskers_hold_their_point_and_are_absent_without_an_interval() -> None:
    for mark in chart(*FOUR).marks:
        assert mark.upright is not None
        assert mark.upright.low < mark.y < mark.upright.high
        assert (mark.across is None) == (mark.system == "eSpeak")
        if mark.across is not None:
            assert mark.across.low < mark.x < mark.across.high


def test_a_whisker_that_would_squeeze_all_points_together_is_cut_off_and_said_to_be() -> None:
    wide = chart(*FOUR, point("Wide", 10.0, 1000.0, spread=900.0))
    assert wide.cut_off
    assert max(m.x for m in wide.marks) - min(m.x for m in wide.marks) > 25
    assert not chart(*FOUR).cut_off


def test_axes_say_unit_and_direction_and_the_sentence_says_how_many() -> None:
    found = chart(*FOUR)
    assert found.x_title == "Word error rate (%), lower is better"
    assert "Over 4 systems" in found.sentence
    assert "Spearman 0.81 (0.50 to 0.93)" in found.sentence
    assert "So few systems say little." in found.sentence


def test_what_is_not_available_is_said_with_its_reason() -> None:
    found = scatter_of(RegisterPoints(None, FOUR[:2]), WER, NotAvailable("Only 2 of the systems."))
    assert found is not None
    assert (found.title, found.sentence) == ("All registers", "Only 2 of the systems.")
    assert scatter_of(RegisterPoints(None, ()), WER, SOME) is None


def test_one_system_alone_has_a_chart() -> None:
    (mark,) = chart(point("Flite", 0.0, 1000.0, spread=None)).marks
    assert mark.x == pytest.approx(50)


@pytest.mark.parametrize(
    ("value", "digits", "text"), [(-0.04, 1, "0.0"), (-3.14159, 2, "−3.14"), (12.0, 0, "12")]
)
def test_numbers_have_a_real_minus_and_no_negative_nought(
    value: float, digits: int, text: str
) -> None:
    assert decimal(value, digits) == text


@given(st.floats(-1e4, 1e4), st.floats(1e-3, 1e4))
def test_ticks_are_few_apart_and_within_the_axis(low: float, span: float) -> None:
    ticks = scale_of(low, low + span).ticks
    assert 2 <= len(ticks) <= 7
    assert len({tick.label for tick in ticks}) == len(ticks)
    assert all(0 <= tick.x <= 100 for tick in ticks)


percent = st.floats(0, 100)
names = st.text("abcdefgh", min_size=1, max_size=20)


def rectangle(x: float, y: float, label: Label) -> tuple[float, float, float, float]:
    width = LETTER * len(label.text)
    start = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}[label.anchor]
    left, middle = x + label.dx - start * width, y + label.dy
    return left, left + width, middle - LINE / 2, middle + LINE / 2


def touch(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    slack = 1e-6
    return (
        a[0] < b[1] - slack and b[0] < a[1] - slack and a[2] < b[3] - slack and b[2] < a[3] - slack
    )


@given(
    st.lists(st.tuples(percent, percent, names), max_size=25),
    st.floats(NARROWEST, 1200),
)
def test_no_label_covers_a_label_or_another_point_at_any_width(
    rows: list[tuple[float, float, str]], width: float
) -> None:
    placed = place_labels(
        [(x, y) for x, y, _ in rows], [(name, "7") for *_, name in rows], pixels=320
    )
    at = [(x / 100 * width, y / 100 * 320) for x, y, _ in rows]
    shown = [(k, rectangle(*at[k], label)) for k, label in enumerate(placed) if label is not None]
    assert not any(touch(a, b) for (_, a), (_, b) in combinations(shown, 2))
    for k, (x, y) in enumerate(at):
        dot = (x - DOT, x + DOT, y - DOT, y + DOT)
        assert not any(touch(dot, box) for owner, box in shown if owner != k)


def test_a_lone_point_gets_its_whole_name_and_a_crowd_falls_back_to_numbers() -> None:
    assert place_labels([(50, 50)], [("Flite", "1")], pixels=320) == [
        Label("Flite", 9.0, -9.0, Anchor.START)
    ]
    crowd = place_labels([(50, 50 + k) for k in range(8)], [("A long name", "1")] * 8, pixels=320)
    assert any(label is None or label.text == "1" for label in crowd)


def rendered(found: Scatter) -> Element:
    page = render_to_string("evaluation/_scatter.html", {"scatter": found})
    return fromstring(page)  # noqa: S314 - our own template


def test_each_point_can_be_reached_by_keyboard_and_says_what_it_is() -> None:
    marks = [g for g in rendered(chart(*FOUR)).iter("g") if g.get("tabindex") == "0"]
    assert [g.get("aria-label") for g in marks] == [mark.sentence for mark in chart(*FOUR).marks]
    assert [g.findtext("title") for g in marks] == [g.get("aria-label") for g in marks]


def test_the_table_has_a_row_for_each_point_with_the_same_numbers() -> None:
    rows = [[text.strip() for text in row.itertext()] for row in rendered(chart(*FOUR)).iter("tr")][
        1:
    ]
    assert len(rows) == 4
    for mark, row in zip(chart(*FOUR).marks, rows, strict=True):
        assert mark.system in row
        assert mark.metric in row
        assert mark.rating in row


def test_the_policy_holds_no_element_has_a_style() -> None:
    assert not any(element.get("style") for element in rendered(chart(*FOUR)).iter())
