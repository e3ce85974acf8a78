"""Which prompt and which voice the path of a file names.

The rule, as the upload page states it: the file's name is the external id of a prompt; ``.female``
or ``.male`` before its ending, or a folder of that name, says which voice of a system; a folder
with a system's short name or name, or a voice's name, says whose. What the path leaves open, the
choice made for the whole upload fills in; where the two contradict each other, nothing is guessed.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches

from corpus.archives.names import parts_of

GENDERS = ("female", "male")
_ENDING = re.compile(r"\.[A-Za-z0-9]{1,5}$")
_GENDER = re.compile(r"[._-](female|male)$", re.IGNORECASE)
_NOISE = re.compile(r"[^a-z0-9]+|(?<![0-9])0+(?=[0-9])")
_COMPARED = 2_000
_ALIKE = 0.75


@dataclass(frozen=True, slots=True)
class Speaker:
    """A voice that a path can name. key: the caller's own; system: short name."""

    key: int
    system: str
    system_name: str
    voice: str
    gender: str


@dataclass(frozen=True, slots=True)
class Match:
    """What a path names: an external id and a voice's key, or ``None`` and why."""

    prompt: str | None
    voice: int | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen for a whole upload; empty where the names are to say it."""

    system: str = ""
    gender: str = ""


class Naming:
    """The rule with the prompts and voices that there are."""

    def __init__(
        self,
        external_ids: Iterable[str],
        speakers: Sequence[Speaker],
        choice: Choice | None = None,
    ) -> None:
        self._ids = frozenset(external_ids)
        self._folded = _unambiguous(self._ids)
        self._speakers = speakers
        self._choice = choice or Choice()

    def match(self, path: str) -> Match:
        """What the path of a file names."""
        *folders, name = parts_of(path) or [""]
        prompt, suffix = self._prompt(name)
        voice, problem = self._voice([folder.casefold() for folder in folders], suffix)
        if prompt is None:
            missing = f"No prompt of this corpus is called “{bare(name)}”."
            problem = f"{missing} {problem}".strip()
        return Match(prompt, voice, problem)

    def _prompt(self, name: str) -> tuple[str | None, str]:
        """The external id that a file's name is, and the gender that its end says."""
        stem = _ENDING.sub("", name)
        for whole in (stem, name):
            if (found := self._known(whole)) is not None:
                return found, ""
        gender = _GENDER.search(stem)
        if gender is None:
            return None, ""
        return self._known(stem[: gender.start()]), gender[1].lower()

    def _known(self, name: str) -> str | None:
        return name if name in self._ids else self._folded.get(name.casefold())

    def _voice(self, folders: Sequence[str], suffix: str) -> tuple[int | None, str]:
        genders, problem = self._genders({*folders, suffix} & {*GENDERS})
        if problem:
            return None, problem
        named = {s.system: s.system_name for s in self._speakers if _names(s) & {*folders}}
        if self._choice.system and named and self._choice.system not in named:
            return None, f"Its folder says {min(named.values())}, but another system is chosen."
        systems = {self._choice.system} if self._choice.system else {*named}
        pool = [s for s in self._speakers if not systems or s.system in systems]
        left = [s for s in pool if not genders or s.gender in genders]
        left = [s for s in left if s.voice.casefold() in folders] or left
        if len(left) == 1:
            return left[0].key, ""
        if not left:
            return None, f"The system has no {' or '.join(genders) or 'current'} voice."
        if not systems and len({s.system for s in left}) > 1:
            return None, "No folder of its path names a system, and none is chosen."
        return None, "Neither its name nor a folder says female or male, and none is chosen."

    def _genders(self, said: set[str]) -> tuple[set[str], str]:
        """What path and choice allow, or why they exclude each other."""
        if len(said) > 1:
            return said, "Its path says both female and male."
        chosen = {self._choice.gender} - {""}
        if said and chosen and said != chosen:
            return said, f"Its path says {min(said)}, but {min(chosen)} is chosen."
        return said | chosen, ""


def bare(name: str) -> str:
    """A file's name without folders, ending and gender: the external id that it seems to mean."""
    stem = _ENDING.sub("", (parts_of(name) or [""])[-1])
    return _GENDER.sub("", stem)


def nearest(path: str, external_ids: Sequence[str]) -> str:
    """The external id that a wrong name most likely means; empty if none or several are like it."""
    meant = bare(path)
    key = _key(meant)
    equal = [known for known in external_ids if _key(known) == key]
    if len(equal) == 1:
        return equal[0]
    first, second = [*get_close_matches(meant, external_ids[:_COMPARED], 2, _ALIKE), "", ""][:2]
    return first if _likeness(first, meant) > _likeness(second, meant) else ""


def _likeness(name: str, meant: str) -> float:
    return SequenceMatcher(None, name, meant).ratio() if name else 0.0


def _names(speaker: Speaker) -> set[str]:
    return {speaker.system.casefold(), speaker.system_name.casefold()}


def _unambiguous(names: Iterable[str]) -> dict[str, str]:
    """Names by their form without case, where only one has it."""
    names = list(names)
    counts = Counter(name.casefold() for name in names)
    return {name.casefold(): name for name in names if counts[name.casefold()] == 1}


def _key(name: str) -> str:
    """A name without case, punctuation and leading zeros."""
    return _NOISE.sub("", name.casefold())
