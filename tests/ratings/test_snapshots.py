"""Boards that stay, their list, and two of them side by side."""

import math
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from scipy.stats import t as student

from arena.models import Listener, Matchup, Study, Vote
from arena.services import exclude_votes
from arena.services.simulation import simulate_votes
from corpus.models import System
from ratings import between, comparison
from ratings.boards import newest_board
from ratings.comparison import Comparison, ComparisonError, compare
from ratings.comparison_page import summary
from ratings.history import rating_history
from ratings.models import Board
from ratings.moves import Verdict
from ratings.services import declare_publications, publish_due_boards, refit_study
from ratings.slices import OVERALL
from ratings.statistics.intervals import Estimate
from tests.voting import VotingClient

LIST = "/studies/first-light/snapshots/"
COMPARE = "/studies/first-light/compare/"


def newest(study: Study, key: str = OVERALL) -> Board:
    """The board of the latest data cut."""
    board = newest_board(study, key)
    assert board is not None
    return board


def grown(study: Study, *, votes: int, seed: int, listeners: int = 20) -> Board:
    """The board after so many further simulated votes."""
    simulate_votes(study=study, listeners=listeners, votes=votes, seed=seed)
    refit_study(study=study)
    return newest(study)


def against_human(board: Board) -> dict[str, tuple[float, float]]:
    """Difference to the human and its standard error, by system."""
    rows = board.standings.filter(difference__isnull=False)
    return {
        row.label: (row.difference, row.difference_error)
        for row in rows
        if row.difference is not None and row.difference_error is not None
    }


def test_a_system_that_three_listeners_judged_moves_only_beyond_their_student_t() -> None:
    few, many = student.ppf(0.975, 2), student.ppf(0.975, 99)
    earlier = Estimate(0.0, 10.0, -10 * many, 10 * many)
    later = Estimate(60.0, 10.0, 60 - 10 * few, 60 + 10 * few)
    shift = comparison._shift(earlier, later, upper=0.995, freedom=99)
    assert shift.low == pytest.approx(60 - student.ppf(0.995, 2) * 200**0.5, rel=1e-6)


def reversed_votes(study: Study, votes: int) -> None:
    """Further votes that all prefer the system which the votes so far like least."""
    worst = newest(study).standings.order_by("-position")[0].system
    source = list(Matchup.objects.filter(study=study, vote__isnull=False).order_by("pk"))
    people = [Listener.objects.create(kind=Listener.Kind.SIMULATED) for _ in range(20)]
    now = timezone.now()
    for number in range(votes):
        pattern, who = source[number % len(source)], people[number % 20]
        sides = {
            name: getattr(pattern, name)
            for name in (
                "study_id",
                "prompt_id",
                "gender",
                "left_system_id",
                "right_system_id",
            )
        }
        matchup = Matchup.objects.create(
            **sides,
            listener=who,
            left_clip=pattern.left_clip,
            right_clip=pattern.right_clip,
            left_rendition=pattern.left_rendition,
            right_rendition=pattern.right_rendition,
            probability=0.5,
            expires_at=now + timedelta(hours=1),
        )
        liked = worst.pk in (pattern.left_system_id, pattern.right_system_id)
        left = pattern.left_system_id == worst.pk if liked else number % 2 == 0
        Vote.objects.create(
            **sides,
            matchup=matchup,
            listener=who,
            choice="left" if left and number % 9 else "right",
            response_seconds=9.0,
        )


# --- addresses ------------------------------------------------------------------------------------


def test_a_board_keeps_its_page_for_ever(study: Study, client: Client) -> None:
    first = grown(study, votes=200, seed=1)
    address = f"/boards/{first.pk}/"
    before = client.get(address).content.decode()
    assert first.digest in before
    assert "Zorblat Speech" in before
    grown(study, votes=200, seed=2)
    System.objects.filter(slug="zorblat-speech").update(name="Renamed")
    assert client.get(address).content.decode() == before


def test_each_slice_of_a_snapshot_has_its_address(study: Study, client: Client) -> None:
    board = grown(study, votes=100, seed=1)
    female = newest(study, "gender:female")
    grown(study, votes=100, seed=2)
    page = client.get(f"/boards/{board.pk}/").content.decode()
    assert f'href="/boards/{female.pk}/"' in page
    assert f'href="/boards/{newest(study).pk}/"' not in page


def test_the_list_holds_every_public_board_over_all_votes(study: Study, client: Client) -> None:
    boards = [grown(study, votes=20, seed=seed) for seed in (1, 2)]
    page = client.get(LIST).content.decode()
    for board in boards:
        assert f'href="/boards/{board.pk}/"' in page
    assert f'href="/boards/{newest(study, "gender:male").pk}/"' not in page
    assert page.index(f"Board {boards[1].pk}<") < page.index(f"Board {boards[0].pk}<")


def test_a_long_list_comes_in_pages_without_a_query_per_board(
    study: Study, client: Client, django_assert_max_num_queries: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr("ratings.snapshot_views.BOARDS_PER_PAGE", 2)
    for seed in range(5):
        grown(study, votes=5, seed=seed, listeners=1)
    assert "Page 1 of 3" in client.get(LIST).content.decode()
    assert "Page 3 of 3" in client.get(LIST, {"page": "3"}).content.decode()
    assert "Page 1 of 3" in client.get(LIST, {"page": "x"}).content.decode()
    with django_assert_max_num_queries(12):
        client.get(LIST)


def test_what_is_not_published_is_not_found_by_the_public(
    study: Study, client: Client, curator: Client
) -> None:
    schedule = declare_publications(
        study=study, first_at=timezone.now() + timedelta(hours=1), every_hours=24
    )
    live = grown(study, votes=50, seed=1)
    paths = [
        f"/boards/{live.pk}/",
        f"/boards/{live.pk}/leaderboard.csv",
        f"{COMPARE}?from={live.pk}&to={live.pk}",
    ]
    assert [client.get(path).status_code for path in paths] == [404] * 3
    assert [curator.get(path).status_code for path in paths] == [200] * 3
    assert f"Board {live.pk}<" not in client.get(LIST).content.decode()
    assert "staff only" in curator.get(LIST).content.decode()
    publish_due_boards(now=schedule.first_at)
    assert [client.get(path).status_code for path in paths] == [200] * 3
    assert "declared beforehand" in client.get(paths[0]).content.decode()
    assert "Every 24 hours from" in client.get(LIST).content.decode()


def test_the_history_of_a_public_board_tells_of_public_boards_only(study: Study) -> None:
    first = grown(study, votes=60, seed=1)
    schedule = declare_publications(
        study=study, first_at=timezone.now() + timedelta(hours=1), every_hours=24
    )
    hidden = grown(study, votes=60, seed=2)
    live = grown(study, votes=60, seed=3)
    names = dict(live.standings.values_list("system", "label"))
    made = [moment.board for moment in rating_history(live, names)]
    assert made == [first.pk, hidden.pk, live.pk]
    publish_due_boards(now=schedule.first_at)
    assert [moment.board for moment in rating_history(live, names)] == [first.pk, live.pk]


def test_how_an_unpublished_board_was_made_is_for_staff(
    study: Study, client: Client, curator: Client
) -> None:
    declare_publications(study=study, first_at=timezone.now() + timedelta(hours=1), every_hours=24)
    path = f"/boards/{grown(study, votes=60, seed=1).pk}/method/"
    assert (client.get(path).status_code, curator.get(path).status_code) == (404, 200)


def test_names_wait_for_the_first_vote_on_all_of_these_pages(
    study: Study, listener: VotingClient
) -> None:
    board = grown(study, votes=100, seed=1)
    token = listener.matchup()["token"]
    pages = [f"/boards/{board.pk}/", f"/boards/{board.pk}/leaderboard.csv", LIST, COMPARE]
    pages.append(f"{COMPARE}?from={board.pk}&to={board.pk}")
    for page in pages:
        text = listener.get(page).content.decode()
        assert "Zorblat" not in text
        assert "Listen first" in text
    listener.vote(token)
    assert "Zorblat" in listener.get(pages[0]).content.decode()


def test_boards_of_drafts_and_strange_numbers_are_not_found(study: Study, client: Client) -> None:
    board = grown(study, votes=20, seed=1)
    for query in ("from=x&to=1", "from=-1&to=1", f"from={'9' * 30}&to=1", "from=999999&to=1"):
        assert client.get(f"{COMPARE}?{query}").status_code == 404
    assert client.get(f"/boards/{'9' * 30}/").status_code == 404
    assert client.get(f"/boards/{board.pk}/leaderboard.xml").status_code == 404
    Study.objects.update(state=Study.State.DRAFT)
    for path in (f"/boards/{board.pk}/", LIST, COMPARE):
        assert client.get(path).status_code == 404


# --- comparison -----------------------------------------------------------------------------------


def test_the_votes_since_are_fitted_alone_and_both_ways_round_are_one(study: Study) -> None:
    first = grown(study, votes=400, seed=1)
    second = grown(study, votes=300, seed=2)
    found = compare(second, first)
    assert (found.before, found.after, found.new_votes, found.other_votes) == (
        first,
        second,
        300,
        0,
    )
    assert compare(first, second) == found


def test_the_shift_is_that_of_a_study_that_holds_only_the_later_votes(study: Study) -> None:
    first = grown(study, votes=400, seed=1)
    second = grown(study, votes=300, seed=2)
    for vote in Vote.objects.filter(pk__lte=first.last_vote):
        exclude_votes(votes=Vote.objects.filter(pk=vote.pk), detail="earlier")
    refit_study(study=study)
    alone, earlier = against_human(newest(study)), against_human(first)
    for move in compare(first, second).moves:
        if move.is_human:
            continue
        assert move.since is not None
        assert move.shift is not None
        later, before = alone[move.system], earlier[move.system]
        assert move.shift.value == pytest.approx(later[0] - before[0])
        assert move.shift.error == pytest.approx(math.hypot(later[1], before[1]))


def test_more_votes_of_the_same_taste_move_nothing(study: Study) -> None:
    first = grown(study, votes=600, seed=1, listeners=30)
    second = grown(study, votes=600, seed=1, listeners=30)
    found = compare(first, second)
    assert found.tested == 2
    assert {move.verdict for move in found.moves if not move.is_human} == {Verdict.NOISE}
    assert summary(found) == "No system moved beyond noise."


def test_listeners_who_turn_round_move_a_system_beyond_noise(study: Study) -> None:
    first = grown(study, votes=600, seed=1, listeners=30)
    reversed_votes(study, 600)
    refit_study(study=study)
    found = compare(first, newest(study))
    assert found.moved
    assert summary(found).startswith("Moved beyond noise: ")


def test_a_system_that_joined_is_new_and_is_not_tested(study: Study) -> None:
    first = grown(study, votes=200, seed=1)
    late = System.objects.create(slug="late", name="Latecomer", provider="Latecomers")
    study.entries.create(system=late)
    second = grown(study, votes=200, seed=2)
    verdicts = {move.system: move.verdict for move in compare(first, second).moves}
    assert verdicts["Latecomer"] is Verdict.NEW


def test_exclusions_of_older_votes_are_said_and_do_not_enter_the_test(
    study: Study, client: Client
) -> None:
    first = grown(study, votes=300, seed=1)
    old = Vote.objects.filter(pk__in=Vote.objects.all()[:40])
    exclude_votes(votes=old, detail="test")
    second = grown(study, votes=200, seed=2)
    found = compare(first, second)
    assert (found.new_votes, found.other_votes) == (200, -40)
    page = client.get(COMPARE, {"from": first.pk, "to": second.pk}).content.decode()
    assert "older votes were excluded since" in page


def test_without_new_votes_nothing_is_claimed(study: Study, client: Client) -> None:
    first = grown(study, votes=300, seed=1)
    exclude_votes(votes=Vote.objects.filter(pk__in=Vote.objects.all()[:40]), detail="test")
    refit_study(study=study)
    found = compare(first, newest(study))
    assert found.tested == 0
    assert summary(found) == "Nothing can be said about noise. No vote came between."
    pair = {"from": first.pk, "to": newest(study).pk}
    page = client.get(COMPARE, pair).content.decode()
    assert "No system could be tested." in page
    assert "tested systems together" not in page


def test_boards_that_cannot_be_compared_are_refused_in_a_sentence(
    study: Study, client: Client
) -> None:
    board = grown(study, votes=50, seed=1)
    with pytest.raises(ComparisonError, match="Both are the same board"):
        compare(board, board)
    with pytest.raises(ComparisonError, match="choose two of one slice"):
        compare(board, newest(study, "gender:male"))
    page = client.get(COMPARE, {"from": board.pk, "to": board.pk})
    assert "Both are the same board" in page.content.decode()
    assert client.get(COMPARE).status_code == 200


def test_too_many_votes_are_not_fitted_while_a_reader_waits(study: Study, monkeypatch: Any) -> None:
    first = grown(study, votes=100, seed=1)
    second = grown(study, votes=100, seed=2)
    monkeypatch.setattr(between, "MOST_VOTES", 99)
    cache.clear()
    found = compare(first, second)
    assert found.tested == 0
    assert "Too many votes lie between" in summary(found)


def test_a_second_reader_fits_nothing_again(study: Study, client: Client, monkeypatch: Any) -> None:
    first = grown(study, votes=200, seed=1)
    second = grown(study, votes=200, seed=2)
    page = client.get(COMPARE, {"from": first.pk, "to": second.pk}).content

    def refuse(*args: Any) -> Comparison:
        raise AssertionError

    monkeypatch.setattr(comparison, "_compare", refuse)
    assert client.get(COMPARE, {"from": first.pk, "to": second.pk}).content == page
