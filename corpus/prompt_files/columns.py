"""Which column of a file holds which field of a prompt."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Field(NamedTuple):
    """A field of a prompt as files name it. synonyms: other names by which it goes."""

    name: str
    label: str
    is_required: bool
    synonyms: frozenset[str]


def _field(name: str, label: str, *synonyms: str, required: bool = True) -> Field:
    return Field(name, label, required, frozenset({name.replace("_", " "), *synonyms}))


FIELDS = (
    _field("external_id", "External id", "id", "prompt id", "key", "identifier", "uid", "name"),
    _field("text", "Text", "prompt", "prompt text", "sentence", "utterance", "transcript"),
    _field("register", "Register", "bucket", "style", "speaking style"),
    _field("topic", "Topic", "theme", "subject", "domain"),
    _field("source", "Source", "dataset", "source dataset", "corpus", "origin", "source name"),
    _field("licence", "Licence", "license", "source licence", "source license", "rights"),
    _field("attribution", "Attribution", "credit", "credits", required=False),
    _field("url", "Source’s address", "link", "source url", "homepage", required=False),
    _field(
        "passage",
        "Source passage",
        "source passage",
        "source text",
        "original",
        "original text",
        "excerpt",
        required=False,
    ),
)
NAMES = tuple(field.name for field in FIELDS)
REQUIRED = tuple(field.name for field in FIELDS if field.is_required)
REASON = "reason"  # the column of a file of failed rows; the import passes over it


def guess_mapping(columns: Iterable[str]) -> dict[str, str]:
    """Return the column by field for each field whose column is plain from its name."""
    known = {_plain(column): column for column in reversed(list(columns))}
    guessed: dict[str, str] = {}
    for field in FIELDS:
        own = _plain(field.name)
        candidates = [own, *sorted(field.synonyms - {own})]
        found = next((known[name] for name in candidates if name in known), None)
        if found is not None and found not in guessed.values():
            guessed[field.name] = found
    return guessed


def recognised(names: Iterable[str]) -> set[str]:
    """The fields that a header names."""
    return set(guess_mapping(names))


def missing_fields(mapping: Mapping[str, str]) -> list[str]:
    """Labels of the required fields for which there is no column."""
    return [field.label for field in FIELDS if field.is_required and not mapping.get(field.name)]


def _plain(name: str) -> str:
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return " ".join(re.sub(r"[\W_]+", " ", apart).split()).casefold()
