"""From stored votes to stored boards."""

import csv
import io
import json
from datetime import timedelta
from typing import Any

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from arena.models import Exclusion, Study, Vote
from arena.services import exclude_votes
from arena.services.simulation import simulate_votes
from ratings.boards import newest_board
from ratings.exports import export_board
from ratings.leaderboard import Format
from ratings.models import Board
from ratings.reading import data_cut
from ratings.services import refit, refit_due_boards, refit_study
from ratings.slices import OVERALL, slices_of
from ratings.statistics.elo import POINTS_PER_UNIT
from tests.kept import kept
from tests.voting import VotingClient


@kept
def voted(study: Study) -> Study:
    """A study with 400 simulated votes of twenty listeners."""
    simulate_votes(study=study, listeners=20, votes=400, seed=4)
    return study


def newest(study: Study, key: str = OVERALL) -> Board:
    """The newest board, which must be there."""
    board = newest_board(study, key)
    assert board is not None
    return board


def test_a_board_counts_each_side_of_each_vote(study: Study, listener: VotingClient) -> None:
    for choice in ("left", "right", "left", "left"):
        listener.vote(listener.matchup()["token"], choice)
    refit_study(study=study)
    wins: dict[int, int] = {}
    for vote in Vote.objects.all():
        winner = vote.left_system_id if vote.choice == "left" else vote.right_system_id
        wins[winner] = wins.get(winner, 0) + 1
    stored = dict(newest(study).standings.values_list("system", "wins"))
    assert {system: won for system, won in stored.items() if won} == wins


def test_the_same_votes_give_the_same_digest_again(voted: Study) -> None:
    first = {board.slice_key: board.digest for board in refit_study(study=voted)}
    assert refit_study(study=voted) == []  # every board of this cut is there already
    assert {b.slice_key: b.digest for b in Board.objects.all()} == first


def test_a_later_vote_leaves_an_older_board_as_it_was(voted: Study, listener: VotingClient) -> None:
    refit_study(study=voted)
    before = export_board(newest(voted), Format.JSON)
    first = newest(voted)
    listener.vote(listener.matchup()["token"])
    refit_study(study=voted)
    assert newest(voted).pk != first.pk
    assert newest(voted).vote_count == 401
    assert export_board(first, Format.JSON) == before


def test_an_excluded_vote_is_left_out_and_counted_as_such(voted: Study) -> None:
    refit_study(study=voted)
    ten = Vote.objects.filter(pk__in=Vote.objects.all()[:10])
    assert exclude_votes(votes=ten, detail="test") == 10
    refit_study(study=voted)
    board = newest(voted)
    assert (board.vote_count, board.excluded_count) == (390, 10)
    assert Vote.objects.count() == 400


def test_excluding_twice_changes_nothing(voted: Study) -> None:
    votes = Vote.objects.filter(pk__in=list(Vote.objects.values_list("pk", flat=True)[:3]))
    assert exclude_votes(votes=votes, detail="once") == 3
    assert exclude_votes(votes=votes, detail="twice") == 0
    assert set(Exclusion.objects.values_list("detail", flat=True)) == {"once"}


def test_a_board_ranks_the_simulated_strengths_within_its_intervals(study: Study) -> None:
    simulation = simulate_votes(study=study, listeners=40, votes=2000, seed=1)
    refit_study(study=study)
    rows = list(newest(study).standings.select_related("system").order_by("position"))
    mean = np.mean(list(simulation.strengths.values()))
    for row in rows:
        truth = 1000 + POINTS_PER_UNIT * (simulation.strengths[row.system] - mean)
        assert row.rating_low is not None
        assert row.rating_high is not None
        assert row.rating_low <= truth <= row.rating_high
    by_truth = sorted(simulation.strengths, key=lambda s: -simulation.strengths[s])
    assert [row.system for row in rows] == by_truth


def test_simulated_votes_are_marked_in_data_board_and_page(voted: Study, client: Client) -> None:
    refit_study(study=voted)
    assert set(Vote.objects.values_list("listener__kind", flat=True)) == {"simulated"}
    assert newest(voted).simulated_count == 400
    for page in ("/studies/first-light/board/", "/"):
        assert "simulated" in client.get(page).content.decode().lower()
    assert json.loads(export_board(newest(voted), Format.JSON))["simulated_votes"] == 400
    for form in (Format.MARKDOWN, Format.LATEX):
        assert "400 of 400 votes are simulated" in export_board(newest(voted), form)
    rows = csv.DictReader(io.StringIO(export_board(newest(voted), Format.CSV)))
    assert {row["simulated_votes"] for row in rows} == {"400"}


def test_the_same_seed_simulates_the_same_votes(study: Study) -> None:
    def columns() -> list[tuple[Any, ...]]:
        rows = Vote.objects.order_by("id").values_list("prompt", "left_system", "choice")
        return list(rows)

    simulate_votes(study=study, listeners=3, votes=30, seed=9)
    first = columns()
    simulate_votes(study=study, listeners=3, votes=30, seed=9)
    assert columns()[30:] == first


def test_systems_that_cannot_be_rated_are_listed_with_a_reason(
    study: Study, listener: VotingClient
) -> None:
    listener.vote(listener.matchup()["token"])
    refit_study(study=study)
    rows = newest(study).standings.all()
    assert rows.count() == 3
    assert all(row.rating is None and row.reason for row in rows)


def test_a_study_is_refitted_when_its_votes_are_due(study: Study, listener: VotingClient) -> None:
    Study.objects.update(board_every_votes=3, board_every_minutes=60)
    later = timezone.now() + timedelta(minutes=61)
    assert refit_due_boards(now=later) == []  # nothing to tell
    for _ in range(2):
        listener.vote(listener.matchup()["token"])
    # A board after the first vote would tell its voter's choice to everyone.
    assert refit_due_boards() == []
    listener.vote(listener.matchup()["token"])
    assert refit_due_boards()
    assert refit_due_boards() == []
    listener.vote(listener.matchup()["token"])
    assert refit_due_boards() == []
    assert refit_due_boards(now=later)


def test_practice_makes_no_board(study: Study, listener: VotingClient) -> None:
    Study.objects.update(board_every_votes=1, board_every_minutes=1)
    listener.vote(listener.matchup(practice=True)["token"])
    later = timezone.now() + timedelta(minutes=5)
    assert refit_due_boards(now=later) == []
    listener.vote(listener.matchup()["token"])
    assert refit_due_boards()
    listener.vote(listener.matchup(practice=True)["token"])
    assert refit_due_boards(now=later) == []


def test_a_refit_that_is_cut_short_stores_no_slice(
    voted: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = refit._store
    stored: list[Board] = []

    def killed_after_two(board: Board, rows: list[Any]) -> Board | None:
        if len(stored) == 2:
            raise KeyboardInterrupt
        stored.append(board)
        return store(board, rows)

    monkeypatch.setattr(refit, "_store", killed_after_two)
    with pytest.raises(KeyboardInterrupt):
        refit_study(study=voted)
    assert not Board.objects.exists()


def test_the_data_cut_names_the_last_vote_and_exclusion(voted: Study) -> None:
    last = Vote.objects.order_by("-pk")[0]
    exclusion = Exclusion.objects.create(vote=last, reason=Exclusion.Reason.CURATOR)
    cut = data_cut(voted)
    assert (cut.last_vote, cut.last_exclusion) == (last.pk, exclusion.pk)


@pytest.mark.parametrize("form", [Format.CSV, Format.JSON, Format.MARKDOWN])
def test_page_address_and_command_give_the_same_bytes(
    voted: Study, client: Client, form: Format
) -> None:
    refit_study(study=voted)
    out = io.StringIO()
    call_command("export_leaderboard", "first-light", "--format", form.value, stdout=out)
    page = client.get("/studies/first-light/board/").content.decode()
    address = f"/studies/first-light/leaderboard.{form.value}"
    assert address in page
    assert client.get(address).content.decode() == out.getvalue()


def test_the_csv_holds_every_system_best_first(voted: Study) -> None:
    refit_study(study=voted)
    rows = list(csv.DictReader(io.StringIO(export_board(newest(voted), Format.CSV))))
    ratings = [float(row["rating"]) for row in rows]
    assert len(rows) == 3
    assert ratings == sorted(ratings, reverse=True)


def test_unknown_study_slice_and_empty_board_are_said_plainly(study: Study) -> None:
    with pytest.raises(CommandError, match=r"no study “nowhere”\. Studies: first-light"):
        call_command("export_leaderboard", "nowhere")
    with pytest.raises(CommandError, match=r"No slice “topic:x”\. Slices: overall"):
        call_command("export_leaderboard", "first-light", "--slice", "topic:x")
    with pytest.raises(CommandError, match="has no votes"):
        call_command("export_leaderboard", "first-light")


def test_simulate_votes_tells_truth_beside_the_board(study: Study) -> None:
    out = io.StringIO()
    call_command(
        "simulate_votes",
        "first-light",
        "--listeners",
        "5",
        "--votes",
        "60",
        "--seed",
        "2",
        stdout=out,
    )
    assert "60 simulated votes" in out.getvalue()
    assert Vote.objects.count() == 60
    with pytest.raises(CommandError, match="at least one listener"):
        call_command("simulate_votes", "first-light", "--listeners", "5", "--votes", "3")


def test_slices_are_addressable_and_unknown_ones_are_not_found(
    voted: Study, client: Client
) -> None:
    refit_study(study=voted)
    for part in slices_of(voted):
        kind, _, value = part.key.partition(":")
        path = (
            f"/studies/first-light/board/{kind}/{value}/"
            if value
            else "/studies/first-light/board/"
        )
        assert client.get(path).status_code == 200
    assert client.get("/studies/first-light/board/register/nothing/").status_code == 404
    assert client.get("/studies/first-light/leaderboard.xml").status_code == 404


def test_no_query_of_the_board_page_grows_with_votes(study: Study, client: Client) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert client.get("/studies/first-light/board/").status_code == 200
        return len(captured)

    simulate_votes(study=study, listeners=2, votes=20, seed=1)
    refit_study(study=study)
    few = queries()
    simulate_votes(study=study, listeners=10, votes=300, seed=2)
    refit_study(study=study)
    assert queries() == few <= 20
