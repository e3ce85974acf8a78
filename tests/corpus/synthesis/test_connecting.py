"""What a name stands for is looked at when it is connected to, not before."""

import socket
from collections.abc import Iterator
from typing import Any

import pytest

from corpus.synthesis.base import Refused, TryAgain
from corpus.synthesis.settings import SpeechApiSettings
from corpus.synthesis.speech_api import SpeechApi
from tests.speech_server import KEY, Reply, SpeechServer, speech_server


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[SpeechServer]:
    """An endpoint that answers with sound, reached without any proxy."""
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with speech_server() as running:
        running.answer_to = lambda _: Reply(body=b"RIFF", content_type="audio/wav")
        yield running


def means(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Let every name stand for these addresses; addresses stand for themselves."""
    resolve = socket.getaddrinfo

    def answer(host: Any, port: Any, *args: Any, **kwargs: Any) -> list[Any]:
        named = addresses if host == "tts.internal" else [host]
        return [end for each in named for end in resolve(each, port, *args, **kwargs)]

    monkeypatch.setattr(socket, "getaddrinfo", answer)


def at(server: SpeechServer, scheme: str = "http") -> SpeechApi:
    port = server.server_address[1]
    settings = SpeechApiSettings(f"{scheme}://tts.internal:{port}/v1", "formant-1", timeout=5.0)
    return SpeechApi(settings, "en", KEY)


def test_a_name_of_a_server_near_by_is_spoken_to_under_its_name(
    server: SpeechServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    means(monkeypatch, "127.0.0.1")
    assert at(server).speak("Hello.") == b"RIFF"
    assert server.asked[0]["headers"]["Host"] == f"tts.internal:{server.server_address[1]}"


def test_the_next_address_is_tried_where_one_is_silent(
    server: SpeechServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    means(monkeypatch, "::1", "127.0.0.1")  # the endpoint listens on the second alone
    assert at(server).speak("Hello.") == b"RIFF"


@pytest.mark.parametrize(
    "address",
    ["169.254.169.254", "fe80::1", "::ffff:169.254.169.254", "fd00:ec2::254", "224.0.0.1"],
)
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_name_that_leads_to_a_machines_configuration_is_sent_nothing(
    server: SpeechServer, monkeypatch: pytest.MonkeyPatch, address: str, scheme: str
) -> None:
    means(monkeypatch, "127.0.0.1", address)
    with pytest.raises(Refused, match="own configuration"):
        at(server, scheme).speak("Hello.")
    assert not server.asked


def test_a_name_that_leads_to_the_world_needs_https(
    server: SpeechServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    means(monkeypatch, "8.8.8.8")
    with pytest.raises(Refused, match="https"):
        at(server).speak("Hello.")


def test_a_name_that_nobody_knows_may_be_known_later(
    server: SpeechServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    with pytest.raises(TryAgain, match="cannot be reached"):
        at(server).speak("Hello.")


def test_a_proxy_of_the_environment_is_used(
    server: SpeechServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", f"http://{server.host}")
    means(monkeypatch, "10.0.0.7")
    assert at(server).speak("Hello.") == b"RIFF"
    assert server.asked[0]["path"].startswith("http://tts.internal:")
