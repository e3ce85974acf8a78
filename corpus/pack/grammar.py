"""Templates that name other templates, and the sentences that they make."""

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).with_name("grammar")
COMMON = "common"
PATTERN, CORE = "pattern", "core"

_PLACE = re.compile(r"\{(\w+)\}")
_BEGINNING = re.compile(r"(?:^|(?<=[.!?] ))[a-z]")
# Words that begin with a vowel's letter but not with its sound.
_ARTICLE = re.compile(r"\b([Aa]) (?=[aeiou])(?!uku|uni|use|eu|one\b)")

Lines = tuple[str, ...]
Sections = Mapping[str, Lines]


class GrammarError(ValueError):
    """A file of templates is not in order; the sentence says where."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """The templates of one register. by_topic: those of a topic, which come before all others."""

    register: str
    sections: Sections
    by_topic: Mapping[str, Sections]

    @property
    def topics(self) -> tuple[str, ...]:
        """What can be talked about, in the order of the file."""
        return tuple(topic for topic, sections in self.by_topic.items() if CORE in sections)

    def speak(self, topic: str, chance: random.Random) -> str:
        """One prompt on *topic*; the same word is used twice only where there is no other."""
        used: set[str] = set()
        return _tidy(self._filled(f"{{{PATTERN}}}", topic, chance, used))

    def _filled(self, template: str, topic: str, chance: random.Random, used: set[str]) -> str:
        def fill(match: re.Match[str]) -> str:
            known = self.lines(match[1], topic)
            line = chance.choice([one for one in known if one not in used] or list(known))
            used.add(line)
            return self._filled(line, topic, chance, used)

        return _PLACE.sub(fill, template)

    def lines(self, name: str, topic: str) -> tuple[str, ...]:
        """The templates that may stand for a name. Raises GrammarError for an unknown one."""
        lines = self.by_topic.get(topic, {}).get(name) or self.sections.get(name)
        if not lines:
            raise GrammarError(f"{self.register}: there is no section “{name}” for {topic}.")
        return lines


def load_grammar(register: str, folder: Path = FOLDER) -> Grammar:
    """Read the templates of a register, by its slug. Raises GrammarError."""
    common, _ = _sections(folder / f"{COMMON}.txt")
    own, by_topic = _sections(folder / f"{register}.txt")
    grammar = Grammar(register, {**common, **own}, by_topic)
    for topic in grammar.topics:
        _check(grammar, topic)
    return grammar


def registers(folder: Path = FOLDER) -> tuple[str, ...]:
    """Slugs of the registers that have templates."""
    return tuple(sorted(path.stem for path in folder.glob("*.txt") if path.stem != COMMON))


def _sections(
    path: Path,
) -> tuple[dict[str, tuple[str, ...]], dict[str, dict[str, tuple[str, ...]]]]:
    """Sections of a file: ``= name`` or ``= name : topic``, then a template a line."""
    general: dict[str, Lines] = {}
    by_topic: dict[str, dict[str, Lines]] = {}
    name = topic = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        text = line.strip()
        if text.startswith("="):
            name, _, topic = (part.strip() for part in text[1:].partition(":"))
        elif text and not text.startswith("#"):
            if not name:
                raise GrammarError(f"{path.name}, line {number}: no section has begun.")
            sections = by_topic.setdefault(topic, {}) if topic else general
            sections[name] = (*sections.get(name, ()), text)
    return general, by_topic


def _check(grammar: Grammar, topic: str) -> None:
    """Find places that nothing stands for, before chance does."""
    seen: set[str] = set()
    ahead = [PATTERN]
    while ahead:
        name = ahead.pop()
        if name not in seen:
            seen.add(name)
            ahead += [
                place for line in grammar.lines(name, topic) for place in _PLACE.findall(line)
            ]


def _tidy(text: str) -> str:
    """Capitals where sentences begin, and "an" before a vowel."""
    capital = _BEGINNING.sub(lambda match: match[0].upper(), text)
    return _ARTICLE.sub(r"\1n ", capital)
