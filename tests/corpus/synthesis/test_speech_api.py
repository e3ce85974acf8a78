"""A real endpoint on this machine, and everything that can go wrong with one."""

import email.utils
import logging
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from corpus.audio.decoding import decode
from corpus.synthesis.base import Refused, SynthesisError, TryAgain
from corpus.synthesis.settings import SpeechApiSettings
from corpus.synthesis.speech_api import SpeechApi
from tests.speech_server import KEY, Reply, SpeechServer, error, speech_server

TEXT = "Your parcel is waiting behind the green door."


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[SpeechServer]:
    """An endpoint, reached without any proxy."""
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with speech_server() as running:
        yield running


@pytest.fixture
def endpoint(server: SpeechServer) -> SpeechApi:
    """One voice behind the endpoint."""
    settings = SpeechApiSettings(base_url=server.base_url, model="formant-1", timeout=10.0)
    return SpeechApi(settings, "en-us+f2", KEY)


def test_a_text_is_spoken(endpoint: SpeechApi) -> None:
    assert 1.0 < decode(endpoint.speak(TEXT)).duration < 6.0


def test_the_request_is_the_one_that_servers_know(
    endpoint: SpeechApi, server: SpeechServer
) -> None:
    settings = replace(endpoint.settings, speed=1.5, extra={"instructions": "Speak plainly."})
    replace(endpoint, settings=settings).speak(TEXT)
    request = server.asked[0]
    assert request.pop("headers")["Authorization"] == f"Bearer {KEY}"
    assert request == {
        "path": "/v1/audio/speech",
        "model": "formant-1",
        "voice": "en-us+f2",
        "input": TEXT,
        "response_format": "wav",
        "speed": 1.5,
        "instructions": "Speak plainly.",
    }


def test_a_key_may_go_in_another_header(endpoint: SpeechApi, server: SpeechServer) -> None:
    server.replies.append(Reply(body=b"RIFF", content_type="audio/wav"))
    settings = replace(endpoint.settings, key_header="api-key")
    replace(endpoint, settings=settings).speak(TEXT)
    sent = server.asked[0]["headers"]
    assert (sent["api-key"], "Authorization" in sent) == (KEY, False)


def test_too_many_requests_say_how_long_to_wait(endpoint: SpeechApi, server: SpeechServer) -> None:
    server.replies.append(error(429, "Slow down.", headers={"Retry-After": "7"}))
    with pytest.raises(TryAgain, match=r"asked too often \(429\): Slow down\.") as raised:
        endpoint.speak(TEXT)
    assert raised.value.seconds == 7


def test_the_time_to_wait_may_be_a_date(endpoint: SpeechApi, server: SpeechServer) -> None:
    then = email.utils.formatdate(time.time() + 60, usegmt=True)
    server.replies.append(error(503, "Busy.", headers={"Retry-After": then}))
    with pytest.raises(TryAgain) as raised:
        endpoint.speak(TEXT)
    assert 50 < (raised.value.seconds or 0) <= 60


@pytest.mark.parametrize("header", ["soon", "", "-5"])
def test_a_time_to_wait_that_makes_no_sense_is_passed_over(
    endpoint: SpeechApi, server: SpeechServer, header: str
) -> None:
    server.replies.append(error(429, "Slow down.", headers={"Retry-After": header}))
    with pytest.raises(TryAgain) as raised:
        endpoint.speak(TEXT)
    assert not raised.value.seconds


@pytest.mark.parametrize("status", [500, 502, 503, 504])
def test_an_error_of_the_server_may_pass(
    endpoint: SpeechApi, server: SpeechServer, status: int
) -> None:
    server.replies.append(Reply(status, b"<h1>Oops</h1>", "text/html"))
    with pytest.raises(TryAgain, match=rf"failed \({status}\)\.$"):
        endpoint.speak(TEXT)


@pytest.mark.parametrize("status", [401, 402, 403, 404, 405, 301])
def test_what_would_befall_every_text_is_told_apart(
    endpoint: SpeechApi, server: SpeechServer, status: int
) -> None:
    server.replies.append(error(status, "No.", headers={"Location": "http://example.org/"}))
    with pytest.raises(Refused):
        endpoint.speak(TEXT)
    assert len(server.asked) == 1


def test_a_quota_that_is_used_up_is_no_crowd(endpoint: SpeechApi, server: SpeechServer) -> None:
    server.replies.append(error(429, "You exceeded your quota.", code="insufficient_quota"))
    with pytest.raises(Refused, match="exceeded your quota"):
        endpoint.speak(TEXT)


@pytest.mark.parametrize("body", [b"[" * 16_000, b'{"a":' * 3_000, b"\xff\xfe", b"[[]]", b""])
def test_an_error_in_no_form_that_is_known_is_told_without_its_words(
    endpoint: SpeechApi, server: SpeechServer, body: bytes
) -> None:
    server.replies.append(Reply(400, body))
    with pytest.raises(SynthesisError, match=r"did not take this text \(400\)\.$"):
        endpoint.speak(TEXT)


@pytest.mark.parametrize("status", [400, 413, 422])
def test_a_text_that_is_not_taken_is_not_tried_again(
    endpoint: SpeechApi, server: SpeechServer, status: int
) -> None:
    server.replies.append(error(status, "Too long."))
    with pytest.raises(SynthesisError, match=r"did not take this text .*: Too long\.") as raised:
        endpoint.speak(TEXT)
    assert type(raised.value) is SynthesisError


def test_an_endpoint_that_hangs_is_left(endpoint: SpeechApi, server: SpeechServer) -> None:
    server.replies.append(Reply(hang=1.0))
    settings = replace(endpoint.settings, timeout=0.2)
    with pytest.raises(TryAgain, match=r"did not answer in 0\.2 seconds"):
        replace(endpoint, settings=settings).speak(TEXT)


def test_a_page_is_no_audio(endpoint: SpeechApi, server: SpeechServer) -> None:
    server.replies.append(Reply(body=b"<html>Welcome</html>", content_type="text/html; q=1"))
    with pytest.raises(SynthesisError, match="answered with text/html instead of audio"):
        endpoint.speak(TEXT)


def test_an_answer_without_end_is_cut_off(endpoint: SpeechApi, server: SpeechServer) -> None:
    server.replies.append(Reply(body=bytes(3 * 2**20), content_type="audio/wav"))
    with pytest.raises(SynthesisError, match="more than 1 MB"):
        replace(endpoint, largest_answer=2**20).speak(TEXT)


def test_an_empty_answer_may_pass(endpoint: SpeechApi, server: SpeechServer) -> None:
    server.replies.append(Reply(content_type="audio/wav"))
    with pytest.raises(TryAgain, match="answered with nothing"):
        endpoint.speak(TEXT)


def test_a_server_that_is_down_may_come_back() -> None:
    with speech_server() as gone:
        settings = SpeechApiSettings(base_url=gone.base_url, model="formant-1")
    with pytest.raises(TryAgain, match="cannot be reached"):
        SpeechApi(settings, "en-us", KEY).speak(TEXT)


def test_errors_quote_neither_the_key_nor_the_text(
    endpoint: SpeechApi, server: SpeechServer
) -> None:
    server.replies.append(error(401, f"Wrong key {KEY[:9]}***{KEY[-6:]} for “{TEXT}” in en-us."))
    with pytest.raises(Refused) as raised:
        endpoint.speak(TEXT)
    said = str(raised.value)
    assert "Wrong key [key] for “[text].” in en-us" in said
    assert KEY[:9] not in said
    assert "parcel" not in said


def test_a_list_of_findings_is_quoted_without_what_was_sent(
    endpoint: SpeechApi, server: SpeechServer
) -> None:
    body = b'{"detail": [{"msg": "Field required", "input": {"input": "Your parcel"}}]}'
    server.replies.append(Reply(422, body))
    with pytest.raises(SynthesisError, match=r"\(422\): Field required\.$"):
        endpoint.speak(TEXT)


def test_no_log_holds_the_key_or_the_text(
    endpoint: SpeechApi, server: SpeechServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server.replies.append(error(401, f"Wrong key {KEY}."))
    with pytest.raises(Refused):
        endpoint.speak(TEXT)
    endpoint.speak(TEXT)
    assert caplog.text
    assert KEY not in caplog.text
    assert "parcel" not in caplog.text
    assert KEY not in repr(endpoint)
