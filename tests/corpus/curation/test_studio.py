"""The studio and the page of readings: who gets what."""

import uuid

import pytest
from django.contrib.auth.models import User
from django.test import Client

from corpus.models import Clip, Prompt, Reading, Voice
from corpus.roles import ANALYST, CURATOR, READER, REVIEWER
from corpus.services.readings import MAX_BYTES, decline_reading, digest_of
from tests.people import account, signed_in
from tests.readings import good_take, make_corpus, make_reader, reader_of, send_take

pytestmark = pytest.mark.django_db

PROMPTS = "/curate/studio/prompts/"


@pytest.fixture
def voice() -> Voice:
    return make_reader(make_corpus())


@pytest.fixture
def reader(voice: Voice) -> Client:
    return signed_in(reader_of(voice))


@pytest.fixture
def prompt(voice: Voice) -> Prompt:
    return Prompt.objects.get(external_id="bench-1")


@pytest.fixture
def reviewer() -> User:
    return account(REVIEWER)


@pytest.fixture
def waiting(voice: Voice, prompt: Prompt) -> Reading:
    reading = send_take(voice, prompt)
    Reading.objects.update(state=Reading.State.WAITING)
    return reading


def post_take(
    client: Client, prompt: Prompt, audio: bytes, *, text: str = "", token: object = ""
) -> tuple[int, dict[str, object]]:
    address = f"{PROMPTS}{prompt.pk}/readings/"
    query = f"?token={token or uuid.uuid4()}&text={digest_of(text or prompt.text)}"
    answer = client.post(address + query, audio, content_type="audio/webm")
    return answer.status_code, answer.json()


def test_a_reader_who_signs_in_comes_to_the_studio(reader: Client) -> None:
    assert reader.get("/curate/").headers["Location"] == "/curate/studio/"


def test_a_reader_without_a_voice_is_told_whom_to_ask() -> None:
    newcomer = signed_in(account(READER))
    assert "No voice is yours to read yet" in newcomer.get("/curate/studio/").content.decode()
    assert newcomer.get(PROMPTS).status_code == 409


@pytest.mark.parametrize("role", [CURATOR, REVIEWER, ANALYST])
def test_only_readers_open_the_studio(role: str) -> None:
    other = signed_in(account(role))
    assert other.get("/curate/studio/").status_code == 403
    assert other.get(PROMPTS).status_code == 403


def test_a_reader_gets_their_texts_and_no_others(reader: Client) -> None:
    make_corpus("foreign")
    answer = reader.get(PROMPTS)
    body = answer.json()
    assert [text["corpus"] for text in body["prompts"]] == ["Bench"] * 3
    assert body["progress"] == {"done": 0, "of": 3}
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_texts_come_in_batches_and_one_by_one(reader: Client, prompt: Prompt) -> None:
    after = reader.get(f"{PROMPTS}?after={prompt.pk}").json()["prompts"]
    only = reader.get(f"{PROMPTS}?only={prompt.pk}").json()["prompts"]
    assert [prompt.pk] == [text["id"] for text in only]
    assert prompt.pk not in [text["id"] for text in after]


def test_a_declined_text_comes_back_with_the_reason(
    reader: Client, waiting: Reading, reviewer: User
) -> None:
    decline_reading(reading=waiting, by=reviewer, reason="A door slams.")
    first = reader.get(PROMPTS).json()["prompts"][0]
    assert (first["id"], first["declined"]) == (waiting.prompt_id, "A door slams.")


def test_a_take_arrives_as_it_is_sent(reader: Client, prompt: Prompt) -> None:
    status, body = post_take(reader, prompt, good_take())
    assert (status, body["progress"]) == (201, {"done": 1, "of": 3})
    with Reading.objects.get().audio.open("rb") as file:
        assert file.read() == good_take()


def test_sending_the_same_take_again_is_harmless(reader: Client, prompt: Prompt) -> None:
    token = uuid.uuid4()
    assert post_take(reader, prompt, good_take(), token=token)[0] == 201
    assert post_take(reader, prompt, good_take(), token=token)[0] == 201
    assert Reading.objects.count() == 1


@pytest.mark.parametrize(
    ("audio", "text", "token", "hint"),
    [
        (b"", "", "", "empty"),
        (b"<html>", "", "", "saved web page"),
        (b"\x1a\x45\xdf\xa3" + bytes(MAX_BYTES), "", "", "larger than 16 MB"),
        (b"\x1a\x45\xdf\xa3", "An older text", "", "has changed"),
        (b"\x1a\x45\xdf\xa3", "", "no-token", "token"),
    ],
)
def test_a_refused_take_says_why(
    reader: Client, prompt: Prompt, audio: bytes, text: str, token: str, hint: str
) -> None:
    status, body = post_take(reader, prompt, audio, text=text, token=token)
    assert status == 409
    assert hint in str(body["detail"])
    assert not Reading.objects.exists()


def test_another_readers_prompt_is_refused(reader: Client) -> None:
    foreign = make_corpus("foreign").prompts.all()[0]
    assert post_take(reader, foreign, good_take())[0] == 409


def test_an_unnatural_text_leaves_the_studio(reader: Client, prompt: Prompt) -> None:
    address = f"{PROMPTS}{prompt.pk}/send-back/"
    assert reader.post(address, {"reason": " "}).status_code == 409
    answer = reader.post(address, {"reason": "Nobody says so."})
    assert answer.json()["progress"] == {"done": 0, "of": 2}


def test_a_take_is_heard_by_its_reader_and_by_reviewers_alone(
    reader: Client, waiting: Reading, reviewer: User
) -> None:
    address = f"/curate/readings/{waiting.pk}/sound/"
    other = signed_in(reader_of(make_reader(name="roy", gender="male")))
    answers = {
        "reader": reader.get(address),
        "reviewer": signed_in(reviewer).get(address),
        "other reader": other.get(address),
        "curator": signed_in(account(CURATOR)).get(address),
        "outsider": signed_in(account()).get(address),
        "stranger": Client().get(address),
    }
    assert {who: answer.status_code for who, answer in answers.items()} == {
        "reader": 200,
        "reviewer": 200,
        "other reader": 404,
        "curator": 404,
        "outsider": 403,
        "stranger": 302,
    }
    heard = answers["reviewer"]
    assert heard.content == good_take()
    assert heard.headers["Content-Type"] == "audio/wav"
    assert heard.headers["Cache-Control"] == "private, no-store"
    assert heard.headers["Content-Disposition"] == "inline"


def test_a_reader_finds_their_own_readings(reader: Client, waiting: Reading) -> None:
    other = make_reader(
        make_corpus("foreign", ("A text of somebody else.",)), name="roy", gender="male"
    )
    send_take(other, Prompt.objects.get(external_id="foreign-1"))
    page = reader.get("/curate/studio/readings/").content.decode()
    assert "Waiting for a second person" in page
    assert "A text of somebody else." not in page


@pytest.mark.parametrize("role", [CURATOR, READER, ANALYST])
def test_only_reviewers_judge(waiting: Reading, role: str) -> None:
    other = signed_in(account(role))
    assert other.get("/curate/readings/").status_code == 403
    for verb in ("accept", "decline", "undo"):
        assert other.post(f"/curate/readings/{waiting.pk}/{verb}/").status_code == 403


def test_a_reviewer_accepts_and_takes_it_back(waiting: Reading, reviewer: User) -> None:
    ruth = signed_in(reviewer)
    page = ruth.post(f"/curate/readings/{waiting.pk}/accept/", follow=True).content.decode()
    assert "now a clip" in page
    assert "No reading waits for you." in page
    assert Clip.objects.count() == 1
    page = ruth.post(f"/curate/readings/{waiting.pk}/undo/", follow=True).content.decode()
    assert "The reading waits again" in page
    assert not Clip.objects.exists()


def test_a_reviewer_declines_with_a_reason(waiting: Reading, reviewer: User) -> None:
    ruth = signed_in(reviewer)
    address = f"/curate/readings/{waiting.pk}/decline/"
    assert "Say what is wrong" in ruth.post(address, follow=True).content.decode()
    page = ruth.post(address, {"reason": "A door slams."}, follow=True).content.decode()
    assert "Declined: " not in page.split("Decided lately")[0]
    assert "A door slams." in page


def test_the_page_shows_what_the_machine_noticed(waiting: Reading, reviewer: User) -> None:
    found = {"code": "quiet", "severity": "warning", "sentence": "Very quiet.", "value": -40}
    Reading.objects.update(checks=[found])
    assert "Very quiet." in signed_in(reviewer).get("/curate/readings/").content.decode()
