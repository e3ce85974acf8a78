"""A matchup goes out, a vote comes back."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from arena.models import ClipReport, Exclusion, Matchup, Study, Vote
from tests.voting import VotingClient, code_of


def test_a_matchup_shows_a_token_and_two_addresses_and_nothing_else(
    study: Study, listener: VotingClient
) -> None:
    matchup = listener.matchup()
    assert set(matchup) == {"token", "practice", "clips", "text", "expires_at"}
    assert matchup["text"] is None
    assert len(matchup["token"]) >= 22  # 128 bits in base 64


def test_a_page_loaded_again_gets_the_same_matchup(study: Study, listener: VotingClient) -> None:
    assert listener.matchup()["token"] == listener.matchup()["token"]


def test_a_page_that_holds_one_matchup_gets_another_to_load_meanwhile(
    study: Study, listener: VotingClient
) -> None:
    first = listener.matchup()
    second = listener.matchup(holding=[first["token"]])
    assert second["token"] != first["token"]
    full = listener.ask(holding=[first["token"], second["token"]])
    assert (full.status_code, code_of(full)) == (409, "too-many-pending")


def test_a_vote_is_stored_with_the_servers_sides_and_clock(
    study: Study, listener: VotingClient
) -> None:
    matchup = listener.matchup()
    Matchup.objects.filter(token=matchup["token"])
    response = listener.vote(
        matchup["token"],
        "right",
        heard={"left": {"plays": 1, "share": 1.0}, "right": {"plays": 2, "share": 0.9}},
    )
    assert response.status_code == 201
    vote = Vote.objects.select_related("matchup").get()
    assert vote.choice == "right"
    assert vote.left_system_id == vote.matchup.left_system_id
    assert vote.response_seconds >= 0
    assert vote.heard["right"] == {"plays": 2, "share": 0.9}


def test_the_answer_to_a_vote_carries_progress_and_the_next_matchup(
    study: Study, listener: VotingClient
) -> None:
    matchup = listener.matchup()
    body = listener.vote(matchup["token"]).json()
    assert body["progress"] == {"done": 1, "of": 20}
    assert body["matchup"]["token"] != matchup["token"]


def test_the_next_matchup_is_the_one_that_the_page_loaded_meanwhile(
    study: Study, listener: VotingClient
) -> None:
    first = listener.matchup()
    second = listener.matchup(holding=[first["token"]])
    body = listener.vote(first["token"]).json()
    assert body["matchup"]["token"] == second["token"]


def test_a_second_vote_is_refused(study: Study, listener: VotingClient) -> None:
    token = listener.matchup()["token"]
    listener.vote(token, "left")
    again = listener.vote(token, "right")
    assert (again.status_code, code_of(again)) == (409, "already-voted")
    assert Vote.objects.get().choice == "left"


def test_another_session_cannot_use_a_token(
    study: Study, listener: VotingClient, other_listener: VotingClient
) -> None:
    token = listener.matchup()["token"]
    other_listener.matchup()
    foreign = other_listener.vote(token)
    forged = other_listener.vote("A" * len(token))
    assert foreign.status_code == forged.status_code == 404
    assert foreign.content == forged.content
    assert not Vote.objects.exists()


def test_a_visitor_without_a_session_cannot_use_a_token(
    study: Study, listener: VotingClient, other_listener: VotingClient
) -> None:
    response = other_listener.vote(listener.matchup()["token"])
    assert (response.status_code, code_of(response)) == (404, "matchup-not-found")


def test_an_expired_matchup_takes_no_vote(study: Study, listener: VotingClient) -> None:
    token = listener.matchup()["token"]
    Matchup.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    response = listener.vote(token)
    assert (response.status_code, code_of(response)) == (410, "matchup-expired")
    assert listener.matchup()["token"] != token


@pytest.mark.parametrize(
    "body",
    [
        {"choice": "both"},
        {"choice": ""},
        {"choice": "left", "heard": {"left": {"share": 7}}},
        {"choice": "left", "heard": {"left": {"plays": -1}}},
        {"choice": "left", "heard": "everything"},
    ],
)
def test_a_malformed_vote_names_the_field(
    study: Study, listener: VotingClient, body: dict[str, Any]
) -> None:
    token = listener.matchup()["token"]
    response: Any = listener.post(
        f"/api/v1/matchups/{token}/vote", body, content_type="application/json"
    )
    assert (response.status_code, code_of(response)) == (400, "invalid")
    assert set(response.json()["errors"]) <= {"choice", "heard"}
    assert not Vote.objects.exists()


def test_a_body_that_is_not_json_is_refused(study: Study, listener: VotingClient) -> None:
    token = listener.matchup()["token"]
    address = f"/api/v1/matchups/{token}/vote"
    broken: Any = listener.post(address, "{", content_type="application/json")
    assert (broken.status_code, code_of(broken)) == (400, "invalid")
    form: Any = listener.post(address, {"choice": "left"})
    assert (form.status_code, code_of(form)) == (415, "unsupported-media-type")
    listed: Any = listener.post(address, "[1]", content_type="application/json")
    assert (listed.status_code, code_of(listed)) == (400, "invalid")


def test_json_that_is_nested_too_deeply_is_refused(study: Study, listener: VotingClient) -> None:
    address = f"/api/v1/matchups/{listener.matchup()['token']}/vote"
    for deep in ("[" * 100_000, '{"heard":' * 100_000):
        response: Any = listener.post(address, deep, content_type="application/json")
        assert (response.status_code, code_of(response)) == (400, "invalid")
        assert response.json()["detail"] == "The JSON is nested too deeply."


@pytest.mark.parametrize("token", ["%00", "a%00b", "%E2%98%83", "a" * 65])
def test_what_cannot_be_a_token_is_not_found(
    study: Study, listener: VotingClient, token: str
) -> None:
    listener.matchup()
    for address in (f"{token}/vote", f"{token}/report"):
        response: Any = listener.post(f"/api/v1/matchups/{address}", {}, "application/json")
        assert (response.status_code, code_of(response)) == (404, "not-found")
    clip = listener.get(f"/api/v1/matchups/{token}/clips/left")
    assert (clip.status_code, code_of(clip)) == (404, "not-found")


def test_a_cookie_that_is_no_session_makes_a_new_visitor(
    study: Study, listener: VotingClient
) -> None:
    listener.matchup()
    octal_nul = r"\000"
    cookie = f'{settings.SESSION_COOKIE_NAME}="{octal_nul * 10}"'
    page: Any = Client().get("/studies/first-light/", headers={"cookie": cookie})
    assert page.status_code == 200
    answer: Any = Client().post(
        "/api/v1/studies/first-light/matchups", {}, "application/json", headers={"cookie": cookie}
    )
    assert answer.status_code == 201
    assert answer.cookies[settings.SESSION_COOKIE_NAME].value.isalnum()


def test_an_unknown_study_and_address_are_problem_details(
    study: Study, listener: VotingClient
) -> None:
    assert code_of(listener.ask("nowhere")) == "study-not-found"
    assert code_of(listener.get("/api/v1/nothing")) == "not-found"
    assert code_of(listener.get("/api/v1/studies/first-light/matchups")) == "method-not-allowed"


def test_a_draft_is_not_there_and_a_closed_study_takes_no_votes(
    study: Study, listener: VotingClient
) -> None:
    token = listener.matchup()["token"]
    Study.objects.update(state=Study.State.CLOSED)
    assert code_of(listener.ask()) == "study-not-open"
    assert code_of(listener.vote(token)) == "study-not-open"
    Study.objects.update(state=Study.State.DRAFT)
    assert code_of(listener.ask()) == "study-not-found"


def test_a_practice_vote_is_kept_and_never_counts(study: Study, listener: VotingClient) -> None:
    matchup = listener.matchup(practice=True)
    assert matchup["practice"] is True
    body = listener.vote(matchup["token"]).json()
    assert body["progress"]["done"] == 0
    assert body["matchup"]["practice"] is False
    assert Exclusion.objects.get().reason == Exclusion.Reason.PRACTICE
    assert not Vote.objects.counted().exists()


def test_a_reported_matchup_is_skipped_and_seen_by_curators(
    study: Study, listener: VotingClient
) -> None:
    token = listener.matchup()["token"]
    response = listener.report(token, side="left", reason="did-not-load")
    assert response.status_code == 201
    assert response.json()["matchup"]["token"] != token
    report = ClipReport.objects.get()
    assert report.clip == Matchup.objects.get(token=token).left_clip
    assert code_of(listener.vote(token)) == "matchup-closed"


def test_a_vote_stands_against_a_later_report(study: Study, listener: VotingClient) -> None:
    token = listener.matchup()["token"]
    listener.vote(token)
    assert code_of(listener.report(token, reason="other")) == "already-voted"


def test_a_study_without_two_ready_clips_says_so(study: Study, listener: VotingClient) -> None:
    study.entries.exclude(system__slug="vexley-voice").update(is_active=False)
    Study.objects.update(revision=99)
    response = listener.ask()
    assert (response.status_code, code_of(response)) == (409, "no-matchup-left")


def test_a_sitting_counts_agreement_and_human_picks(
    study: Study, listener: VotingClient, other_listener: VotingClient
) -> None:
    for _ in range(24):  # every prompt, pair and gender there is, at least the pairs
        for who in (listener, other_listener):
            matchup = who.matchup()
            row = Matchup.objects.select_related("left_system").get(token=matchup["token"])
            # Both always choose the human, else the system of the lower id.
            human_left = row.left_system.is_human
            human = human_left or row.right_system.is_human
            left = human_left if human else row.left_system_id < row.right_system_id
            who.vote(matchup["token"], "left" if left else "right")
    sitting = listener.get("/api/v1/studies/first-light/sitting").json()
    assert sitting["progress"] == {"done": 4, "of": 20}
    assert sitting["votes"] == 4
    assert sitting["crowd"]["agreed"] == sitting["crowd"]["compared"]
    assert sitting["human"]["picked"] == sitting["human"]["heard"]


def test_a_study_that_shows_the_text_sends_it(study: Study, listener: VotingClient) -> None:
    Study.objects.update(shows_text=True)
    matchup = listener.matchup()
    assert matchup["text"] == Matchup.objects.select_related("prompt").get().prompt.text
