"""A listener's browser, as far as the API is concerned."""

from typing import Any

from django.test import Client


class VotingClient(Client):
    """Asks for matchups, fetches clips, votes."""

    def ask(self, slug: str = "first-light", **body: Any) -> Any:
        """Ask for a matchup."""
        return self._send(f"/api/v1/studies/{slug}/matchups", body)

    def matchup(self, slug: str = "first-light", **body: Any) -> dict[str, Any]:
        """A matchup that must be issued."""
        response = self.ask(slug, **body)
        assert response.status_code == 201, response.content
        matchup: dict[str, Any] = response.json()["matchup"]
        return matchup

    def vote(self, token: str, choice: str = "left", **body: Any) -> Any:
        """Answer a matchup."""
        return self._send(f"/api/v1/matchups/{token}/vote", {"choice": choice, **body})

    def report(self, token: str, **body: Any) -> Any:
        """Report a matchup."""
        return self._send(f"/api/v1/matchups/{token}/report", body)

    def _send(self, path: str, body: dict[str, Any]) -> Any:
        return self.post(path, body, content_type="application/json")


def code_of(response: Any) -> str:
    """The stable code of problem details."""
    assert response["Content-Type"] == "application/problem+json", response.status_code
    code: str = response.json()["code"]
    return code
