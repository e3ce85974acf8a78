"""Standings and details as tests of pages need them: plain where a test does not care."""

from typing import Any

from ratings.details import Details
from ratings.pairs import Pair
from ratings.presentation.findings import Subject
from ratings.statistics.components import REASONS, State
from ratings.statistics.intervals import Estimate
from ratings.statistics.standings import AgainstAnchor, Standing


def estimate(value: float, half: float | None = 20.0) -> Estimate:
    """A value and its interval; ``half`` of its width, None without one."""
    if half is None:
        return Estimate(value)
    return Estimate(value, half / 2, value - half, value + half)


def rated(
    system: str, rating: float, against: float | None = None, half: float | None = 20.0, **rest: Any
) -> Standing:
    """A rated system. against: difference to the human in Elo points, with the same half width."""
    anchor = None if against is None else AgainstAnchor(estimate(against, half), 100.0, 0.5)
    fields = {"votes": 500.0, "wins": 250.0, "listeners": 20, **rest}
    return Standing(
        index=0,
        system=system,
        state=State.RATED,
        reason="",
        rating=estimate(rating, half),
        against_anchor=anchor,
        **fields,
    )


def unrated(system: str, state: State, votes: float = 12.0, **rest: Any) -> Standing:
    """A system without a rating, with the reason of its state."""
    return Standing(0, system, state, REASONS[state], votes, votes, 3, **rest)


def pair(first: str, second: str, won: int, lost: int, **rest: Any) -> Pair:
    """Two systems that met, all matchups with the first on the left."""
    votes = won + lost
    row: Pair = {
        "first": first,
        "second": second,
        "won_left": won,
        "lost_left": lost,
        "won_right": 0,
        "lost_right": 0,
        "share": won / votes if votes else 0.0,
        "expected": None,
        "z": None,
        "p_value": None,
        "adjusted": None,
    }
    return {**row, **rest}  # type: ignore[typeddict-item]


def details(**parts: Any) -> Details:
    """Details of a board that tells nothing but what is given."""
    nothing: Details = {
        "tally": {
            "votes": 1000,
            "listeners": 20,
            "prompts": 4,
            "simulated": 0,
            "excluded": {},
            "left_share": None,
        },
        "pairs": [],
        "neighbours": [],
        "order_effect": None,
        "cyclic_triples": None,
        "listeners": None,
        "comparisons": None,
        "alternatives": None,
        "islands": [],
    }
    return {**nothing, **parts}  # type: ignore[typeddict-item]


def subject(*standings: Standing, human: str | None = None, **parts: Any) -> Subject:
    """A board to make findings of. A system's slug is its name in lower case."""
    return Subject(
        details=details(**parts),
        standings=standings,
        labels={s.system.lower(): s.system for s in standings},
        slices={"register:explainer": "Explainer", "register:phone-agent": "Phone agent"},
        reasons={"curator": "Excluded by a curator", "practice": "Practice round"},
        level=0.95,
        human=human,
    )
