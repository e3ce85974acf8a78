"""What a board tells besides its table, held against the votes and against the statistics."""

import json

import numpy as np
import pytest

from arena.models import Exclusion, Listener, Study, Vote
from arena.services import exclude_votes
from arena.services.simulation import simulate_votes
from corpus.models import System
from ratings.boards import newest_board
from ratings.details import Details, details_of
from ratings.diagnosis.alternatives import CAP
from ratings.models import Board
from ratings.pairs import Pair
from ratings.reading import data_cut, read_votes
from ratings.services.refit import refit_study, systems_of
from ratings.slices import OVERALL
from ratings.statistics.caps import cap_per_listener
from ratings.statistics.elo import POINTS_PER_UNIT
from ratings.statistics.rate import rate
from tests.kept import kept

COSTLY = ("cyclic_triples", "listeners", "comparisons", "alternatives")


def told(study: Study, key: str = OVERALL) -> Details:
    """The details of the newest board, which must be there."""
    board = newest_board(study, key)
    assert board is not None
    details = details_of(board)
    assert details is not None
    return details


def ratings_of(study: Study, key: str = OVERALL) -> dict[str, float]:
    """Rating by slug on the newest board."""
    board = newest_board(study, key)
    assert board is not None
    rows = board.standings.select_related("system")
    return {row.system.slug: row.rating for row in rows if row.rating is not None}


@kept
def voted(study: Study) -> Study:
    """A study with 600 simulated votes of thirty listeners, and its boards."""
    simulate_votes(study=study, listeners=30, votes=600, seed=4)
    refit_study(study=study)
    return study


def test_every_board_tells_how_much_it_stands_on(voted: Study) -> None:
    for board in Board.objects.all():
        tally = told(voted, board.slice_key)["tally"]
        assert tally["votes"] == board.vote_count
        assert tally["listeners"] == board.listener_count
        assert tally["simulated"] == board.simulated_count
    of_male = Vote.objects.filter(gender="male")
    tally = told(voted, "gender:male")["tally"]
    assert tally["votes"] == of_male.count()
    assert tally["listeners"] == of_male.values("listener").distinct().count()
    assert tally["prompts"] == of_male.values("prompt").distinct().count()
    assert tally["left_share"] == of_male.filter(choice="left").count() / of_male.count()


def test_excluded_votes_are_told_by_reason_and_slice(voted: Study) -> None:
    chosen = list(Vote.objects.order_by("id")[:12])
    exclude_votes(votes=Vote.objects.filter(pk__in=[v.pk for v in chosen]), detail="")
    Exclusion.objects.create(vote=chosen[0], reason=Exclusion.Reason.PRACTICE)
    refit_study(study=voted)
    overall = told(voted)["tally"]
    assert overall["excluded"] == {"practice": 1, "curator": 12}
    assert overall["votes"] == 600 - 12
    male = [vote for vote in chosen if vote.gender == "male"]
    assert told(voted, "gender:male")["tally"]["excluded"]["curator"] == len(male)


def pair_in_votes(pair: Pair) -> tuple[int, int, int, int]:
    """The same four counts, from the rows of the votes."""
    first, second = (System.objects.get(slug=pair[key]) for key in ("first", "second"))
    on_left = Vote.objects.filter(left_system=first, right_system=second)
    on_right = Vote.objects.filter(left_system=second, right_system=first)
    return (
        on_left.filter(choice="left").count(),
        on_left.filter(choice="right").count(),
        on_right.filter(choice="right").count(),
        on_right.filter(choice="left").count(),
    )


def test_pairs_are_counted_by_side_as_the_votes_say(voted: Study) -> None:
    pairs = told(voted)["pairs"]
    assert len(pairs) == 3
    for pair in pairs:
        counts = (pair["won_left"], pair["lost_left"], pair["won_right"], pair["lost_right"])
        assert counts == pair_in_votes(pair)
        assert pair["share"] == (counts[0] + counts[2]) / sum(counts)


def test_pairs_name_the_better_system_first_and_what_the_model_expects(voted: Study) -> None:
    for key in (OVERALL, "gender:female"):
        ratings = ratings_of(voted, key)
        for pair in told(voted, key)["pairs"]:
            gap = ratings[pair["first"]] - ratings[pair["second"]]
            assert gap >= 0
            assert pair["expected"] == pytest.approx(1 / (1 + np.exp(-gap / POINTS_PER_UNIT)))


def test_a_residual_points_to_where_the_votes_deviate(voted: Study) -> None:
    pairs = told(voted)["pairs"]
    assert all(pair["z"] is not None for pair in pairs)
    for pair in pairs:
        assert pair["expected"] is not None
        assert np.sign(pair["z"] or 0) == np.sign(pair["share"] - pair["expected"])
    assert all(pair["z"] is None for pair in told(voted, "gender:male")["pairs"])


def test_neighbours_follow_the_board_and_separated_ones_need_no_votes(voted: Study) -> None:
    board = newest_board(voted, OVERALL)
    assert board is not None
    rows = list(board.standings.order_by("position"))
    neighbours = told(voted)["neighbours"]
    assert [n["better"] for n in neighbours] == [row.system.slug for row in rows[:-1]]
    assert [n["worse"] for n in neighbours] == [row.system.slug for row in rows[1:]]
    settled = [n["votes"] == 0 for n in neighbours]
    assert settled == [row.rank_low == k for k, row in enumerate(rows[1:], start=2)]


def test_only_the_overall_board_has_the_costly_parts(voted: Study) -> None:
    overall, part = told(voted), told(voted, "gender:male")
    assert all(overall[key] is not None for key in COSTLY)  # type: ignore[literal-required]
    assert all(part[key] is None for key in COSTLY)  # type: ignore[literal-required]


def test_alternatives_are_rated_as_the_statistics_rate_them(voted: Study) -> None:
    systems = systems_of(voted)
    read = read_votes(voted, systems, data_cut(voted))
    slugs = [system.slug for system in systems]
    weights = cap_per_listener(read.votes, share=CAP)
    votes = type(read.votes)(
        read.votes.left, read.votes.right, read.votes.outcome, read.votes.listener, None, weights
    )
    expected = {
        "order-effect": rate(read.votes, systems=slugs, order_effect=True),
        "cap": rate(votes, systems=slugs),
    }
    own = ratings_of(voted)
    alternatives = {one["key"]: one for one in told(voted)["alternatives"] or []}
    assert alternatives.keys() == expected.keys()
    for key, ratings in expected.items():
        for row in alternatives[key]["ratings"]:
            found = next(r for r in ratings.rated if r.system == row["system"])
            assert found.rating is not None
            assert row["rating"] == pytest.approx(found.rating.value)
            assert row["shift"] == pytest.approx(found.rating.value - own[row["system"]])
    assert alternatives["cap"]["share"] == CAP


def test_the_order_effect_is_that_of_listeners_who_lean_to_one_side(study: Study) -> None:
    simulate_votes(study=study, listeners=30, votes=600, seed=4)
    lean = Vote.objects.filter(choice="right").values_list("pk", flat=True)
    exclude_votes(votes=Vote.objects.filter(pk__in=list(lean)[::2]), detail="makes the left win")
    refit_study(study=study)
    effect = told(study)["order_effect"]
    assert effect is not None
    assert effect["low"] is not None
    assert effect["low"] > 0
    assert (told(study)["tally"]["left_share"] or 0) > 0.5


def test_the_board_with_the_excluded_votes_is_the_one_before_they_were_excluded(
    voted: Study,
) -> None:
    before = ratings_of(voted)
    exclude_votes(
        votes=Vote.objects.filter(pk__in=list(Vote.objects.values_list("pk", flat=True)[:60])),
        detail="",
    )
    refit_study(study=voted)
    alternatives = {one["key"]: one for one in told(voted)["alternatives"] or []}
    put_back = alternatives["excluded"]
    assert put_back["votes"] == 600
    assert {row["system"]: row["rating"] for row in put_back["ratings"]} == pytest.approx(before)


def test_practice_is_never_put_back(voted: Study) -> None:
    for vote in Vote.objects.all()[:20]:
        Exclusion.objects.create(vote=vote, reason=Exclusion.Reason.PRACTICE)
    refit_study(study=voted)
    assert "excluded" not in {one["key"] for one in told(voted)["alternatives"] or []}


def test_an_alternative_without_an_answer_says_why(study: Study) -> None:
    simulate_votes(study=study, listeners=4, votes=60, seed=4)
    right = list(Vote.objects.filter(choice="right").values_list("pk", flat=True))
    exclude_votes(votes=Vote.objects.filter(pk__in=right), detail="leaves left wins only")
    refit_study(study=study)
    alternatives = {one["key"]: one for one in told(study)["alternatives"] or []}
    assert "no finite estimate" in alternatives["order-effect"]["refusal"]
    assert alternatives["order-effect"]["ratings"] == []
    assert told(study)["order_effect"] is None


def test_influential_listeners_are_numbers_that_name_nobody(voted: Study) -> None:
    listeners = told(voted)["listeners"] or []
    assert [one["number"] for one in listeners] == [1, 2, 3, 4, 5]
    board = newest_board(voted, OVERALL)
    assert board is not None
    stored = json.dumps(board.details)
    for listener in Listener.objects.all():
        assert str(listener.key) not in stored
    assert not any({"listener", "key"} & one.keys() for one in listeners)


def test_the_refitted_shift_is_that_of_a_board_without_the_listener(voted: Study) -> None:
    most = (told(voted)["listeners"] or [])[0]
    before = ratings_of(voted)[most["system"]]
    shifts = []
    for listener in Listener.objects.all():
        systems = systems_of(voted)
        read = read_votes(voted, systems, data_cut(voted))
        votes = Vote.objects.order_by("id").values_list("listener", flat=True)
        rest = read.votes.where(np.array([who != listener.pk for who in votes]))
        again = rate(rest, systems=[system.slug for system in systems])
        found = next(row for row in again.rated if row.system == most["system"])
        assert found.rating is not None
        shifts.append(found.rating.value - before)
    assert most["refitted"] is not None
    assert min(abs(shift - most["refitted"]) for shift in shifts) < 1e-6
    assert abs(most["refitted"]) == pytest.approx(max(abs(shift) for shift in shifts), rel=0.2)


def test_slices_of_one_kind_are_compared_where_there_are_several(voted: Study) -> None:
    comparisons = {one["kind"]: one for one in told(voted)["comparisons"] or []}
    assert comparisons.keys() == {"register", "gender"}
    assert comparisons["gender"]["slices"] == ["gender:female", "gender:male"]
    for one in comparisons.values():
        assert one["refusal"] == ""
        assert one["p_value"] is not None
        assert 0 < one["p_value"] <= 1
        sums: dict[str, float] = {}
        for gap in one["gaps"]:
            sums[gap["slice"]] = sums.get(gap["slice"], 0) + gap["difference"]
        assert all(total == pytest.approx(0, abs=1e-6) for total in sums.values())


def test_a_comparison_without_votes_enough_says_why(study: Study) -> None:
    simulate_votes(study=study, listeners=1, votes=2, seed=4)
    refit_study(study=study)
    for one in told(study)["comparisons"] or []:
        assert one["refusal"]
        assert one["p_value"] is None


def test_a_board_without_votes_has_details_too(study: Study) -> None:
    refit_study(study=study)
    details = told(study)
    assert details["tally"]["votes"] == 0
    assert details["tally"]["left_share"] is None
    assert not details["pairs"]
    assert not details["neighbours"]
    assert details["listeners"] == []


def test_boards_of_the_first_method_have_no_details(study: Study) -> None:
    assert details_of(Board(study=study, slice_key=OVERALL, method={"version": 1})) is None


def test_tier_chance_and_bounds_are_stored_with_the_rows(voted: Study) -> None:
    board = newest_board(voted, OVERALL)
    assert board is not None
    rows = list(board.standings.order_by("position"))
    assert rows[0].tier == 1
    assert sum(row.best or 0 for row in rows) == pytest.approx(1)


def test_an_undefeated_system_has_a_bound_and_no_rating(study: Study) -> None:
    simulate_votes(study=study, listeners=30, votes=600, seed=4)
    best = System.objects.get(slug="human-anchor")
    lost = Vote.objects.filter(left_system=best, choice="right") | Vote.objects.filter(
        right_system=best, choice="left"
    )
    exclude_votes(votes=Vote.objects.filter(pk__in=[vote.pk for vote in lost]), detail="")
    refit_study(study=study)
    board = newest_board(study, OVERALL)
    assert board is not None
    row = board.standings.get(system=best)
    assert row.state == "undefeated"
    assert row.rating is None
    rated = [r.rating for r in board.standings.exclude(system=best) if r.rating is not None]
    assert row.at_least is not None
    assert row.at_least > min(rated)
