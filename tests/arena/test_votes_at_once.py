"""V1: many answers to one matchup at the same time. Real threads on a real database."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from arena.models import Vote
from tests.studies import make_study
from tests.voting import VotingClient

SIMULTANEOUS = 8


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(3))
def test_of_eight_simultaneous_votes_exactly_one_is_accepted(attempt: int) -> None:
    make_study()
    listener = VotingClient(raise_request_exception=False)
    token = listener.matchup()["token"]
    start = Barrier(SIMULTANEOUS)

    def vote(number: int) -> int:
        client = VotingClient(raise_request_exception=False)
        client.cookies = listener.cookies
        start.wait()
        try:
            status: int = client.vote(token, "left" if number % 2 else "right").status_code
            return status
        finally:
            connections.close_all()

    with ThreadPoolExecutor(SIMULTANEOUS) as pool:
        answers = sorted(pool.map(vote, range(SIMULTANEOUS)))
    assert answers == [201] + [409] * (SIMULTANEOUS - 1)
    assert Vote.objects.count() == 1
