"""Pages on synthesis: estimate, go-ahead, progress, failures; what speaks for a system."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from corpus.models import BulkRead, Corpus, Job, SynthesisFailure, Synthesizer, System
from corpus.roles import ANALYST, CURATOR, READER, REVIEWER
from corpus.services.jobs import run_to_its_end
from corpus.synthesis.command import parse_template
from corpus.synthesis.keys import SpeechKey
from tests.corpus.curation.pages import text_of
from tests.people import account, signed_in
from tests.speech_server import KEY, SpeechServer, error, speech_server
from tests.synthesis import TEXTS, approved_prompts, behind, key_of, speaking_system

pytestmark = pytest.mark.django_db

INDEX = "/curate/corpora/bench/synthesis/"
PAGE = f"{INDEX}zorblat/"
SETTINGS = "/curate/systems/zorblat/synthesizer/"
ENDPOINT = {
    "base_url": "https://api.example.com/v1",
    "model": "say-2",
    "secret": "lab",
    "response_format": "wav",
    "speed": "1",
    "timeout": "30",
    "key_header": "Authorization",
    "extra": "{}",
    "currency": "eur",
    "cost_per_million": "15",
    "requests_per_minute": "60",
}


@pytest.fixture
def corpus() -> Corpus:
    """A private corpus with three approved prompts."""
    made = Corpus.objects.create(slug="bench", title="The benchmark")
    approved_prompts(made)
    return made


@pytest.fixture
def curator(db: None) -> Client:
    """Someone of that role, signed in."""
    return signed_in(account(CURATOR))


@pytest.fixture
def server(settings: Any) -> Iterator[SpeechServer]:
    """An endpoint whose key the site has."""
    with speech_server() as running:
        settings.SPEECH_KEYS = key_of(running)
        yield running


def test_each_system_shows_how_far_it_is(corpus: Corpus, curator: Client) -> None:
    speaking_system("espeak-ng")
    System.objects.create(slug="vexley", name="Vexley")
    page = text_of(curator.get(INDEX))
    assert "Zorblat eSpeak NG Ada: 0 clips Bo: 0 clips Estimate" in page
    assert "Vexley Nothing set: its clips are uploaded No voice yet Set up" in page


def test_a_corpus_without_systems_says_what_to_do(corpus: Corpus, curator: Client) -> None:
    assert "No text-to-speech system yet" in text_of(curator.get(INDEX))


def test_the_corpus_has_a_stage_for_it(corpus: Corpus, curator: Client) -> None:
    speaking_system("espeak-ng")
    assert "Synthesis 0 of 6 clips" in text_of(curator.get("/curate/corpora/bench/"))


def test_what_it_would_take_is_told_with_whom_the_texts_go_to(
    corpus: Corpus, curator: Client, server: SpeechServer
) -> None:
    behind(server, cost_per_million=Decimal(15), requests_per_minute=60)
    page = text_of(curator.get(PAGE))
    characters = 2 * sum(map(len, TEXTS))
    assert f"Clips 6, of 3 prompts Characters {characters} Time about 6 s" in page
    assert f"Cost less than 0.01 USD The texts are sent to {server.host}. They are private" in page
    assert "Send 3 texts and make 6 clips" in page


def test_texts_that_stay_are_said_to_stay(corpus: Corpus, curator: Client) -> None:
    speaking_system("espeak-ng")
    page = text_of(curator.get(PAGE))
    assert "The texts stay on this server." in page
    assert "Make 6 clips" in page


def test_an_estimate_follows_what_is_chosen(corpus: Corpus, curator: Client) -> None:
    ada = speaking_system("espeak-ng").system.voices.get(name="Ada")
    page = text_of(curator.get(f"{PAGE}?voices={ada.pk}&scope=approved&limit=2"))
    assert "Clips 2, of 2 prompts" in page


def test_no_voice_is_no_order(corpus: Corpus, curator: Client) -> None:
    speaking_system("espeak-ng")
    answer = curator.get(PAGE, {"scope": "approved"})
    assert (answer.status_code, "Choose at least one voice." in text_of(answer)) == (422, True)


def go_ahead(curator: Client, synthesizer: Synthesizer, **more: Any) -> str:
    voices = [voice.pk for voice in synthesizer.system.voices.all()]
    sent = {"voices": voices, "scope": "approved", "limit": 6, **more}
    return text_of(curator.post(f"{PAGE}start/", sent, follow=True))


def test_a_go_ahead_begins_a_job_that_is_shown(
    corpus: Corpus, curator: Client, server: SpeechServer
) -> None:
    page = go_ahead(curator, behind(server))
    assert "Synthesise Zorblat: The benchmark Waiting for a worker" in page
    assert "Estimate" not in page
    assert BulkRead.objects.get().by_name == "curator"
    run_to_its_end(job=Job.objects.get())
    assert "6 clips made." in text_of(curator.get(PAGE))


def test_no_more_is_made_than_was_told(
    corpus: Corpus, curator: Client, server: SpeechServer
) -> None:
    go_ahead(curator, behind(server), limit=2)
    run_to_its_end(job=Job.objects.get())
    assert len(server.asked) == 2


def test_a_go_ahead_without_an_estimate_gets_one_first(
    corpus: Corpus, curator: Client, server: SpeechServer
) -> None:
    assert "Send 3 texts" in go_ahead(curator, behind(server), limit="")
    assert not Job.objects.exists()


def test_what_failed_is_shown_and_asked_for_again(
    corpus: Corpus, curator: Client, server: SpeechServer
) -> None:
    synthesizer = behind(server)
    server.answer_to = lambda text: error(400, "Too rude.") if text == TEXTS[1] else None
    go_ahead(curator, synthesizer)
    run_to_its_end(job=Job.objects.get())
    page = text_of(curator.get(PAGE))
    assert "2 clips could not be made and are left out" in page
    assert "did not take this text (400): Too rude." in page
    server.answer_to = lambda _: None
    go_ahead(curator, synthesizer, scope="failed", limit=2)
    run_to_its_end(job=Job.objects.first() or Job())
    assert not SynthesisFailure.objects.exists()


def test_a_key_that_is_missing_is_told_before_anything_begins(
    corpus: Corpus, curator: Client, server: SpeechServer, settings: Any
) -> None:
    settings.SPEECH_KEYS = {}
    behind(server)
    page = text_of(curator.get(PAGE))
    assert "This server has no key “lab”." in page
    assert "Send" not in page


@pytest.mark.parametrize("role", [REVIEWER, READER, ANALYST])
@pytest.mark.parametrize("address", [INDEX, PAGE, SETTINGS])
def test_only_curators_come_here(corpus: Corpus, role: str, address: str) -> None:
    speaking_system("espeak-ng")
    assert signed_in(account(role)).get(address).status_code == 403


def test_an_endpoint_is_set_up_with_a_key_by_its_name(curator: Client, settings: Any) -> None:
    settings.SPEECH_KEYS = {"lab": SpeechKey("lab", "api.example.com", KEY)}
    System.objects.create(slug="zorblat", name="Zorblat")
    answer = curator.get(SETTINGS)
    assert "lab (api.example.com)" in text_of(answer)
    assert KEY not in answer.content.decode()
    page = text_of(curator.post(f"{SETTINGS}?kind=speech-api", ENDPOINT, follow=True))
    assert "Zorblat speaks by: Speech endpoint" in page
    made = Synthesizer.objects.get()
    assert (made.secret, made.currency, made.destination) == ("lab", "EUR", "api.example.com")
    assert made.settings["timeout"] == 30.0


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("base_url", "http://api.example.com/v1", "Use https"),
        ("base_url", "https://evil.example.org/v1", "is sent to no other host"),
        ("secret", "sk-pasted-by-mistake", "not one of the available choices"),
        ("extra", '{"api_key": "x"}', "looks like a key"),
        ("extra", "[1]", "JSON object"),
        ("extra", "{", "valid JSON"),
        ("currency", "€", "three letters"),
        ("requests_per_minute", "0", "greater than or equal to 1"),
    ],
)
def test_each_wrong_field_is_told(
    curator: Client, settings: Any, field: str, value: str, said: str
) -> None:
    settings.SPEECH_KEYS = {"lab": SpeechKey("lab", "api.example.com", KEY)}
    System.objects.create(slug="zorblat", name="Zorblat")
    page = text_of(curator.post(f"{SETTINGS}?kind=speech-api", {**ENDPOINT, field: value}))
    assert said in page
    assert not Synthesizer.objects.exists()


def test_programs_are_those_that_the_server_lists(curator: Client, settings: Any) -> None:
    System.objects.create(slug="zorblat", name="Zorblat")
    address = f"{SETTINGS}?kind=command"
    settings.SPEECH_COMMANDS = {}
    assert "This server lists no program." in text_of(curator.get(address))
    settings.SPEECH_COMMANDS = {"piper": parse_template("piper", "piper -m {voice}")}
    assert "piper: piper -m {voice}" in text_of(curator.get(address))
    assert "not one of" in text_of(curator.post(address, {"command": "rm -rf /"}))
    curator.post(address, {"command": "piper"})
    assert Synthesizer.objects.get().settings == {"command": "piper"}


def test_another_kind_takes_the_place_of_the_first(curator: Client) -> None:
    synthesizer = speaking_system("command", {"command": "piper"}, secret="lab")
    curator.post(f"{SETTINGS}?kind=flite", {"requests_per_minute": ""})
    synthesizer.refresh_from_db()
    assert (synthesizer.kind, synthesizer.settings, synthesizer.secret) == ("flite", {}, "")


@pytest.mark.parametrize("slug", ["human-anchor", "nobody"])
def test_people_are_not_synthesised(curator: Client, slug: str) -> None:
    System.objects.create(slug="human-anchor", name="Human anchor", kind=System.Kind.HUMAN)
    assert curator.get(f"/curate/systems/{slug}/synthesizer/").status_code == 404
