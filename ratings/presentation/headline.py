"""What a board says about the human reading, in plain sentences that hold in every case.

“Every system is chosen less often” is said when each interval lies below; that needs no correction
(Berger 1982). “Some system is chosen more often” picks the best of many, so it is said only beyond
the critical value of the rank sets, which holds for all pairs together.
"""

from collections.abc import Sequence

from ratings.leaderboard.facts import IslandTable, first_table
from ratings.presentation.numbers import share_label
from ratings.statistics.components import State
from ratings.statistics.intervals import Estimate, Simultaneous
from ratings.statistics.standings import Standing

NOT_MEASURED = {
    State.NO_VOTES: "The human reader has not been compared with any system yet.",
    State.UNDEFEATED: (
        "The human reader has won every vote so far, so how far ahead cannot be measured yet."
    ),
    State.WINLESS: (
        "The human reader has lost every vote so far, so how far behind cannot be measured yet."
    ),
    State.ISLAND: "No vote connects the human reader with the rated systems yet.",
    State.NOT_CONNECTED: (
        "Too few votes connect the human reader with the rated systems to measure the distance."
    ),
}
LEVEL_POINTS = 1e-6  # Elo points; a smaller gap is rounding
NOTHING_COUNTED = "No vote has been counted yet."
NOTHING_RATED = "Nothing can be rated yet: no two systems have beaten each other."


def headline(
    standings: Sequence[Standing],
    human: str | None,
    together: Simultaneous | None = None,
    islands: Sequence[IslandTable] = (),
    *,
    level: float = 0.95,
) -> str:
    """One to four sentences. together: what holds for all differences, as the rank sets do.

    Of several islands it speaks of the human reader's, or of the first where that is on none.
    level: of the intervals of the islands.
    """
    if not islands:
        return _headline(standings, together, human)
    tables = [(first_table(standings, islands), together)]
    tables += [(list(island.standings), _together(island, level)) for island in islands]
    homes = [k for k, (rows, _) in enumerate(tables) if any(s.system == human for s in rows)]
    place = homes[0] if homes else 0
    whose = ", the human reader’s" if homes else ""
    said = _headline(*tables[place], human)
    return (
        f"The votes fall into {len(tables)} islands that cannot be compared with each other; "
        f"what follows holds on island {place + 1}{whose}. {said}"
    )


def _together(island: IslandTable, level: float) -> Simultaneous | None:
    width, value = island.facts["width"], island.facts["rank_critical_value"]
    if isinstance(width, float) and isinstance(value, float):
        return Simultaneous(level, width, value)
    return None


def _headline(
    standings: Sequence[Standing], together: Simultaneous | None, human: str | None
) -> str:
    rated = [s for s in standings if s.rating is not None]
    if not any(s.votes for s in standings):
        return NOTHING_COUNTED
    anchor = next((s for s in standings if s.system == human), None)
    if anchor is None:
        said = f"This study has no human reading. {_leader(rated)}"
    elif anchor.rating is None:
        said = f"{NOT_MEASURED[anchor.state]} {_leader(rated)}"
    else:
        measured = [
            (s.system, s.against_anchor.difference)
            for s in rated
            if s is not anchor and s.against_anchor and s.against_anchor.difference
        ]
        kind = "system" if len(rated) == len(standings) else "rated system"
        said = _against_the_human(measured, together, kind)
    return " ".join([said, *_outside(standings, human)])


def _against_the_human(
    measured: list[tuple[str, Estimate]], together: Simultaneous | None, kind: str
) -> str:
    """kind: what to call the systems that this is about, where some are not rated."""
    if not measured:
        return "No system has been heard often enough against the human reader yet."
    best, difference = max(measured, key=lambda pair: pair[1].value)
    chosen = f"{best}, is chosen {share_label(difference)} of the time"
    if difference.high is None:
        return (
            f"{best} is chosen most often over the human reader, {share_label(difference)} of the "
            "time. How sure that is cannot be said yet."
        )
    if all(d.high is not None and d.high < 0 for _, d in measured):
        return _all_below(measured, best, difference, kind)
    above = sum(1 for _, d in measured if _beyond(d, together))
    if above:
        many = f"{above} systems are" if above > 1 else "One system is"
        return f"{many} chosen more often than the human reader; the first, {chosen}."
    if difference.value > 0:
        return f"No {kind} is clearly ahead of the human reader; the first, {chosen}."
    return f"It is not settled whether any {kind} matches the human reader; the closest, {chosen}."


def _all_below(
    measured: list[tuple[str, Estimate]], best: str, difference: Estimate, kind: str
) -> str:
    share = share_label(difference)
    if len(measured) == 1:
        return f"{best} is chosen less often than the human reader: {share} of the time."
    return (
        f"Every {kind} is chosen less often than the human reader; "
        f"the closest, {best}, is chosen {share} of the time."
    )


def _beyond(difference: Estimate, together: Simultaneous | None) -> bool:
    margin = None if together is None else together.margin(difference)
    return margin is not None and difference.value > margin


def _leader(rated: Sequence[Standing]) -> str:
    """Which system is ahead; the human is not among the rated ones."""
    if not rated:
        return NOTHING_RATED
    first = rated[0].system
    level = _level_with_the_first(rated)
    if level > 1:
        return f"Of the rated systems, {level} stand level at the top."
    if rated[0].rank_high is None:
        return f"Of the rated systems, {first} stands highest; how sure that is cannot be said yet."
    if rated[0].rank_high == 1:
        return f"{first} is ahead of every other rated system."
    ties = sum(1 for s in rated if s.rank_low == 1)
    return f"Of the rated systems, {first} stands highest; {ties} could be first."


def _level_with_the_first(rated: Sequence[Standing]) -> int:
    """How many have the rating of the first, which their order would otherwise hide."""
    values = [s.rating.value for s in rated if s.rating is not None]
    return sum(1 for value in values if values[0] - value < LEVEL_POINTS)


def _outside(standings: Sequence[Standing], human: str | None) -> list[str]:
    """A sentence on systems that won everything: no statement on the rated ones covers them."""
    unbeaten = [s.system for s in standings if s.state is State.UNDEFEATED and s.system != human]
    if not unbeaten or not any(s.rating for s in standings):
        return []
    if len(unbeaten) == 1:
        return [f"{unbeaten[0]} has won every vote so far and is not rated yet."]
    return [f"{len(unbeaten)} systems have won every vote so far and are not rated yet."]
