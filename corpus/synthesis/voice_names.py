"""Whether an engine on this machine has a voice, asked before it speaks: some take another one."""

import re
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import resources, util

import numpy as np

from corpus.synthesis.base import SynthesisError
from corpus.synthesis.kokoro import PACKAGE
from corpus.synthesis.program import missing, run
from corpus.synthesis.settings import Kind

NEAR = 3
LISTED = 8
SECONDS = 5.0
_OTHER_LANGUAGE = re.compile(r"\((\S+) \d+\)")


@dataclass(frozen=True, slots=True)
class NameCheck:
    """problem: why the engine does not know the voice; unchecked: why nobody could ask it."""

    problem: str = ""
    unchecked: str = ""


def check_voice_name(kind: str, name: str) -> NameCheck:
    """What an engine of the site says of a voice's name; nothing is said of other kinds."""
    checks = {Kind.ESPEAK: _espeak, Kind.FLITE: _flite, Kind.KOKORO: _kokoro}
    check = checks.get(Kind(kind))
    if check is None:
        return NameCheck()
    try:
        problem = check(name)
    except SynthesisError as error:
        reason = str(error).rstrip(".")
        return NameCheck(
            unchecked=f"Whether there is a voice “{name}” was not checked on this server: {reason}."
        )
    return NameCheck(problem=problem)


def _espeak(name: str) -> str:
    """eSpeak speaks "en-uss" as "en", and without a variant that it does not know.

    What it lists may need a program that is not there, so a listed voice is tried as well.
    """
    _need("espeak-ng")
    base, plus, variant = name.partition("+")
    rows = _lines("--voices")
    languages = [row.split()[1] for row in rows]
    others = [code for row in rows for code in _OTHER_LANGUAGE.findall(row)]
    names = [part for row in rows for part in row.split()[3:5]]
    if base.lower() not in {one.replace("_", " ").lower() for one in (*languages, *others, *names)}:
        return _sentence("eSpeak NG", base, languages)
    try:
        run(["espeak-ng", "-q", "-v", base, "--stdin"], "a", timeout=SECONDS)
    except SynthesisError:
        return f"eSpeak NG lists the voice “{base}” but cannot speak with it on this server."
    variants = [row.split("!v/")[1].split()[0] for row in _lines("--voices=variant")]
    if plus and variant not in variants:
        return _sentence("eSpeak NG", variant, variants, what="variant")
    return ""


def _lines(option: str) -> list[str]:
    return run(["espeak-ng", option], timeout=SECONDS).decode().splitlines()[1:]


def _flite(name: str) -> str:
    _need("flite")
    known = run(["flite", "-lv"], timeout=SECONDS).decode().partition(":")[2].split()
    return "" if name in known else _sentence("Flite", name, known)


def _kokoro(name: str) -> str:
    if util.find_spec(PACKAGE) is None:
        raise SynthesisError("Kokoro is not installed here.")
    with (
        resources.files(PACKAGE).joinpath("data", "voices_ja.npz").open("rb") as file,
        np.load(file) as voices,
    ):
        known = list(voices.files)
    return "" if name in known else _sentence("Kokoro", name, known)


def _need(program: str) -> None:
    if missing(program, program):
        raise SynthesisError(f"{program} is not installed here.")


def _sentence(engine: str, name: str, known: list[str], *, what: str = "voice") -> str:
    by_lower = {one.lower(): one for one in known}
    near = [by_lower[one] for one in get_close_matches(name.lower(), by_lower, NEAR)]
    if near:
        return f"{engine} has no {what} “{name}”. Did you mean {' or '.join(near)}?"
    if len(known) <= LISTED:
        return f"{engine} has no {what} “{name}”, only {', '.join(known)}."
    some = ", ".join(sorted(known)[:LISTED])
    return f"{engine} has no {what} “{name}”. It has {len(known)}, such as {some}."
