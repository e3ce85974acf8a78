"""What the site knows already, as far as the rows of a file are compared with it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

COMPARED = ("text", "register", "topic", "source", "passage")


@dataclass(frozen=True, slots=True)
class KnownSource:
    """A source of the site."""

    name: str
    licence: str
    attribution: str
    url: str


@dataclass(frozen=True, slots=True)
class KnownPrompt:
    """The prompt that stands under an external id.

    fields: as in COMPARED, the register by slug, the source by name. withdrawn: the reason, if it
    was. imported: the fields that a file last brought, if one did. kept: fields whose change
    supersedes it, since listeners may have heard it. revision: grows with every change.
    """

    pk: int
    revision: int
    fields: dict[str, str]
    kept: frozenset[str] = frozenset()
    withdrawn: str = ""
    imported: dict[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A text to which no prompt should be alike. name: how people call it.

    corpus: title of another corpus, "" of the same one. is_apart: that corpus is public where this
    one is private, or the other way round.
    """

    text: str
    name: str
    external_id: str
    corpus: str = ""
    is_apart: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """Everything at once. registers: names by slug; sources by their plain name; prompts by id."""

    registers: Mapping[str, str]
    sources: Mapping[str, KnownSource]
    prompts: Mapping[str, KnownPrompt]
    neighbours: tuple[Neighbour, ...] = ()


def plain(name: str) -> str:
    """A name as names are compared: without case, hyphens, underscores and double spaces."""
    return " ".join(name.replace("-", " ").replace("_", " ").split()).casefold()


def sources_by_name(sources: Iterable[KnownSource]) -> dict[str, KnownSource]:
    """Sources by how their names are compared."""
    return {plain(source.name): source for source in sources}


def register_slug(written: str, registers: Mapping[str, str]) -> str | None:
    """The slug of the register that goes by this slug or name; ``None`` if none does."""
    wanted = plain(written)
    for slug, name in registers.items():
        if wanted in {plain(slug), plain(name)}:
            return slug
    return None


def unknown_register(written: str, registers: Mapping[str, str]) -> str:
    """A sentence on a register that nobody knows, with the nearest one or all of them."""
    by_name = {plain(name): name for name in registers.values()}
    by_name |= {plain(slug): name for slug, name in registers.items()}
    if near := get_close_matches(plain(written), by_name, n=1):
        return f"There is no register “{written}”. Did you mean “{by_name[near[0]]}”?"
    names = ", ".join(f"“{name}”" for name in registers.values())
    return f"There is no register “{written}”. There are {names}."
