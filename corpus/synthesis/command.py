"""Programs that speak, each by a template that the server's administrator has written.

    espeak-ng -v {voice} -w {output} --stdin
    piper --model /srv/piper/{voice}.onnx --output_file {output}

The template is split once, as a shell would, and never sees a shell. ``{voice}`` becomes the name
of the voice, ``{input}`` the path of a file with the text, ``{text}`` the text itself, ``{output}``
the path where the sound is expected. Without ``{text}`` and ``{input}`` the text is given on
standard input, without ``{output}`` the sound is taken from standard output.
"""

import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from corpus.synthesis.base import Refused, SynthesisError, one_line
from corpus.synthesis.redaction import told

SECONDS = 60.0
LARGEST_OUTPUT = 32 * 1024 * 1024  # bytes
LOOK_EVERY_SECONDS = 0.02

_PLACE = re.compile(r"\{(\w*)\}")
_PLACES = ("voice", "text", "input", "output")
# No folders, and nothing that reads as an option.
_VOICE = re.compile(r"[A-Za-z0-9][\w.+-]{0,99}")


class TemplateError(ValueError):
    """A template cannot be used; the sentence says why."""


@dataclass(frozen=True, slots=True)
class CommandTemplate:
    """A program and its arguments, with places to fill in. seconds: how long it may take."""

    name: str
    arguments: tuple[str, ...]
    seconds: float = SECONDS

    def filled(self, values: dict[str, str]) -> list[str]:
        """The command line; values are put in whole, and never read as templates themselves."""
        return [_PLACE.sub(lambda match: values[match[1]], argument) for argument in self.arguments]

    def has(self, place: str) -> bool:
        """Whether the template has this place."""
        return any(f"{{{place}}}" in argument for argument in self.arguments)


def parse_template(name: str, line: str, seconds: float = SECONDS) -> CommandTemplate:
    """Return the template in *line*. Raises TemplateError."""
    try:
        arguments = tuple(shlex.split(line))
    except ValueError as error:
        raise TemplateError(f"The command “{name}” has a quote that never ends.") from error
    if not arguments:
        raise TemplateError(f"The command “{name}” is empty.")
    places = {match for argument in arguments for match in _PLACE.findall(argument)}
    if unknown := sorted(places - set(_PLACES)):
        raise TemplateError(
            f"The command “{name}” has a place {{{unknown[0]}}}; known are "
            f"{', '.join(f'{{{place}}}' for place in _PLACES)}."
        )
    if _PLACE.search(arguments[0]):
        raise TemplateError(f"The command “{name}” has to begin with the name of a program.")
    if _may_become_option(arguments):
        raise TemplateError(
            f"The command “{name}” would take a text that begins with “-” for an option. Write "
            "“-- {text}”, or leave {text} out: the text is then given on standard input."
        )
    if not 0 < seconds <= 300:
        raise TemplateError(f"The command “{name}” may take at most 300 seconds.")
    return CommandTemplate(name, arguments, seconds)


def _may_become_option(arguments: tuple[str, ...]) -> bool:
    """Whether the text stands as an argument of its own, neither after "--" nor after an option."""
    for place, argument in enumerate(arguments):
        if argument.startswith("{text}") and "--" not in arguments[:place]:
            return not arguments[place - 1].startswith("-")
    return False


@dataclass(frozen=True, slots=True)
class Command:
    """One voice of one program."""

    template: CommandTemplate
    voice: str
    largest_output: int = LARGEST_OUTPUT

    @property
    def name(self) -> str:
        """Program and voice."""
        return f"{self.template.name} {self.voice}"

    def version(self) -> str:
        """The template: programs tell their versions in too many ways."""
        return shlex.join(self.template.arguments)

    def available(self) -> str | None:
        """None, or what is missing."""
        if not _VOICE.fullmatch(self.voice):
            return (
                f"“{self.voice}” cannot be a voice of the command {self.template.name}: give it "
                "letters, digits and . + - _ alone."
            )
        if shutil.which(self.template.arguments[0]) is None:
            return f"The program {self.template.arguments[0]} is missing on this machine."
        return None

    def speak(self, text: str) -> bytes:
        """Return what the program makes of *text*.

        Raises:
            Refused: the program is missing, or the voice has a name that it must not have.
            SynthesisError: it failed, took too long, or made nothing or too much.
        """
        if (reason := self.available()) is not None:
            raise Refused(reason)
        line = one_line(text)
        with tempfile.TemporaryDirectory() as folder:
            return self._spoken(line, Path(folder))

    def _spoken(self, line: str, folder: Path) -> bytes:
        script, sound = folder / "text.txt", folder / "sound.wav"
        printed, complaints = folder / "stdout", folder / "stderr"
        script.write_text(f"{line}\n", encoding="utf-8")
        values = {
            "voice": self.voice,
            "text": line,
            "input": str(script),
            "output": str(sound),
        }
        command = self.template.filled(values)
        with script.open("rb") as given, printed.open("wb") as out, complaints.open("wb") as err:
            code = self._run(command, folder, (given.fileno(), out.fileno(), err.fileno()))
        program = self.template.name
        if code != 0:
            said = told(_last_line(complaints), text=line) or f"code {code}"
            raise SynthesisError(f"{program} failed: {said.rstrip('.')}.")
        made = sound if self.template.has("output") else printed
        if not made.exists() or made.stat().st_size == 0:
            raise SynthesisError(f"{program} ended well but made no sound. Is the voice there?")
        return made.read_bytes()

    def _run(self, command: list[str], folder: Path, ends: tuple[int, int, int]) -> int:
        """Run to the end, within the limits of time and of what it may write."""
        try:
            process = subprocess.Popen(
                command,
                stdin=ends[0],
                stdout=ends[1],
                stderr=ends[2],
                cwd=folder,
                env=_environment(),
                start_new_session=True,
            )
        except OSError as error:
            raise Refused(f"The program {command[0]} cannot be started.") from error
        try:
            return self._watch(process, folder)
        finally:
            # Also what the program has left running.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def _watch(self, process: subprocess.Popen[bytes], folder: Path) -> int:
        deadline = time.monotonic() + self.template.seconds
        program = self.template.name
        code: int | None = None
        while code is None:
            with suppress(subprocess.TimeoutExpired):
                code = process.wait(LOOK_EVERY_SECONDS)
            # Looked at from outside: a limit of the process would also forbid shared memory.
            if _size(folder) > self.largest_output:
                most = self.largest_output / 2**20
                raise SynthesisError(f"{program} wrote more than {most:.0f} MB for one text.")
            if code is None and time.monotonic() > deadline:
                raise SynthesisError(
                    f"{program} did not finish in {self.template.seconds:g} seconds. "
                    "Try a shorter text."
                )
        return code


def _environment() -> dict[str, str]:
    """What programs get to know of the server: where programs are, never its secrets."""
    return {
        "PATH": os.pathsep.join(os.get_exec_path()),
        "HOME": str(Path.home()),
        "LANG": "C.UTF-8",
    }


def _size(folder: Path) -> int:
    sizes = []
    for path in folder.rglob("*"):
        with suppress(FileNotFoundError):
            sizes.append(path.lstat().st_size)
    return sum(sizes)


def _last_line(path: Path) -> str:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 2_000))
        lines = file.read().decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else ""
