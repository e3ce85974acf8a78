"""What a listener does on the listening page, step by step."""

from typing import Any

import httpx
from playwright.sync_api import Locator, Page, expect

CLIP_MS = 15_000  # a clip of a few seconds loads and plays to its end well within this


class Listening:
    """One listener in front of the listening page of a study."""

    def __init__(self, page: Page, slug: str = "first-light") -> None:
        self.page = page
        self.slug = slug
        self.status = page.locator("#status")
        self.hint = page.locator("#hint")
        self.place = page.locator("#place")
        self.trouble = page.locator("#trouble")

    def arrive(self) -> None:
        """First visit: agree on the welcome page, which leads to the practice round."""
        self.page.goto(f"/studies/{self.slug}/")
        self.page.get_by_role("button", name="I agree").click()
        self.page.wait_for_url("**/listen/")

    def return_after_practice(self) -> None:
        """A listener who agreed and practised before opens the page."""
        welcome = f"/studies/{self.slug}/"
        self.page.request.get(welcome)
        cookies = {c.get("name"): c.get("value") for c in self.page.context.cookies()}
        agreed = self.page.request.post(
            welcome, form={"csrfmiddlewaretoken": cookies["csrftoken"] or ""}
        )
        assert agreed.ok, agreed.text()
        matchup = self._post(f"studies/{self.slug}/matchups", {"practice": True})["matchup"]
        self._post(f"matchups/{matchup['token']}/vote", {"choice": "left"})
        self.page.goto(f"{welcome}listen/")
        self.wait_until_ready()
        expect(self.place).to_contain_text("Pair 1 of")

    def card(self, side: str) -> Locator:
        """The card of one sample."""
        return self.page.locator(f".card[data-side={side}]")

    def choice(self, side: str) -> Locator:
        """The choice button of one sample."""
        return self.page.locator(f".choice[data-side={side}]")

    def wait_until_ready(self) -> None:
        """Both clips are loaded."""
        for side in ("left", "right"):
            expect(self.card(side)).to_have_attribute("data-state", "ready", timeout=CLIP_MS)

    def wait_until_heard(self, side: str) -> None:
        """The sample has sounded to its end."""
        expect(self.card(side)).to_have_attribute("data-heard", "true", timeout=CLIP_MS)
        expect(self.card(side)).to_have_attribute("data-state", "ready", timeout=CLIP_MS)

    def hear_both_by_key(self) -> None:
        """Play A, then B, each to the end."""
        self.wait_until_ready()
        for key, side in (("1", "left"), ("2", "right")):
            self.page.keyboard.press(key)
            self.wait_until_heard(side)
        expect(self.choice("left")).to_have_attribute("aria-disabled", "false")

    def hear_both_by_touch(self) -> None:
        """Tap both play buttons and listen to the end."""
        self.wait_until_ready()
        for side in ("left", "right"):
            self.card(side).get_by_role("button").tap()
            self.wait_until_heard(side)

    def votes(self) -> int:
        """Votes of this listener that the server has, the practice round aside."""
        answer = self.page.request.get(f"/api/v1/studies/{self.slug}/sitting")
        votes: int = answer.json()["votes"]
        return votes

    def token(self) -> str:
        """The token of the pair at hand: the oldest that is open."""
        token: str = self._post(f"studies/{self.slug}/matchups", {})["matchup"]["token"]
        return token

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = self.page.request.post(f"/api/v1/{path}", data=body)
        assert answer.status == 201, answer.text()
        turn: dict[str, Any] = answer.json()
        return turn


def requests_to(page: Page, ending: str) -> list[str]:
    """The addresses with this ending that the page posts to from now on; grows as it does."""
    seen: list[str] = []
    page.on(
        "request",
        lambda request: (
            seen.append(request.url)
            if request.method == "POST" and request.url.endswith(ending)
            else None
        ),
    )
    return seen


def vote_over_http(url: str, slug: str, votes: int) -> None:
    """Another listener, without a browser, answers some matchups."""
    with httpx.Client(base_url=f"{url}/api/v1/") as client:
        for number in range(votes):
            turn = client.post(f"studies/{slug}/matchups", json={}).json()
            choice = "left" if number % 2 else "right"
            path = f"matchups/{turn['matchup']['token']}/vote"
            assert client.post(path, json={"choice": choice}).status_code == 201
