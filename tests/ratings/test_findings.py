"""Each finding answers in one sentence, and the sentence follows the numbers."""

from dataclasses import replace
from typing import Any

import pytest

from ratings.presentation.findings import Finding, findings_of
from ratings.statistics.components import State
from tests.ratings.boards import pair, rated, subject, unrated

A, B = rated("A", 1010), rated("B", 990)


def found(key: str, *standings: Any, **parts: Any) -> Finding:
    """One finding of a board with systems A and B."""
    findings = findings_of(subject(*(standings or (A, B)), **parts))
    return next(finding for finding in findings if finding.key == key)


def keys(**parts: Any) -> list[str]:
    """Which findings a board of A and B has."""
    return [finding.key for finding in findings_of(subject(A, B, **parts))]


def neighbours(votes: int | None, better: str = "a", worse: str = "b") -> dict[str, Any]:
    """Two neighbours and what would separate them."""
    return {
        "better": better,
        "worse": worse,
        "difference": 20.0,
        "error": 9.0,
        "votes": votes,
    }


def test_a_board_that_was_not_asked_says_only_what_was_left_out() -> None:
    assert keys() == ["excluded"]


def test_ranks_name_who_stands_alone() -> None:
    first = rated("A", 1100, rank_low=1, rank_high=1, tier=1, best=0.99)
    second = rated("B", 900, rank_low=2, rank_high=2, tier=2, best=0.01)
    finding = found("ranks", first, second)
    assert finding.sentence == "There are 2 tiers; A is alone in first place."
    assert finding.tables[0].rows[0] == ("A", "1", "1", "99 %")


def test_tiers_are_not_said_to_be_told_apart_when_neighbours_of_two_are_not() -> None:
    """A and C are told apart, B from neither: C begins a tier of its own beside B."""
    rows = [
        rated("A", 1030, rank_low=1, rank_high=2, tier=1, best=0.7),
        rated("B", 1000, rank_low=1, rank_high=3, tier=1, best=0.3),
        rated("C", 970, rank_low=2, rank_high=3, tier=2, best=0.0),
    ]
    finding = found("ranks", *rows)
    assert finding.sentence.startswith("There are 2 tiers; 2 systems could be the best")
    assert "not all systems of two tiers need be" in finding.notes[0]


def test_nobody_is_alone_in_first_place_while_another_won_everything() -> None:
    first = rated("A", 1100, rank_low=1, rank_high=1, tier=1, best=0.996)
    finding = found("ranks", first, unrated("B", State.UNDEFEATED))
    assert finding.sentence == "All are in one tier; A is first of the rated systems."
    assert finding.tables[0].rows[0] == ("A", "1", "1", "> 99 %")


@pytest.mark.parametrize("state", [State.NO_VOTES, State.NOT_CONNECTED, State.ISLAND])
def test_nobody_is_alone_in_first_place_beside_a_system_without_a_place(state: State) -> None:
    first = rated("A", 1100, rank_low=1, rank_high=1, tier=1, best=1.0)
    sentence = found("ranks", first, unrated("B", state)).sentence
    assert sentence.endswith("A is first of the rated systems.")


def test_nobody_is_alone_in_first_place_beside_islands() -> None:
    first = rated("A", 1100, rank_low=1, rank_high=1, tier=1, best=1.0)
    board = replace(subject(first), islands=[[rated("B", 1000)]])
    sentence = next(one for one in findings_of(board) if one.key == "ranks").sentence
    assert sentence.startswith("On island 1, ")
    assert "alone" not in sentence


def test_who_lost_everything_takes_nobody_the_first_place() -> None:
    first = rated("A", 1100, rank_low=1, rank_high=1, tier=1, best=1.0)
    assert "alone in first place" in found("ranks", first, unrated("B", State.WINLESS)).sentence


def test_the_best_are_those_of_the_rated_while_another_is_not_rated() -> None:
    tied = [rated(name, 1000, rank_low=1, rank_high=2, tier=1, best=0.5) for name in "AB"]
    finding = found("ranks", *tied, unrated("C", State.UNDEFEATED))
    assert "2 systems could be the best of those rated, A with" in finding.sentence


def test_ranks_say_who_could_be_the_best() -> None:
    tied = [
        rated(name, 1000, rank_low=1, rank_high=2, tier=1, best=best)
        for name, best in (("A", 0.62), ("B", 0.38))
    ]
    assert found("ranks", *tied).sentence == (
        "All are in one tier; 2 systems could be the best, A with a probability of 62 %."
    )


def test_votes_needed_name_the_pair_that_is_next() -> None:
    pairs = [neighbours(0), neighbours(43_210), neighbours(12_345, "b", "a"), neighbours(None)]
    finding = found("needed", neighbours=pairs)
    assert finding.sentence == (
        "1 of 4 neighbouring pairs can be told apart; "
        "next would be B and A, with about 12,000 more votes."
    )
    assert [row[-1] for row in finding.tables[0].rows] == [
        "told apart",
        "43,000",
        "12,000",
        "no end in sight",
    ]


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        ((0.02, -0.01, 0.05), "within what chance brings"),
        ((0.4, 0.3, 0.5), "lean to the left, by which one of two equals would be chosen 60 %"),
        ((-0.4, -0.5, -0.3), "lean to the right, by which one of two equals would be chosen 60 %"),
    ],
)
def test_a_lean_to_one_side_is_said_only_beyond_chance(
    effect: tuple[float, float, float], words: str
) -> None:
    value, low, high = effect
    interval = {"value": value, "error": 0.02, "low": low, "high": high}
    tally = {**subject(A).details["tally"], "left_share": 0.51}
    assert words in found("order", tally=tally, order_effect=interval).sentence


def test_a_slice_says_how_often_left_was_chosen_and_no_more() -> None:
    tally = {**subject(A).details["tally"], "left_share": 0.512}
    assert found("order", tally=tally).sentence == "The left clip is chosen 51.2 % of the time."


def test_fit_names_the_worst_pair_when_one_deviates() -> None:
    pairs = [
        pair("a", "b", 71, 29, expected=0.58, z=4.1, p_value=0.00004, adjusted=0.01),
        pair("b", "a", 50, 50, expected=0.52, z=-0.4, p_value=0.7, adjusted=1.0),
    ]
    finding = found("fit", pairs=pairs)
    assert finding.sentence == (
        "1 of 2 pairs deviates from the model; most of all, A wins 71 % against B, not 58 %."
    )
    assert finding.tables[0].rows[0][-2:] == ("+4.1", "p = 0.010")


def test_fit_does_not_name_a_pair_of_few_listeners_that_lies_within_chance() -> None:
    """Its z is the largest, but on so few degrees of freedom that its p value is not small."""
    pairs = [
        pair("a", "b", 9, 1, expected=0.5, z=5.2, p_value=0.12, adjusted=0.12),
        pair("b", "a", 290, 710, expected=0.42, z=-4.1, p_value=0.00004, adjusted=0.00008),
    ]
    assert found("fit", pairs=pairs).sentence == (
        "1 of 2 pairs deviates from the model; most of all, B wins 29 % against A, not 42 %."
    )


def test_fit_says_when_nothing_deviates() -> None:
    pairs = [pair("a", "b", 5, 5, expected=0.5, z=0.1, p_value=0.9, adjusted=0.9)]
    sentence = found("fit", pairs=pairs).sentence
    assert sentence == "None of 1 pair deviates from the model beyond chance."


@pytest.mark.parametrize(
    ("p_value", "words"), [(0.4, "within what chance brings"), (0.001, "more than chance brings")]
)
def test_cycles_are_held_against_chance(p_value: float, words: str) -> None:
    triples = {"cyclic": 41, "expected": 38.2, "p_value": p_value, "simulations": 1000}
    assert found("cycles", cyclic_triples=triples).sentence == (
        f"In 41 triples of systems each beats one and loses to the other, {words} (about 38)."
    )


def test_no_circle_is_said_in_plain_words() -> None:
    triples = {"cyclic": 0, "expected": 0.2, "p_value": 1.0, "simulations": 1000}
    assert found("cycles", cyclic_triples=triples).sentence == (
        "No three systems beat one another in a circle, within what chance brings (about 0)."
    )


def influential(**change: Any) -> dict[str, Any]:
    """A listener of whom nothing much depends."""
    plain = {
        "number": 1,
        "votes": 80,
        "system": "a",
        "one_step": 2.0,
        "refitted": 2.4,
        "moved": [],
        "disconnects": False,
    }
    return {**plain, **change}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({}, "moves no rating by more than 3 points, and no system changes its place."),
        ({"moved": ["a", "b"]}, "though some neighbours change places."),
        ({"disconnects": True, "refitted": None}, "One listener holds the systems together"),
        ({"one_step": 0.2, "refitted": -0.3}, "moves no rating by a whole point"),
        ({"refitted": None}, "the votes of the others have no finite fit."),
    ],
)
def test_influence_says_what_one_listener_could_change(change: dict[str, Any], words: str) -> None:
    assert words in found("listeners", listeners=[influential(**change)]).sentence


def test_the_list_of_listeners_is_not_taken_for_all_who_hold_the_systems_together() -> None:
    holds = influential(disconnects=True, refitted=None)
    assert found("listeners", listeners=[holds] * 4).sentence.startswith("4 listeners each hold")
    assert found("listeners", listeners=[holds] * 5).sentence.startswith("At least 5 listeners")


def comparison(kind: str, p_value: float | None, refusal: str = "") -> dict[str, Any]:
    """Slices of one kind, compared."""
    return {
        "kind": kind,
        "slices": ["register:explainer", "register:phone-agent"],
        "systems": ["a", "b"],
        "listeners": 20,
        "p_value": p_value,
        "wald_p": None,
        "gaps": [
            {"slice": key, "system": "a", "difference": gap, "error": 4.0, "adjusted": 0.01}
            for key, gap in (("register:explainer", 12.0), ("register:phone-agent", -12.0))
        ],
        "refusal": refusal,
    }


def test_slices_that_differ_are_named_and_the_others_too() -> None:
    finding = found(
        "slices-compared", comparisons=[comparison("register", 0.01), comparison("gender", 0.4)]
    )
    assert finding.sentence == (
        "Systems compare differently across registers, not beyond chance across voices."
    )


def test_slices_that_differ_by_the_joint_test_alone_are_not_called_alike() -> None:
    jointly = comparison("register", 0.2) | {"wald_p": 0.001}
    finding = found("slices-compared", comparisons=[jointly, comparison("gender", 0.4)])
    assert finding.sentence == (
        "Systems compare differently across registers (across registers by the joint test alone), "
        "not beyond chance across voices."
    )


def test_of_two_slices_one_gap_tells_both() -> None:
    finding = found("slices-compared", comparisons=[comparison("register", 0.01)])
    assert [row[:3] for row in finding.tables[1].rows] == [("A", "Explainer", "+12")]


def test_slices_without_an_answer_say_why() -> None:
    why = "Fewer than two slices have enough votes."
    finding = found("slices-compared", comparisons=[comparison("register", None, why)])
    assert finding.sentence.startswith("Too few votes to say")
    assert why in finding.notes


def alternative(rank: int, shift: float | None = 4.2, refusal: str = "") -> dict[str, Any]:
    """Another way to rate, in which A has this rank."""
    rating = {"system": "a", "rating": 1006.0, "low": 990.0, "high": 1020.0, "rank": rank}
    return {
        "key": "cap",
        "label": "no listener above 5 % of a pair",
        "votes": 1000,
        "share": 0.05,
        "ratings": [] if refusal else [{**rating, "shift": shift}],
        "largest_shift": None if refusal else shift,
        "system": None if refusal else "a",
        "moved": [],
        "refusal": refusal,
    }


def test_other_choices_are_held_against_the_rank_ranges() -> None:
    first = rated("A", 1010, rank_low=1, rank_high=2)
    within = found("choices", first, B, alternatives=[alternative(2)])
    assert within.sentence == (
        "Rating the votes in 1 other way moves no rating by more than 5 points, "
        "and every system stays within its rank range."
    )
    last = rated("B", 990, rank_low=2, rank_high=3)
    swapped = alternative(2)
    swapped["ratings"].append({**swapped["ratings"][0], "system": "b", "rank": 1})
    only_first = rated("A", 1010, rank_low=1, rank_high=1)
    beyond = found("choices", only_first, last, alternatives=[swapped])
    assert beyond.sentence.endswith("but takes A and B beyond the rank range shown.")
    assert within.tables[1].rows == (("A", "1010", "1006"), ("B", "990", "–"))


def test_without_rank_ranges_no_system_is_said_to_stay_within_one() -> None:
    sentence = found("choices", A, B, alternatives=[alternative(2)]).sentence
    assert sentence == "Rating the votes in 1 other way moves no rating by more than 5 points."


def test_a_system_that_only_another_way_can_rate_takes_no_place() -> None:
    first = rated("A", 1010, rank_low=1, rank_high=1)
    way = alternative(2)
    way["ratings"].insert(0, {**way["ratings"][0], "system": "b", "rank": 1, "shift": None})
    newly = unrated("B", State.UNDEFEATED)
    assert found("choices", first, newly, alternatives=[way]).sentence.endswith(
        "every system stays within its rank range."
    )


def test_a_choice_without_an_answer_gives_its_reason() -> None:
    finding = found("choices", alternatives=[alternative(1, refusal="No finite estimate.")])
    assert finding.sentence == "No other way of rating these votes has an answer."
    assert finding.notes == ("No finite estimate.",)


def test_votes_left_out_are_counted_by_reason() -> None:
    tally = {**subject(A).details["tally"], "excluded": {"curator": 1140, "practice": 20}}
    assert found("excluded", tally=tally).sentence == (
        "Left out with a reason: 1,140 × excluded by a curator and 20 × practice round."
    )
