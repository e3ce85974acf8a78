"""The listening page's state, event by event, in the browser that runs it."""

import random
from typing import Any

import pytest
from playwright.sync_api import Page

REPLAY = """
async ({ heardShare, events }) => {
  const { initial, mayChoose, reduce } = await import("/static/js/listen/state.js");
  let state = initial({ heardShare });
  const trace = [];
  for (const event of events) {
    const before = state;
    state = reduce(state, event);
    trace.push({ state, mayChoose: mayChoose(state), changed: state !== before });
  }
  return trace;
}
"""
PROGRESS = {"done": 3, "of": 20}
PAIR: dict[str, Any] = {
    "type": "matchup",
    "matchup": {"token": "t", "practice": False},
    "progress": PROGRESS,
}


@pytest.fixture
def site_page(page: Page) -> Page:
    """Any page of the site, to import its modules in."""
    page.goto("/")
    return page


def replay(page: Page, *events: dict[str, Any], heard_share: float = 1.0) -> list[dict[str, Any]]:
    """The state after each event."""
    argument = {"heardShare": heard_share, "events": list(events)}
    trace: list[dict[str, Any]] = page.evaluate(REPLAY, argument)
    return trace


def heard(side: str) -> dict[str, Any]:
    """The clip of a side sounds to its end."""
    return {"type": "ended", "side": side}


def test_a_choice_needs_both_sides_heard(site_page: Page) -> None:
    trace = replay(site_page, PAIR, heard("left"), heard("right"))
    assert [step["mayChoose"] for step in trace] == [False, False, True]


def test_a_study_may_ask_for_a_part_only(site_page: Page) -> None:
    half = [{"type": "position", "side": side, "share": 0.5} for side in ("left", "right")]
    assert replay(site_page, PAIR, *half, heard_share=0.5)[-1]["mayChoose"]
    assert not replay(site_page, PAIR, *half, heard_share=0.6)[-1]["mayChoose"]


def test_a_second_choice_changes_nothing(site_page: Page) -> None:
    choices = [{"type": "choose", "side": side} for side in ("left", "right", "left")]
    trace = replay(site_page, PAIR, heard("left"), heard("right"), *choices)
    assert [step["changed"] for step in trace[-3:]] == [True, False, False]
    assert trace[-1]["state"]["choice"] == "left"


def test_going_back_to_the_start_does_not_unhear(site_page: Page) -> None:
    positions = [{"type": "position", "side": "left", "share": s} for s in (0.7, 0.0, 0.2)]
    trace = replay(site_page, PAIR, *positions)
    assert trace[-1]["state"]["heard"]["left"]["share"] == 0.7


def test_the_next_pair_starts_unheard(site_page: Page) -> None:
    trace = replay(site_page, PAIR, heard("left"), heard("right"), PAIR)
    assert not trace[-1]["mayChoose"]


@pytest.mark.parametrize("seed", range(5))
def test_no_order_of_events_lets_an_unheard_choice_through(site_page: Page, seed: int) -> None:
    rng = random.Random(seed)
    sides = ("left", "right")
    events = [PAIR]
    for _ in range(400):
        side = rng.choice(sides)
        kinds = ["position", "started", "paused", "resumed", "ended", "choose", "failed", "ready"]
        event = {"type": rng.choice(kinds), "side": side, "share": rng.random()}
        events.append(PAIR if rng.random() < 0.05 else event)
    saving = [s["state"] for s in replay(site_page, *events) if s["state"]["phase"] == "saving"]
    assert saving
    assert all(state["heard"][side]["share"] == 1 for state in saving for side in sides)
