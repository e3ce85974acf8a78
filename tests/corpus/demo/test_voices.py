import re
from pathlib import Path

import pytest

from corpus.audio.decoding import decode
from corpus.audio.rendition import prepare
from corpus.demo.voices import DemoSystem, demo_systems, missing

SYSTEMS = demo_systems(Path("model"))


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
def test_machines_have_a_female_and_a_male_voice_and_the_human_a_female_reader(
    system: DemoSystem,
) -> None:
    genders = [voice.gender for voice in system.voices]

    assert genders == (["female"] if system.kind == "human" else ["female", "male"])


def test_only_the_human_anchor_has_nothing_that_synthesises() -> None:
    for system in SYSTEMS:
        silent = [voice for voice in system.voices if voice.synthesizer is None]
        assert bool(silent) == (system.kind == "human")


def test_every_system_says_whose_it_is() -> None:
    for system in SYSTEMS:
        assert system.provider
        assert system.licence
        assert system.homepage.startswith("http")
        assert all(voice.reason for voice in system.voices)


def test_the_version_named_is_the_version_installed() -> None:
    versions = {system.name: system.version for system in SYSTEMS}

    assert re.fullmatch(r"2\.\d+", versions["Flite"])
    assert re.fullmatch(r"1\.\d+(\.\d+)?", versions["eSpeak NG"])
    assert versions["Kokoro"] == "82M"


def test_systems_can_be_listed_where_nothing_is_installed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    assert {system.version for system in demo_systems(tmp_path)} == {"82M", ""}


def test_nothing_is_missing_here() -> None:
    assert missing(SYSTEMS) == {}


def test_what_is_missing_is_named_by_system(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    reasons = missing(SYSTEMS)

    assert "apt-get install flite" in reasons["Flite"]
    assert set(reasons) == {"Kokoro", "Flite", "eSpeak NG"}


@pytest.mark.parametrize(
    "voice",
    [
        voice.synthesizer
        for system in SYSTEMS
        for voice in system.voices
        if voice.synthesizer and system.name != "Kokoro"
    ],
    ids=lambda voice: voice.name,
)
def test_a_voice_speaks(voice: object) -> None:
    assert hasattr(voice, "speak")
    assert prepare(decode(voice.speak("Please hold the line."))).duration > 1
