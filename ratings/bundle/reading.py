"""The members of a bundle, read with suspicion: what is not understood is refused by its line."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from arena.models import Exclusion
from ratings.bundle.layout import (
    BOARDS,
    EXCLUSION_COLUMNS,
    EXCLUSIONS,
    FORMAT,
    PARAMETERS,
    VOTE_COLUMNS,
    VOTES,
    BundleError,
    Parameters,
    SystemOfBundle,
)
from ratings.columns import GENDERS
from ratings.leaderboard.cells import unguarded

MOST_DIGITS = 18


@dataclass(frozen=True, slots=True)
class BundledVote:
    """One line of the votes. number: 1, 2, …; listener, prompt: opaque ids."""

    number: int
    listener: str
    prompt: str
    register: str
    difficulty: str
    gender: str
    left: str
    right: str
    choice: str
    simulated: bool


@dataclass(frozen=True, slots=True)
class Bundle:
    """What a bundle says. exclusions: reasons by number of the vote. boards: stored content."""

    parameters: Parameters
    votes: tuple[BundledVote, ...]
    exclusions: dict[int, list[str]]
    boards: list[dict[str, Any]]


def read_bundle(members: dict[str, bytes]) -> Bundle:
    """Understand the members of a bundle. Raises BundleError with the file and the line."""
    parameters = _parameters(_json(members, PARAMETERS))
    votes = tuple(_votes(_lines(members, VOTES, VOTE_COLUMNS), parameters))
    exclusions: dict[int, list[str]] = {}
    for line, cells in _lines(members, EXCLUSIONS, EXCLUSION_COLUMNS):
        number = _whole(EXCLUSIONS, line, cells[0])
        if not 1 <= number <= len(votes):
            raise BundleError(f"{EXCLUSIONS}, line {line}: there is no vote {number}.")
        _one_of(EXCLUSIONS, line, cells[1], Exclusion.Reason.values)
        exclusions.setdefault(number, []).append(cells[1])
    return Bundle(parameters, votes, exclusions, _boards(_json(members, BOARDS)))


def _votes(lines: Iterator[tuple[int, list[str]]], parameters: Parameters) -> Iterator[BundledVote]:
    slugs = {system.slug for system in parameters.systems}
    known = {
        "gender": GENDERS,
        "choice": ("left", "right"),
        "simulated": ("true", "false"),
        "register": parameters.registers,
        "difficulty": ("", *parameters.difficulties),
    }
    for expected, (line, cells) in enumerate(lines, start=1):
        values = dict(zip(VOTE_COLUMNS, cells, strict=True))
        number, left, right = _whole(VOTES, line, cells[0]), values["left"], values["right"]
        if number != expected:
            raise BundleError(f"{VOTES}, line {line}: vote {expected} should stand here.")
        for slug in (left, right):
            if slug not in slugs:
                raise BundleError(f"{VOTES}, line {line}: unknown system {slug[:80]!r}.")
        if left == right:
            raise BundleError(f"{VOTES}, line {line}: {left!r} is set against itself.")
        for column, names in known.items():
            _one_of(VOTES, line, values[column], names)
        if not values["listener"] or not values["prompt"]:
            raise BundleError(f"{VOTES}, line {line}: the listener or the prompt is missing.")
        texts = {name: values[name] for name in VOTE_COLUMNS[1:-1]}
        yield BundledVote(number=number, simulated=values["simulated"] == "true", **texts)


def _lines(
    members: dict[str, bytes], name: str, columns: Sequence[str]
) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(_text(members, name), newline=""), strict=True)
    try:
        if next(reader, None) != list(columns):
            raise BundleError(f"{name} does not begin with the columns {', '.join(columns)}.")
        for cells in reader:
            if len(cells) != len(columns):
                raise BundleError(f"{name}, line {reader.line_num}: {len(cells)} cells.")
            yield reader.line_num, [unguarded(cell) for cell in cells]
    except csv.Error as error:
        raise BundleError(f"{name}, line {reader.line_num}: no readable CSV.") from error


def _parameters(document: Any) -> Parameters:
    try:
        if document["format"] != FORMAT:
            other = str(document["format"])[:20]
            raise BundleError(f"The bundle has format {other}; this version reads {FORMAT}.")
        systems = tuple(
            SystemOfBundle(_string(s["slug"]), _string(s["label"]), s["human"] is True)
            for s in document["systems"]
        )
        last_vote, last_exclusion = (int(number) for number in document["cut"])
        study = _string(document["study"])
        registers = tuple(_string(name) for name in document["registers"])
        difficulties = tuple(_string(name) for name in document["difficulties"])
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, BundleError):
            raise
        raise BundleError(f"{PARAMETERS} does not say study, cut and systems.") from error
    for what in ("slug", "label"):
        if len({getattr(system, what) for system in systems}) != len(systems):
            raise BundleError(f"{PARAMETERS} names two systems alike.")
    if sum(system.human for system in systems) > 1:
        raise BundleError(f"{PARAMETERS} names two human anchors.")
    return Parameters(study, last_vote, last_exclusion, systems, registers, difficulties)


def _boards(document: Any) -> list[dict[str, Any]]:
    usable = isinstance(document, list) and all(
        isinstance(board, dict)
        and isinstance(board.get("digest"), str)
        and isinstance(board.get("content"), dict)
        and isinstance(board["content"].get("slice"), str)
        and isinstance(board["content"].get("method"), dict)
        for board in document
    )
    if not usable or not document:
        raise BundleError(f"{BOARDS} holds no boards.")
    boards: list[dict[str, Any]] = document
    return boards


def _json(members: dict[str, bytes], name: str) -> Any:
    def refuse(constant: str) -> float:
        raise BundleError(f"{name} holds {constant}, which is no number.")

    try:
        return json.loads(_text(members, name), parse_constant=refuse)
    except BundleError:
        raise
    except (ValueError, RecursionError) as error:  # also a number too long to be one
        raise BundleError(f"{name} is no readable JSON.") from error


def _text(members: dict[str, bytes], name: str) -> str:
    try:
        return members[name].decode()
    except UnicodeDecodeError as error:
        raise BundleError(f"{name} is not text in UTF-8.") from error


def _whole(name: str, line: int, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise BundleError(f"{name}, line {line}: {text[:40]!r} is not a whole number.")
    return int(text)


def _string(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _one_of(name: str, line: int, text: str, known: Sequence[str]) -> None:
    if text not in known:
        raise BundleError(f"{name}, line {line}: {text[:40]!r} is none of {', '.join(known)}.")
