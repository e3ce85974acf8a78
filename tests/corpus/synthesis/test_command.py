"""Programs by template: real ones, and ones that misbehave."""

import sys
import time
from pathlib import Path

import pytest

from corpus.audio.decoding import decode
from corpus.synthesis.base import Refused, SynthesisError
from corpus.synthesis.command import Command, TemplateError, parse_template

TEXT = "Your parcel is waiting behind the green door."
PYTHON = sys.executable


def command(line: str, voice: str = "en-us", *, seconds: float = 30.0) -> Command:
    return Command(parse_template("program", line, seconds), voice)


def python(code: str, *, seconds: float = 30.0, largest_output: int = 2**20) -> Command:
    """A program that is written in Python."""
    template = parse_template("program", f"{PYTHON} -c '{code}'", seconds)
    return Command(template, "anna", largest_output)


@pytest.mark.parametrize(
    ("line", "voice"),
    [
        ("espeak-ng -v {voice} -w {output} --stdin", "en-us+f2"),
        ("espeak-ng -v {voice} -w {output} -- {text}", "en-us+f2"),
        ("espeak-ng -v {voice} --stdout --stdin", "en-us+f2"),
        ("espeak-ng -v {voice} -f {input} --stdout", "en-us+f2"),
        ("flite -voice {voice} -f {input} -o {output}", "slt"),
    ],
)
def test_programs_get_the_text_and_give_the_sound_in_any_way(line: str, voice: str) -> None:
    assert 1.0 < decode(command(line, voice).speak(TEXT)).duration < 6.0


@pytest.mark.parametrize("text", ["--help", "-w /tmp/x", "$(touch pwned)", "{voice} {output}"])
def test_text_is_only_ever_spoken(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    sound = command("espeak-ng -v {voice} -w {output} -- {text}").speak(text)
    assert decode(sound).duration > 0.2
    assert not list(tmp_path.iterdir())


def test_a_program_that_fails_is_quoted_without_the_text() -> None:
    speaker = python('import sys; sys.exit(f"no: {sys.stdin.read()}")')
    with pytest.raises(SynthesisError, match=r"program failed: no: \[text\]\.$"):
        speaker.speak(TEXT)


def test_a_program_that_hangs_is_ended_with_all_that_it_began(tmp_path: Path) -> None:
    late = tmp_path / "late"
    script = tmp_path / "program.sh"
    script.write_text(f"(sleep 1; touch {late}) & sleep 60\n")
    begun = time.monotonic()
    with pytest.raises(SynthesisError, match=r"did not finish in 0\.3 seconds"):
        command(f"sh {script}", seconds=0.3).speak(TEXT)
    assert time.monotonic() - begun < 1.0
    time.sleep(1.2 - (time.monotonic() - begun))
    assert not late.exists()


def test_a_program_that_makes_nothing_is_told() -> None:
    with pytest.raises(SynthesisError, match="made no sound"):
        command("true").speak(TEXT)
    with pytest.raises(SynthesisError, match="made no sound"):
        command("echo {output}").speak(TEXT)


@pytest.mark.parametrize(
    "code",
    [
        'import sys; sys.stdout.write("x" * 5_000_000)',
        'import sys, time; sys.stdout.write("x" * 5_000_000); sys.stdout.flush(); time.sleep(60)',
        'open("a", "w").write("x" * 900_000); open("b", "w").write("x" * 900_000)',
    ],
)
def test_a_program_that_writes_without_end_is_ended(code: str) -> None:
    with pytest.raises(SynthesisError, match="wrote more than 1 MB"):
        python(code).speak(TEXT)


def test_programs_see_no_secret_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EARSHOT_SPEECH_KEY_X", "example.org sk-hidden")
    speaker = python("import os; print(sorted(os.environ))")
    assert b"EARSHOT" not in speaker.speak(TEXT)


def test_a_missing_program_is_named() -> None:
    with pytest.raises(Refused, match="no-such-program is missing"):
        command("no-such-program {voice}").speak(TEXT)


@pytest.mark.parametrize("voice", ["-w/etc/passwd", "../x", "http://x/y", "a b", ""])
def test_voices_are_plain_names(voice: str) -> None:
    with pytest.raises(Refused, match="cannot be a voice"):
        command("espeak-ng -v {voice} --stdin --stdout", voice).speak(TEXT)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("", "is empty"),
        ("espeak-ng 'x", "never ends"),
        ("espeak-ng -v {speaker}", "{speaker}"),
        ("{voice} --stdin", "begin with the name"),
        ("espeak-ng -v {voice} en {text}", "for an option"),
    ],
)
def test_templates_that_could_not_work_are_refused(line: str, problem: str) -> None:
    with pytest.raises(TemplateError, match=problem):
        parse_template("program", line)
