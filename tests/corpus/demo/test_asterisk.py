"""The real list and recordings of Debian's packages, and lists written for one case each."""

import gzip
import re
from pathlib import Path

import pytest

from corpus.audio.decoding import decode
from corpus.audio.rendition import prepare
from corpus.demo import asterisk
from corpus.demo.asterisk import FEWEST_WORDS, MOST_WORDS, Reading, readings
from corpus.demo.choosing import choose, naturalness

COPYRIGHT = Path("/usr/share/doc/asterisk-core-sounds-en/copyright")


@pytest.fixture(scope="module")
def real() -> list[Reading]:
    return list(readings())


def listed(folder: Path, *lines: str, seconds: float = 4.0) -> list[str]:
    """The texts that survive of *lines*, each with a recording of *seconds*."""
    texts = folder / "texts.gz"
    texts.write_bytes(gzip.compress("\n".join(lines).encode()))
    for line in lines:
        recording = folder / f"{line.partition(':')[0]}.g722"
        recording.parent.mkdir(parents=True, exist_ok=True)
        recording.write_bytes(bytes(round(seconds * 8_000)))
    return [reading.text for reading in readings(texts, folder)]


def test_the_packages_are_there() -> None:
    assert asterisk.missing() is None


def test_enough_prompts_survive(real: list[Reading]) -> None:
    assert len(real) >= 24


def test_every_prompt_is_plain_speech_of_fitting_length(real: list[Reading]) -> None:
    for reading in real:
        assert FEWEST_WORDS <= len(re.findall(r"[\w'-]+", reading.text)) <= MOST_WORDS
        assert re.fullmatch(r"[A-Z][A-Za-z ,.;?!'-]*[.?!]", reading.text), reading


def test_no_prompt_comes_twice(real: list[Reading]) -> None:
    texts = [re.sub(r"\W+", " ", reading.text.lower()) for reading in real]

    assert len(set(texts)) == len(texts)
    assert len({reading.prompt_id for reading in real}) == len(real)


def test_every_chosen_recording_makes_a_rendition(real: list[Reading]) -> None:
    for reading in choose(real, 12):
        clip = prepare(decode(reading.recording, container="g722"))
        assert 1 < len(reading.text.split()) / clip.duration < 5


def test_a_known_prompt_is_read_as_it_is_spoken(real: list[Reading]) -> None:
    texts = {reading.prompt_id: reading.text for reading in real}

    assert texts["vm-delete"] == "Press seven to delete this message."
    assert texts["dictate/both_help"].startswith("Press star to toggle pause, press pound")
    assert "all of our representatives" in texts["queue-periodic-announce"].lower()


def test_reader_and_licence_are_those_of_the_package() -> None:
    notice = COPYRIGHT.read_text()

    assert asterisk.READER in notice
    assert asterisk.LICENCE.replace(" ", "-") in notice
    assert asterisk.READER in asterisk.CREDIT
    assert asterisk.LICENCE in asterisk.CREDIT


@pytest.mark.parametrize(
    "line",
    [
        "; comment: please hold the line for an agent",
        "beep: [this is a simple beep tone]",
        "vm-intro: Please leave your message after the tone. (simple tone sound plays)",
        "vm-savemessage: or 9 to save this message now",
        "dir-last: ... letters of your party's last name.",
        "priv-callpending: I have a caller waiting, who introduces themselves as:",
        "demo-thanks: Goodbye. Thank you for trying out the Open Source PBX.",
        "demo-moreinfo: For more information, please visit www.example.org today.",
        "goodbye: Thank you and goodbye now.",
        "long: " + "please hold the line " * 11,
    ],
)
def test_what_is_no_whole_plain_sentence_is_left_out(tmp_path: Path, line: str) -> None:
    assert listed(tmp_path, line, seconds=6) == []


def test_a_sentence_said_twice_is_taken_once(tmp_path: Path) -> None:
    lines = "a: please try your call again later", "b: Please try your call again, later."

    assert listed(tmp_path, *lines) == ["Please try your call again later."]


@pytest.mark.parametrize("seconds", [1.0, 8.0])
def test_a_recording_that_cannot_hold_the_text_is_left_out(tmp_path: Path, seconds: float) -> None:
    assert listed(tmp_path, "a: Please try your call again later.", seconds=seconds) == []


def test_a_prompt_without_recording_is_left_out(tmp_path: Path) -> None:
    texts = tmp_path / "texts.gz"
    texts.write_bytes(gzip.compress(b"a: Please try your call again later."))

    assert list(readings(texts, tmp_path)) == []


def test_the_choice_is_of_different_sentences_to_somebody(real: list[Reading]) -> None:
    chosen = choose(real, 24)

    assert len(set(chosen)) == 24
    assert chosen == choose(real, 30)[:24]
    mean = sum(naturalness(reading.text) for reading in real) / len(real)
    assert sum(naturalness(reading.text) for reading in chosen) / 24 > mean


def test_fewer_are_chosen_where_there_are_fewer(real: list[Reading]) -> None:
    assert len(choose(real[:3], 24)) == 3


def test_an_agent_sounds_more_natural_than_a_menu() -> None:
    agent = "I'm sorry, but I was unable to locate the person you are calling."

    assert naturalness(agent) > naturalness("Press star for help or pound to exit.")
