"""Pages for listeners."""

import re

import pytest
from django.conf import settings
from django.test import Client

from arena.models import Listener, Study
from corpus.models import Source
from tests.voting import VotingClient

pytestmark = pytest.mark.usefixtures("static_files")


def text_of(client: Client, path: str) -> str:
    """A page that must be there."""
    response = client.get(path)
    assert response.status_code == 200, path
    return response.content.decode()


def test_the_home_page_lists_open_studies(study: Study, client: Client) -> None:
    page = text_of(client, "/")
    assert "First light" in page
    assert "/studies/first-light/" in page


@pytest.mark.django_db
def test_an_empty_site_says_what_to_do_next(client: Client) -> None:
    page = text_of(client, "/")
    assert "bin/demo" in page or "/admin/" in page


def test_home_leads_to_listening_before_the_board(study: Study, client: Client) -> None:
    page = text_of(client, "/")
    buttons = re.findall(r'<a class="button[^"]*" href="([^"]+)"', page)
    assert buttons == ["/studies/first-light/"]
    assert page.index('href="/studies/first-light/"') < page.index("/studies/first-light/board/")


def test_a_draft_is_not_there(study: Study, client: Client) -> None:
    Study.objects.update(state=Study.State.DRAFT)
    assert "First light" not in text_of(client, "/")
    for page in ("", "listen/", "board/"):
        assert client.get(f"/studies/first-light/{page}").status_code == 404


def test_a_closed_study_takes_no_listeners_and_leads_to_its_board(
    study: Study, client: Client
) -> None:
    Study.objects.update(state=Study.State.CLOSED)
    page = text_of(client, "/studies/first-light/")
    assert "This study has closed" in page
    assert 'href="/studies/first-light/board/"' in page
    assert client.get("/studies/first-light/listen/")["Location"] == "/studies/first-light/"
    assert client.post("/studies/first-light/").status_code == 200
    assert not Listener.objects.exists()
    home = text_of(client, "/")
    assert home.index("Closed studies") < home.index("First light")


def test_the_board_of_a_closed_study_opens_to_whoever_did_not_get_to_vote(
    study: Study, listener: VotingClient
) -> None:
    listener.post("/studies/first-light/")
    assert "Listen first" in text_of(listener, "/studies/first-light/board/")
    Study.objects.update(state=Study.State.CLOSED)
    assert "Listen first" not in text_of(listener, "/studies/first-light/board/")


@pytest.mark.django_db
def test_too_many_wrong_passwords_end_at_a_page_for_people(client: Client) -> None:
    for _ in range(settings.AXES_FAILURE_LIMIT):
        answer = client.post("/admin/login/", {"username": "curator", "password": "wrong"})
    assert answer.status_code == 429
    assert "<h1>Too many attempts to sign in</h1>" in answer.content.decode()


def test_consent_leads_to_listening_and_is_asked_once(study: Study, client: Client) -> None:
    assert client.get("/studies/first-light/listen/").status_code == 302
    response = client.post("/studies/first-light/")
    assert response["Location"] == "/studies/first-light/listen/"
    assert Listener.objects.get().consented_at is not None
    again = client.get("/studies/first-light/")
    assert (again.status_code, again["Location"]) == (302, "/studies/first-light/listen/")


def test_a_form_from_elsewhere_is_refused(study: Study) -> None:
    strict = Client(enforce_csrf_checks=True)
    response = strict.post("/studies/first-light/")
    assert response.status_code == 403
    assert not Listener.objects.exists()


def test_practice_is_offered_until_the_first_answer(study: Study, listener: VotingClient) -> None:
    listener.post("/studies/first-light/")
    page = "/studies/first-light/listen/"
    assert 'data-practice-needed="true"' in text_of(listener, page)
    listener.vote(listener.matchup(practice=True)["token"])
    assert 'data-practice-needed="false"' in text_of(listener, page)


def test_the_about_page_credits_the_readers(study: Study, client: Client) -> None:
    Source.objects.create(
        name="Field recordings", licence="CC BY-SA 3.0", attribution="Read by a kind person."
    )
    page = text_of(client, "/about/")
    assert "Read by a kind person." in page
    assert "CC BY-SA 3.0" in page


def test_every_page_has_a_strict_policy_and_no_inline_code(
    study: Study, client: Client, curator: Client
) -> None:
    pages = ["/", "/about/", "/studies/first-light/", "/studies/first-light/board/", "/nowhere/"]
    client.post("/studies/first-light/")
    for path in [*pages, "/studies/first-light/listen/", "/api/docs/"]:
        response = client.get(path)
        policy = response["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        body = response.content.decode()
        assert not re.search(r"<script(?![^>]*\ssrc=)[^>]*>", body), path
        assert not re.search(r"\s(style|on[a-z]+)=[\"']|<style", body), path


def test_pages_load_nothing_from_elsewhere(study: Study, client: Client) -> None:
    client.post("/studies/first-light/")
    for path in ("/", "/studies/first-light/listen/", "/studies/first-light/board/", "/api/docs/"):
        body = text_of(client, path)
        assert not re.search(r"(?:src|<link[^>]*href)=[\"'](?:https?:)?//", body), path


@pytest.mark.django_db
def test_error_pages_are_made_for_people_and_programs(client: Client) -> None:
    page = client.get("/nowhere/")
    assert page.status_code == 404
    assert "text/html" in page["Content-Type"]
    problem = client.get("/api/v1/nowhere")
    assert problem.json()["code"] == "not-found"


@pytest.mark.django_db
def test_the_schema_describes_the_voting_api(client: Client) -> None:
    schema = client.get("/api/schema/", headers={"Accept": "application/json"}).content.decode()
    for path in ("/matchups", "/vote", "/clips/", "/report", "/sitting"):
        assert path in schema


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/api/docs", "/api/schema"])
def test_the_documentation_is_found_without_its_last_slash(client: Client, path: str) -> None:
    response = client.get(f"{path}?format=json")
    assert (response.status_code, response["Location"]) == (301, f"{path}/?format=json")


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/api/docs/", "/api/schema/"])
def test_the_documentation_is_only_read(client: Client, path: str) -> None:
    for ask in (client.options, client.post):
        response = ask(path)
        assert (response.status_code, response["Allow"]) == (405, "GET, HEAD")
