"""V1: requests about one matchup or one listener at the same time. Real threads, real database."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connections

from arena.models import ClipReport, Matchup, Vote
from tests.studies import make_study
from tests.voting import VotingClient

SIMULTANEOUS = 8

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(listener: VotingClient, ask: Callable[[VotingClient, int], Any]) -> list[int]:
    """Statuses of eight requests that start together from one listener's session, sorted."""
    start = Barrier(SIMULTANEOUS)

    def send(number: int) -> int:
        client = VotingClient(raise_request_exception=False)
        client.cookies = listener.cookies
        start.wait()
        try:
            status: int = ask(client, number).status_code
            return status
        finally:
            connections.close_all()

    with ThreadPoolExecutor(SIMULTANEOUS) as pool:
        return sorted(pool.map(send, range(SIMULTANEOUS)))


@pytest.mark.parametrize("attempt", range(3))
def test_of_eight_simultaneous_votes_exactly_one_is_accepted(attempt: int) -> None:
    make_study()
    listener = VotingClient(raise_request_exception=False)
    token = listener.matchup()["token"]
    answers = at_once(
        listener, lambda client, number: client.vote(token, "left" if number % 2 else "right")
    )
    assert answers == [201] + [409] * (SIMULTANEOUS - 1)
    assert Vote.objects.count() == 1


@pytest.mark.parametrize("attempt", range(3))
def test_simultaneous_votes_and_reports_leave_a_vote_or_a_closed_matchup(attempt: int) -> None:
    make_study()
    listener = VotingClient(raise_request_exception=False)
    token = listener.matchup()["token"]
    answers = at_once(
        listener,
        lambda client, number: (
            client.vote(token) if number % 2 else client.report(token, reason="other")
        ),
    )
    assert set(answers) <= {201, 409, 410}
    closed = Matchup.objects.get(token=token).closed_at is not None
    assert closed == ClipReport.objects.exists()
    assert closed != Vote.objects.exists()


def test_simultaneous_requests_of_one_listener_get_the_same_matchup() -> None:
    make_study()
    listener = VotingClient(raise_request_exception=False)
    listener.post("/studies/first-light/")
    answers = at_once(listener, lambda client, _number: client.ask())
    assert answers == [201] * SIMULTANEOUS
    assert Matchup.objects.count() == 1


def test_no_listener_holds_more_open_matchups_than_one_may() -> None:
    make_study()
    listener = VotingClient(raise_request_exception=False)
    holding = [listener.matchup()["token"]]
    at_once(listener, lambda client, _number: client.ask(holding=holding))
    assert Matchup.objects.count() == 2
