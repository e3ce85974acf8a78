"""The arithmetic of declared times."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from ratings.schedules import next_declared, spans

START = datetime(2026, 3, 1, 12, tzinfo=UTC)


@dataclass(frozen=True)
class Declared:
    """A declaration, without a database."""

    declared_at: datetime
    first_at: datetime | None = None
    every_hours: int | None = None


def hours(number: float) -> datetime:
    """So many hours after the start."""
    return START + timedelta(hours=number)


def times(declarations: list[Declared], count: int) -> list[datetime]:
    """The first declared times, each found from the one before."""
    held = spans(declarations)
    found: list[datetime] = []
    after: datetime | None = None
    while len(found) < count and (after := next_declared(held, after)) is not None:
        found.append(after)
    return found


def test_without_a_declaration_boards_are_live_and_no_time_comes() -> None:
    assert [span.is_live for span in spans([])] == [True]
    assert next_declared(spans([]), None) is None


def test_times_follow_each_other_at_the_declared_distance() -> None:
    daily = Declared(START, hours(6), 24)
    assert times([daily], 3) == [hours(6), hours(30), hours(54)]


def test_a_new_declaration_replaces_the_times_that_had_not_come() -> None:
    daily, weekly = Declared(START, hours(6), 24), Declared(hours(40), hours(50), 168)
    assert times([daily, weekly], 4) == [hours(6), hours(30), hours(50), hours(218)]


def test_a_time_that_came_before_it_was_replaced_stays_declared() -> None:
    daily, live = Declared(START, hours(6), 24), Declared(hours(31))
    assert times([daily, live], 9) == [hours(6), hours(30)]


def test_live_spans_lie_before_and_between_declarations() -> None:
    held = spans(
        [Declared(START, hours(6), 24), Declared(hours(31)), Declared(hours(40), hours(41), 1)]
    )
    assert [(span.begin, span.end) for span in held if span.is_live] == [
        (None, START),
        (hours(31), hours(40)),
    ]


@given(
    first=st.integers(1, 10_000),
    every=st.integers(1, 1000),
    after=st.integers(-100, 10**6),
)
def test_the_next_time_is_the_first_on_the_grid_that_is_later(
    first: int, every: int, after: int
) -> None:
    held = spans([Declared(START, START + timedelta(minutes=first), every)])
    moment = START + timedelta(minutes=after)
    found = next_declared(held, moment)
    assert found is not None
    begun = START + timedelta(minutes=first)
    steps = (found - begun) / timedelta(hours=every)
    assert steps == int(steps) >= 0
    assert found > moment
    assert found == begun or found - timedelta(hours=every) <= moment
