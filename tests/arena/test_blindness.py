"""H7: until a vote is given, nothing that a listener can reach says who speaks."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpResponse
from scipy.stats import chisquare

from arena.models import Matchup, Study
from corpus.models import Prompt, System, Voice
from tests.voting import VotingClient

MATCHUPS = 200
LINK = re.compile(r"""(?:href|src|action|data-[a-z-]+)=["']([^"'#?]+)""")


def forbidden_words() -> set[str]:
    """Every name and id that must not be seen, in lower case."""
    names = {
        *System.objects.values_list("name", flat=True),
        *System.objects.values_list("slug", flat=True),
        *System.objects.values_list("provider", flat=True),
        *Voice.objects.values_list("name", flat=True),
        *Prompt.objects.values_list("external_id", flat=True),
        *Prompt.objects.values_list("text", flat=True),
    }
    return {name.lower() for name in names if name}


def everything_in(response: HttpResponse) -> str:
    """Headers and body of an answer, in lower case."""
    body = b"".join(response) if response.streaming else response.content
    return (str(response.headers) + body.decode("latin-1")).lower()


def crawl(client: VotingClient, *starts: str) -> Iterator[tuple[str, HttpResponse]]:
    """Every page and file of the site that links lead to."""
    waiting, known = list(starts), set(starts)
    while waiting:
        path = waiting.pop()
        response: Any = client.get(path)
        yield path, response
        if "text/html" not in response.get("Content-Type", ""):
            continue
        for link in LINK.findall(response.content.decode()):
            if link.startswith("/") and link not in known:
                known.add(link)
                waiting.append(link)


def assert_blind(path: str, response: HttpResponse, words: set[str]) -> None:
    """No forbidden word anywhere in the answer."""
    text = everything_in(response)
    assert not [word for word in words if word in text], path


@pytest.mark.usefixtures("static_files")
def test_no_page_that_a_new_listener_reaches_names_anyone(
    study: Study, listener: VotingClient
) -> None:
    words = forbidden_words()
    assert len(words) >= 20
    listener.post("/studies/first-light/")  # consent
    listener.matchup()
    pages = dict(
        crawl(
            listener,
            "/",
            "/about/",
            "/studies/first-light/",
            "/studies/first-light/listen/",
            "/studies/first-light/board/",
            "/studies/first-light/board/register/explainer/",
            "/studies/first-light/leaderboard.csv",
            "/api/docs/",
            "/api/schema/",
            "/nowhere/",
            "/healthz",
            "/readyz",
        )
    )
    assert len(pages) > 12
    for path, response in pages.items():
        assert_blind(path, response, words)


def test_the_board_opens_with_the_first_vote(study: Study, listener: VotingClient) -> None:
    from ratings.services import refit_study  # noqa: PLC0415

    token = listener.matchup()["token"]
    board = "/studies/first-light/board/"
    assert "Zorblat" not in listener.get(board).content.decode()
    assert listener.get("/studies/first-light/leaderboard.csv").status_code == 403
    listener.vote(token)
    refit_study(study=study)
    assert "Zorblat" in listener.get(board).content.decode()


def test_someone_who_does_not_listen_sees_the_board(study: Study, client: VotingClient) -> None:
    from ratings.services import refit_study  # noqa: PLC0415

    refit_study(study=study)
    assert "Zorblat" in client.get("/studies/first-light/board/").content.decode()


@pytest.mark.heavy
def test_two_hundred_matchups_tell_nothing_and_are_balanced(
    study: Study, listener: VotingClient
) -> None:
    words = forbidden_words() | {"renditions", "originals"}
    for number in range(MATCHUPS):
        asked = listener.ask()
        assert_blind("matchups", asked, words)
        matchup = asked.json()["matchup"]
        for address in matchup["clips"].values():
            clip = listener.get(address)
            assert clip.status_code == 200
            assert_blind("headers of a clip", HttpResponse(headers=dict(clip.headers)), words)
        voted = listener.vote(matchup["token"], "left" if number % 2 else "right")
        assert voted.status_code == 201
        assert_blind("vote", voted, words)
    assert_sides_are_balanced()


def assert_sides_are_balanced() -> None:
    """Left and right are fair for every system (a wide bound: the draws are not seeded)."""
    lefts = Counter(Matchup.objects.values_list("left_system", flat=True))
    rights = Counter(Matchup.objects.values_list("right_system", flat=True))
    for system in lefts | rights:
        assert chisquare([lefts[system], rights[system]]).pvalue > 1e-6


def test_tokens_and_addresses_hold_no_key_of_the_database(
    study: Study, listener: VotingClient
) -> None:
    body = listener.ask().json()
    matchup = body["matchup"]
    stripped = str(body).replace(matchup["token"], "").replace(matchup["expires_at"], "")
    assert set(body) == {"matchup", "progress"}
    assert set(re.findall(r"\d+", stripped)) <= {"1", "0", "20"}  # /api/v1/ and the progress
