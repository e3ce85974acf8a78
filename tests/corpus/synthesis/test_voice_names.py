"""Names of voices, as the engines of this machine know them."""

import pytest

from corpus.synthesis.settings import Kind
from corpus.synthesis.voice_names import check_voice_name


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (Kind.ESPEAK, "en-us"),
        (Kind.ESPEAK, "en"),
        (Kind.ESPEAK, "en-us+f3"),
        (Kind.FLITE, "slt"),
        (Kind.SPEECH_API, "whatever"),
        (Kind.COMMAND, "whatever"),
    ],
)
def test_voices_that_are_there_pass(kind: Kind, name: str) -> None:
    check = check_voice_name(kind, name)
    assert (check.problem, check.unchecked) == ("", "")


@pytest.mark.parametrize(
    ("kind", "name", "said"),
    [
        (Kind.ESPEAK, "en-uss", "en-us"),
        (Kind.ESPEAK, "", "no voice"),
        (Kind.ESPEAK, "en-us+f33", "variant “f33”. Did you mean f3"),
        (Kind.ESPEAK, "quixotic", "such as"),
        (Kind.FLITE, "sltt", "Did you mean slt?"),
        (Kind.FLITE, "quixotic", "only kal"),
    ],
)
def test_unknown_voices_are_told_with_near_ones(kind: Kind, name: str, said: str) -> None:
    assert said in check_voice_name(kind, name).problem


@pytest.mark.parametrize("kind", [Kind.ESPEAK, Kind.FLITE])
def test_without_the_engine_it_says_that_nobody_checked(
    monkeypatch: pytest.MonkeyPatch, kind: Kind
) -> None:
    monkeypatch.setenv("PATH", "")
    check = check_voice_name(kind, "slt")
    assert check.problem == ""
    assert "was not checked on this server" in check.unchecked


def test_without_kokoro_it_says_so_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("corpus.synthesis.voice_names.PACKAGE", "no_such_package")
    assert "not installed" in check_voice_name(Kind.KOKORO, "jf_alpha").unchecked
