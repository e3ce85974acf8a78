"""Settings of synthesisers, and what is said of wrong ones."""

from typing import Any

import pytest

from corpus.synthesis.settings import (
    BuiltInSettings,
    CommandSettings,
    Kind,
    SettingsError,
    SpeechApiSettings,
    parse_settings,
)

GOOD = {"base_url": "https://api.example.com/v1/", "model": "say-2"}


def problem(field: str, value: Any) -> str:
    with pytest.raises(SettingsError) as raised:
        parse_settings(Kind.SPEECH_API, {**GOOD, field: value})
    return raised.value.problems[field]


def test_an_endpoint_has_a_host_and_an_address() -> None:
    parsed = parse_settings(Kind.SPEECH_API, GOOD)
    assert isinstance(parsed, SpeechApiSettings)
    assert (parsed.host, parsed.url) == (
        "api.example.com",
        "https://api.example.com/v1/audio/speech",
    )


def test_other_kinds_need_little() -> None:
    assert parse_settings(Kind.COMMAND, {"command": "piper"}) == CommandSettings("piper")
    assert parse_settings(Kind.FLITE, {}) == BuiltInSettings()


@pytest.mark.parametrize(
    "address",
    [
        "http://localhost:8880/v1",
        "http://tts:8000",
        "http://10.0.0.7/v1",
        "http://[::1]:80/v1",
        "http://2130706433",
    ],
)
def test_endpoints_near_by_need_no_tls(address: str) -> None:
    parse_settings(Kind.SPEECH_API, {**GOOD, "base_url": address})


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("", "base address"),
        (None, "base address"),
        ("api.example.com", "base address"),
        ("ftp://example.com", "base address"),
        ("https://exa mple.com", "base address"),
        ("https://example.com:port", "base address"),
        ("http://api.example.com/v1", "Use https"),
        ("https://user:word@example.com", "no password"),
        ("https://example.com/v1?key=1", "no password"),
        ("https://example.com/v1/audio/speech", "Leave"),
        ("http://169.254.169.254/latest", "own configuration"),
        ("http://2852039166", "own configuration"),
        ("http://0xa9fea9fe/", "own configuration"),
        ("http://0251.0376.0251.0376", "own configuration"),
        ("https://[::ffff:169.254.169.254]", "own configuration"),
        ("https://[64:ff9b::a9fe:a9fe]", "own configuration"),
        ("http://[fe80::1]:8000", "own configuration"),
        ("https://[fd00:ec2::254]", "own configuration"),
        ("http://134744072", "Use https"),  # 8.8.8.8
        ("http://[::ffff:8.8.8.8]", "Use https"),
    ],
)
def test_addresses_that_could_not_work_are_refused(address: Any, said: str) -> None:
    assert said in problem("base_url", address)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("model", "", "Name the model"),
        ("response_format", "pcm", "one of wav"),
        ("speed", 9, "between 0.25 and 4.0"),
        ("speed", True, "between 0.25 and 4.0"),
        ("timeout", float("nan"), "between 1 and 300.0"),
        ("key_header", "X: y\r\n", "Name a header"),
        ("extra", [], "JSON object"),
        ("extra", {"input": "x"}, "a field of its own"),
        ("extra", {"options": {"api_key": "x"}}, "looks like a key"),
        ("extra", {"notes": "x" * 5_000}, "4,000 characters"),
    ],
)
def test_each_wrong_field_is_told(field: str, value: Any, said: str) -> None:
    assert said in problem(field, value)


def test_further_fields_are_free() -> None:
    extra = {"max_tokens": 500, "keyword": "x", "options": {"temperature": 0.5}}
    parse_settings(Kind.SPEECH_API, {**GOOD, "extra": extra})


def test_an_unknown_setting_or_kind_is_told() -> None:
    with pytest.raises(SettingsError, match="No setting of this kind: colour"):
        parse_settings(Kind.KOKORO, {"colour": "red"})
    with pytest.raises(SettingsError, match="no synthesiser of the kind"):
        parse_settings("magic", {})
