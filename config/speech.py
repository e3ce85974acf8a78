"""What the server's administrator allows synthesis: keys of endpoints, and programs.

Neither is in the database, so that no page, export or backup of it gives a key away, and no curator
can have the server run a program that its administrator has not named.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from corpus.synthesis.command import SECONDS, CommandTemplate, TemplateError, parse_template
from corpus.synthesis.keys import KeyRejected, SpeechKey

KEY_PREFIX = "EARSHOT_SPEECH_KEY_"


def read_keys(path: str, environ: Mapping[str, str]) -> dict[str, SpeechKey]:
    """The keys in the file at *path* (if it is not empty) and in variables, by name.

    A variable holds host and key with a space between them. Raises ImproperlyConfigured.
    """
    keys = [_key_of_table(path, name, table) for name, table in _tables(path)]
    keys += [
        _key_of_variable(variable, value)
        for variable, value in environ.items()
        if variable.startswith(KEY_PREFIX)
    ]
    return {key.name: key for key in keys}


def read_commands(path: str) -> dict[str, CommandTemplate]:
    """The programs in the file at *path* (if it is not empty), by name.

    Raises ImproperlyConfigured.
    """
    return {name: _command(path, name, table) for name, table in _tables(path)}


def _tables(path: str) -> list[tuple[str, dict[str, Any]]]:
    if not path:
        return []
    try:
        content = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        # The error of the parser may quote a line, and so a key.
        raise ImproperlyConfigured(
            f"{path} cannot be read as TOML ({type(error).__name__})."
        ) from None
    for name, table in content.items():
        if not isinstance(table, dict):
            raise ImproperlyConfigured(f"{path}: begin “{name}” with a line [{name}].")
    return list(content.items())


def _key_of_table(path: str, name: str, table: dict[str, Any]) -> SpeechKey:
    if table.keys() != {"host", "key"} or not all(isinstance(v, str) for v in table.values()):
        raise ImproperlyConfigured(f'{path}: [{name}] needs host = "…" and key = "…".')
    return _key(path, name, table["host"], table["key"])


def _key_of_variable(variable: str, value: str) -> SpeechKey:
    host, _, key = value.strip().partition(" ")
    name = variable.removeprefix(KEY_PREFIX).lower().replace("_", "-")
    if not key:
        raise ImproperlyConfigured(f"{variable} needs a host, a space, and its key.")
    return _key(variable, name, host, key)


def _key(place: str, name: str, host: str, key: str) -> SpeechKey:
    try:
        return SpeechKey(name, host.lower(), key.strip())
    except KeyRejected as error:
        raise ImproperlyConfigured(f"{place}: {error}") from None


def _command(path: str, name: str, table: dict[str, Any]) -> CommandTemplate:
    line, seconds = table.get("command"), table.get("seconds", SECONDS)
    is_known = table.keys() <= {"command", "seconds"}
    if not isinstance(line, str) or not isinstance(seconds, int | float) or not is_known:
        raise ImproperlyConfigured(
            f'{path}: [{name}] needs command = "…", and may have seconds = 60.'
        )
    try:
        return parse_template(name, line, float(seconds))
    except TemplateError as error:
        raise ImproperlyConfigured(f"{path}: {error}") from error
