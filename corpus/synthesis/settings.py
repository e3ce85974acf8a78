"""What a curator sets for a system's synthesiser, checked."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any
from urllib.parse import SplitResult, urlsplit

from corpus.synthesis.addresses import address_in, is_near, is_own_configuration

FORMATS = ("wav", "flac", "mp3", "opus", "aac")
SLOWEST, FASTEST = 0.25, 4.0
LONGEST_WAIT = 300.0  # seconds
LONGEST_EXTRA = 4_000  # characters of JSON

# The adapter fills these in itself.
_RESERVED = frozenset({"model", "voice", "input", "response_format", "speed", "stream_format"})
_SECRET = re.compile(
    r"(^|_|-|\b)(api|access|auth)?[_-]?(key|token)$|secret|password|authorization|credential",
    re.IGNORECASE,
)
_HEADER = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,39}")
_NAMED_WITHIN = (".local", ".internal", ".lan", ".localhost")


class Kind(StrEnum):
    """What speaks for a system."""

    SPEECH_API = "speech-api"
    COMMAND = "command"
    ESPEAK = "espeak-ng"
    FLITE = "flite"
    KOKORO = "kokoro"


class SettingsError(ValueError):
    """Settings cannot be so. problems: a sentence for each field."""

    def __init__(self, problems: Mapping[str, str]) -> None:
        self.problems = dict(problems)
        super().__init__(" ".join(self.problems.values()))


@dataclass(frozen=True, slots=True)
class SpeechApiSettings:
    """An endpoint that speaks like OpenAI's ``POST /audio/speech``.

    timeout: seconds for one text; speed: 1 is the voice's own; key_header: which header carries
    the key; extra: further fields of the request.
    """

    base_url: str
    model: str
    response_format: str = "wav"
    speed: float = 1.0
    timeout: float = 60.0
    key_header: str = "Authorization"
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def host(self) -> str:
        """Host, and port if it is named: whom the texts go to."""
        return urlsplit(self.base_url).netloc.lower()

    @property
    def url(self) -> str:
        """Where texts are sent."""
        return f"{self.base_url.rstrip('/')}/audio/speech"


@dataclass(frozen=True, slots=True)
class CommandSettings:
    """A program, by the name under which the server's administrator lists it."""

    command: str


@dataclass(frozen=True, slots=True)
class BuiltInSettings:
    """An engine that needs no setting."""


Settings = SpeechApiSettings | CommandSettings | BuiltInSettings


def parse_settings(kind: str, raw: Mapping[str, Any]) -> Settings:
    """Return the settings of a synthesiser of *kind*. Raises SettingsError."""
    known: dict[str, type] = {
        Kind.SPEECH_API: SpeechApiSettings,
        Kind.COMMAND: CommandSettings,
    }
    form = known.get(kind, BuiltInSettings)
    unknown = raw.keys() - form.__dataclass_fields__.keys()  # type: ignore[attr-defined]
    if kind not in set(Kind):
        raise SettingsError({"kind": f"There is no synthesiser of the kind “{kind}”."})
    if unknown:
        names = ", ".join(sorted(unknown))
        raise SettingsError({"settings": f"No setting of this kind: {names}. Remove it."})
    if form is SpeechApiSettings:
        return _speech_api(raw)
    if form is CommandSettings:
        return _command(raw)
    return BuiltInSettings()


def _command(raw: Mapping[str, Any]) -> CommandSettings:
    name = raw.get("command")
    if not isinstance(name, str) or not name:
        raise SettingsError({"command": "Choose one of the server's commands."})
    return CommandSettings(name)


def _speech_api(raw: Mapping[str, Any]) -> SpeechApiSettings:
    checks = {
        "base_url": _base_url_problem(raw.get("base_url")),
        "model": _model_problem(raw.get("model")),
        "response_format": _format_problem(raw.get("response_format", "wav")),
        "speed": _range_problem(raw.get("speed", 1.0), SLOWEST, FASTEST, "The speed"),
        "timeout": _range_problem(raw.get("timeout", 60.0), 1, LONGEST_WAIT, "The time limit"),
        "key_header": _header_problem(raw.get("key_header", "Authorization")),
        "extra": _extra_problem(raw.get("extra", {})),
    }
    problems = {name: problem for name, problem in checks.items() if problem}
    if problems:
        raise SettingsError(problems)
    return SpeechApiSettings(**raw)


def _base_url_problem(value: Any) -> str:
    parts = _web_address(value)
    if parts is None or parts.hostname is None:
        return "Give the endpoint's base address, such as https://api.openai.com/v1."
    if "@" in parts.netloc or parts.query or parts.fragment:
        return "Give the address alone: no name, no password, nothing after “?” or “#”."
    if parts.path.rstrip("/").endswith("/audio/speech"):
        return "Leave “/audio/speech” out: it is added."
    address = address_in(parts.hostname)
    if address is not None and is_own_configuration(address):
        return "Addresses of this kind serve a machine's own configuration, not speech."
    if parts.scheme == "http" and not _is_near(parts.hostname):
        return "Use https: over http the texts and the key could be read on their way."
    return ""


def _web_address(value: Any) -> SplitResult | None:
    if not isinstance(value, str) or re.search(r"[\s\\]", value):
        return None
    try:
        parts = urlsplit(value)
        parts.port  # noqa: B018 - raises where it is no number
    except ValueError:
        return None
    return parts if parts.scheme in {"http", "https"} and parts.hostname else None


def _is_near(host: str) -> bool:
    """Whether a host lies on this machine or in a private network."""
    address = address_in(host)
    if address is None:
        return "." not in host or host.endswith(_NAMED_WITHIN)
    return is_near(address)


def _model_problem(value: Any) -> str:
    if isinstance(value, str) and 0 < len(value) <= 200 and value.isprintable():
        return ""
    return "Name the model as the provider does, such as gpt-4o-mini-tts."


def _format_problem(value: Any) -> str:
    return "" if value in FORMATS else f"The answer's format is one of {', '.join(FORMATS)}."


def _range_problem(value: Any, low: float, high: float, what: str) -> str:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return "" if is_number and low <= value <= high else f"{what} lies between {low} and {high}."


def _header_problem(value: Any) -> str:
    if isinstance(value, str) and _HEADER.fullmatch(value):
        return ""
    return "Name a header, such as Authorization or api-key."


def _extra_problem(value: Any) -> str:
    if not isinstance(value, dict):
        return 'Further fields are a JSON object, such as {"instructions": "Speak plainly."}.'
    if taken := sorted(_RESERVED & value.keys()):
        return f"{', '.join(taken)}: there is a field of its own for this. Leave it out here."
    if any(_SECRET.search(name) for name in _names(value)):
        return (
            "This looks like a key, which must not be stored here. Keys are kept on the server; "
            "choose one by its name."
        )
    if len(json.dumps(value)) > LONGEST_EXTRA:
        return f"Further fields may have {LONGEST_EXTRA:,} characters."
    return ""


def _names(value: Any) -> list[str]:
    """Names of all fields, also of those within others."""
    if isinstance(value, dict):
        return [*map(str, value), *(name for part in value.values() for name in _names(part))]
    if isinstance(value, list):
        return [name for part in value for name in _names(part)]
    return []
