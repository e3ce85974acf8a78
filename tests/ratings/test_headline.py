"""The sentence above the table must be right whatever the votes have left open."""

from dataclasses import replace

import pytest

from ratings.leaderboard import IslandTable
from ratings.presentation.headline import headline
from ratings.statistics.components import State
from ratings.statistics.intervals import Estimate, Simultaneous
from ratings.statistics.standings import AgainstAnchor, Standing
from tests.ratings.boards import rated, unrated

HUMAN = rated("Reader", 1200)


def said(*standings: Standing, critical_value: float | None = 3.0) -> str:
    """The headline of a board whose human anchor is called Reader."""
    together = None if critical_value is None else Simultaneous(0.95, 2.0, critical_value)
    return headline(standings, "Reader", together)


def test_all_below_the_human_names_the_closest() -> None:
    assert said(HUMAN, rated("Vexley", 1100, -60), rated("Zorblat", 1000, -200)) == (
        "Every system is chosen less often than the human reader; "
        "the closest, Vexley, is chosen 41 % (39–44) of the time."
    )


def test_a_share_below_one_half_is_never_written_as_one_half() -> None:
    """49.97 % is below one half, as the sentence says, and is not rounded to it."""
    just_below = Estimate(-20.0, 10.0, -39.8, -0.2)
    assert said(
        HUMAN, replace(rated("Vexley", 1100), against_anchor=AgainstAnchor(just_below, 9, 0.4))
    ) == ("Vexley is chosen less often than the human reader: 47.12 % (44.30–49.97) of the time.")


def test_the_only_system_below_the_human_is_not_called_every_system() -> None:
    assert said(HUMAN, rated("Vexley", 1100, -60)) == (
        "Vexley is chosen less often than the human reader: 41 % (39–44) of the time."
    )


def test_the_closest_may_be_below_while_a_less_certain_one_may_not() -> None:
    unsure = rated("Zorblat", 1050, -70, half=90)
    assert said(HUMAN, rated("Vexley", 1100, -60), unsure).startswith(
        "It is not settled whether any system matches the human reader; the closest, Vexley,"
    )


def test_the_best_of_many_is_ahead_only_beyond_the_critical_value() -> None:
    ahead = rated("Vexley", 1240, 25)  # error 10: beyond two errors, within three
    assert said(ahead, HUMAN, critical_value=3.0).startswith(
        "No system is clearly ahead of the human reader; the first, Vexley, is chosen 54 %"
    )
    assert said(ahead, HUMAN, critical_value=2.0).startswith(
        "One system is chosen more often than the human reader; the first, Vexley,"
    )


def test_a_system_that_few_listeners_judged_needs_more_to_be_called_ahead() -> None:
    """Its interval, 4.3 errors wide on either side, says that only three listeners judged it."""
    few = Estimate(36.0, 10.0, 36 - 43.03, 36 + 43.03)
    newcomer = replace(rated("Vexley", 1240), against_anchor=AgainstAnchor(few, 100.0, 0.5))
    assert said(newcomer, HUMAN, critical_value=3.0).startswith("No system is clearly ahead")


def test_several_ahead_are_counted() -> None:
    ahead = [rated("Vexley", 1300, 100), rated("Zorblat", 1290, 90)]
    assert said(*ahead, HUMAN).startswith("2 systems are chosen more often than the human reader")


def test_without_intervals_nothing_is_called_certain() -> None:
    alone = rated("Vexley", 1100, -60, half=None)
    assert said(rated("Reader", 1200, half=None), alone) == (
        "Vexley is chosen most often over the human reader, 41 % of the time. "
        "How sure that is cannot be said yet."
    )


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (State.UNDEFEATED, "has won every vote so far"),
        (State.WINLESS, "has lost every vote so far"),
        (State.ISLAND, "No vote connects the human reader"),
        (State.NOT_CONNECTED, "Too few votes connect the human reader"),
        (State.NO_VOTES, "has not been compared with any system yet"),
    ],
)
def test_a_human_that_cannot_be_rated_is_said_first(state: State, words: str) -> None:
    human = unrated("Reader", state, votes=0.0 if state is State.NO_VOTES else 9.0)
    systems = [rated("Vexley", 1010, rank_low=1, rank_high=1), rated("Zorblat", 990)]
    sentence = said(*systems, human)
    assert words in sentence
    assert sentence.endswith("Vexley is ahead of every other rated system.")


def test_a_study_without_a_human_says_so_and_who_could_be_the_best() -> None:
    systems = [
        rated("Vexley", 1010, rank_low=1, rank_high=2),
        rated("Zorblat", 990, rank_low=1, rank_high=3),
        rated("Quillon", 900, rank_low=2, rank_high=3),
    ]
    assert headline(systems, None) == (
        "This study has no human reading. "
        "Of the rated systems, Vexley stands highest; 2 could be first."
    )


def test_of_systems_that_are_level_none_is_said_to_stand_highest() -> None:
    systems = [rated(name, 1000, rank_low=1, rank_high=3) for name in ("Vexley", "Zorblat")]
    last = rated("Quillon", 1000 - 1, rank_low=1, rank_high=3)
    assert headline([*systems, last], None) == (
        "This study has no human reading. Of the rated systems, 2 stand level at the top."
    )


def test_nothing_rated_is_said_plainly() -> None:
    lone = unrated("Vexley", State.UNDEFEATED, votes=1.0)
    assert "Nothing can be rated yet" in said(unrated("Reader", State.WINLESS, votes=1.0), lone)


@pytest.mark.parametrize("standings", [(), (unrated("Vexley", State.NO_VOTES, votes=0.0),)])
def test_no_vote_is_no_statement(standings: tuple[Standing, ...]) -> None:
    assert said(*standings) == "No vote has been counted yet."


def test_a_system_that_won_everything_is_not_hidden_behind_the_rated_ones() -> None:
    unbeaten = unrated("Quillon", State.UNDEFEATED)
    sentence = said(HUMAN, rated("Vexley", 1100, -60), rated("Zorblat", 1000, -200), unbeaten)
    assert sentence.startswith("Every rated system is chosen less often than the human reader")
    assert sentence.endswith("Quillon has won every vote so far and is not rated yet.")


@pytest.mark.parametrize(
    ("difference", "words"),
    [
        (5, "No rated system is clearly ahead of the human reader; "),
        (-5, "It is not settled whether any rated system matches the human reader; "),
    ],
)
def test_what_is_said_of_no_system_leaves_out_one_that_won_everything(
    difference: int, words: str
) -> None:
    """Its bound may lie far above the human reader."""
    unbeaten = replace(unrated("Quillon", State.UNDEFEATED), at_least=1500.0)
    sentence = said(HUMAN, rated("Vexley", 1200 + difference, difference), unbeaten)
    assert sentence.startswith(words)
    assert sentence.endswith("Quillon has won every vote so far and is not rated yet.")


def apart(*standings: Standing) -> IslandTable:
    """An island of its own, whose rank sets have the critical value 2."""
    return IslandTable(standings, {"reason": "Apart.", "width": 2.0, "rank_critical_value": 2.0})


def test_on_islands_it_speaks_of_the_human_readers_alone() -> None:
    away = [unrated(name, State.ISLAND) for name in ("Reader", "Vexley")]
    ahead = rated("Vexley", 1240, 25)  # error 10: beyond two errors, within three
    first = [rated("Zorblat", 1010, rank_low=1, rank_high=1), rated("Quillon", 990)]
    assert headline(
        [*first, *away], "Reader", Simultaneous(0.95, 2.0, 3.0), [apart(ahead, HUMAN)]
    ) == (
        "The votes fall into 2 islands that cannot be compared with each other; "
        "what follows holds on island 2, the human reader’s. One system is chosen more often than "
        "the human reader; the first, Vexley, is chosen 54 % (51–56) of the time."
    )


def test_on_islands_without_a_human_it_speaks_of_the_first() -> None:
    first = [rated("Zorblat", 1010, rank_low=1, rank_high=1), rated("Quillon", 990)]
    there = [rated("Vexley", 1500, rank_low=1, rank_high=1), rated("Oakum", 500)]
    away = [unrated(name, State.ISLAND) for name in ("Vexley", "Oakum")]
    sentence = headline([*first, *away], None, None, [apart(*there)])
    assert "what follows holds on island 1. This study has no human reading." in sentence
    assert sentence.endswith("Zorblat is ahead of every other rated system.")
