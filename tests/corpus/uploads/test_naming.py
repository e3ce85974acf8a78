"""Which clip a file is meant to be, told by its name."""

import pytest

from corpus.uploads.naming import Choice, Match, Naming, Speaker, nearest

IDS = ("casual-001", "casual-002", "v1.2", "Upper", "solo.female", "AB", "ab")
ZORBLAT_F, ZORBLAT_M, VEXLEY_F = 1, 2, 3
SPEAKERS = (
    Speaker(ZORBLAT_F, "zorblat", "Zorblat Speech", "Ava", "female"),
    Speaker(ZORBLAT_M, "zorblat", "Zorblat Speech", "Ben", "male"),
    Speaker(VEXLEY_F, "vexley", "Vexley", "Cleo", "female"),
)


def match(path: str, system: str = "", gender: str = "") -> Match:
    return Naming(IDS, SPEAKERS, Choice(system, gender)).match(path)


@pytest.mark.parametrize(
    ("path", "voice"),
    [
        ("zorblat/female/casual-001.wav", ZORBLAT_F),
        ("zorblat/casual-001.male.wav", ZORBLAT_M),
        ("zorblat/casual-001_male.flac", ZORBLAT_M),
        ("Zorblat Speech/Female/CASUAL-001.WAV", ZORBLAT_F),
        ("clips/2026/zorblat/Ben/casual-001.wav", ZORBLAT_M),
        ("Ava/casual-001.wav", ZORBLAT_F),
        ("vexley/casual-001.wav", VEXLEY_F),
        ("zorblat\\female\\casual-001.wav", ZORBLAT_F),
        ("male/casual-001.wav", ZORBLAT_M),
    ],
)
def test_the_path_says_prompt_and_voice(path: str, voice: int) -> None:
    assert match(path) == Match("casual-001", voice)


def test_a_choice_fills_in_what_the_name_leaves_open() -> None:
    assert match("casual-001.wav", "zorblat", "male") == Match("casual-001", ZORBLAT_M)
    assert match("casual-001.female.wav", "zorblat") == Match("casual-001", ZORBLAT_F)


@pytest.mark.parametrize(
    ("path", "external_id"),
    [
        ("v1.2.wav", "v1.2"),
        ("v1.2", "v1.2"),
        ("upper.mp3", "Upper"),
        ("solo.female.wav", "solo.female"),
        ("AB.wav", "AB"),
        ("casual-002", "casual-002"),
    ],
)
def test_external_ids_may_look_like_anything(path: str, external_id: str) -> None:
    assert match(path, "vexley", "female") == Match(external_id, VEXLEY_F)


def test_two_ids_that_differ_by_case_are_not_guessed() -> None:
    assert match("aB.wav", "vexley").prompt is None


@pytest.mark.parametrize(
    ("path", "system", "gender", "problem"),
    [
        ("casual-001.wav", "", "", "names a system"),
        ("casual-001.wav", "zorblat", "", "female or male"),
        ("zorblat/female/casual-001.male.wav", "", "", "both female and male"),
        ("casual-001.male.wav", "zorblat", "female", "says male, but female is chosen"),
        ("vexley/casual-001.wav", "zorblat", "female", "Vexley, but another system is chosen"),
        ("casual-001.male.wav", "vexley", "", "no male voice"),
    ],
)
def test_what_stays_open_or_contradicts_itself_is_told(
    path: str, system: str, gender: str, problem: str
) -> None:
    found = match(path, system, gender)
    assert (found.prompt, found.voice) == ("casual-001", None)
    assert problem in found.problem


def test_a_name_that_no_prompt_has_is_told_with_the_voice_that_it_has() -> None:
    found = match("zorblat/female/casual-003.wav")
    assert (found.prompt, found.voice) == (None, ZORBLAT_F)
    assert found.problem == "No prompt of this corpus is called “casual-003”."


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("Casual_1.wav", "casual-001"),
        ("a/casual 0002.female.wav", "casual-002"),
        ("casual-02x.wav", "casual-002"),
        ("casual-00.wav", ""),
        ("something else entirely.wav", ""),
        ("", ""),
    ],
)
def test_the_likeliest_meaning_of_a_wrong_name_is_offered(path: str, meant: str) -> None:
    assert nearest(path, IDS) == meant
