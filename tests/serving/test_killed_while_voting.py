"""A kill -9 of the web server in the middle of voting loses no accepted vote."""

import os
import signal
import threading
from dataclasses import dataclass, field

import httpx
import pytest

from tests.sites import Site

LISTENERS = 3
KILLS = 3
VOTES_BETWEEN = 12


@dataclass(slots=True)
class Voter:
    """A listener who votes as fast as the site answers, and notes what it accepted."""

    client: httpx.Client
    accepted: list[str] = field(default_factory=list)

    def vote_until_the_site_is_gone(self) -> None:
        """Vote until an answer fails to come."""
        try:
            while True:
                self._vote()
        except httpx.TransportError:
            pass

    def _vote(self) -> None:
        asked = self.client.post("/api/v1/studies/first-light/matchups", json={})
        assert asked.status_code == 201, asked.text
        token = asked.json()["matchup"]["token"]
        voted = self.client.post(f"/api/v1/matchups/{token}/vote", json={"choice": "left"})
        assert voted.status_code == 201, voted.text
        self.accepted.append(token)


@pytest.mark.database
@pytest.mark.heavy
def test_no_accepted_vote_is_lost_when_the_web_server_is_killed(site: Site) -> None:
    before = tokens_of_votes(site)
    voters = [Voter(httpx.Client(base_url=site.url, timeout=30)) for _ in range(LISTENERS)]
    for kill in range(1, KILLS + 1):
        with site.web() as web:
            threads = [threading.Thread(target=v.vote_until_the_site_is_gone) for v in voters]
            for thread in threads:
                thread.start()
            site.until(lambda: votes_accepted(voters) >= VOTES_BETWEEN * kill, web)  # noqa: B023
            os.kill(web.process.pid, signal.SIGKILL)
            for thread in threads:
                thread.join()
    accepted = {token for voter in voters for token in voter.accepted}
    stored = tokens_of_votes(site)
    assert len(stored) == len(set(stored)), "one vote for each matchup"
    assert accepted <= set(stored)
    # A vote that was stored in the moment of a kill may lack its answer: one for each listener.
    assert len(stored) - len(before) - len(accepted) <= LISTENERS * KILLS


def votes_accepted(voters: list[Voter]) -> int:
    """How many votes the site has said yes to."""
    return sum(len(voter.accepted) for voter in voters)


def tokens_of_votes(site: Site) -> list[str]:
    """The matchups of all stored votes."""
    code = "print(*Vote.objects.values_list('matchup__token', flat=True))"
    return site.python(f"from arena.models import Vote; {code}").split()
