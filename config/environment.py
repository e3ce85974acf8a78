"""Every environment variable that the site reads, typed, in one place.

docs/operations.md explains each; a test holds the two together.
"""

import os
import secrets
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from environs import Env

from config.speech import read_commands, read_keys
from corpus.synthesis.command import CommandTemplate
from corpus.synthesis.keys import SpeechKey
from evaluation.metrics.choice import DEVICE, RECOGNISER, SPEAKER_ENCODER

BASE_DIR = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Environment:
    """The settings of one installation, as read from its environment."""

    var: Path
    secret_key: str
    debug: bool
    hosts: list[str]
    tls: bool
    database: dict[str, Any] | None
    redis_url: str | None
    log_level: str
    vote_rate: str
    address_rate: str
    s3_bucket: str | None
    s3_endpoint: str | None
    s3_region: str | None
    s3_prefix: str
    speech_keys: dict[str, SpeechKey]
    speech_commands: dict[str, CommandTemplate]
    recogniser: str
    speaker_encoder: str
    models: Path | None
    torch_hub: Path | None
    device: str


VARIABLES = (
    "EARSHOT_VAR",
    "EARSHOT_SECRET_KEY",
    "EARSHOT_DEBUG",
    "EARSHOT_HOSTS",
    "EARSHOT_TLS",
    "EARSHOT_LOG_LEVEL",
    "EARSHOT_LISTENER_RATE",
    "EARSHOT_ADDRESS_RATE",
    "EARSHOT_S3_BUCKET",
    "EARSHOT_S3_ENDPOINT",
    "EARSHOT_S3_REGION",
    "EARSHOT_S3_PREFIX",
    "EARSHOT_SPEECH_KEYS_FILE",
    "EARSHOT_SPEECH_COMMANDS_FILE",
    "EARSHOT_RECOGNISER",
    "EARSHOT_SPEAKER_ENCODER",
    "EARSHOT_MODELS",
    "EARSHOT_DEVICE",
    "TORCH_HOME",
    "XDG_CACHE_HOME",
    "DATABASE_URL",
    "REDIS_URL",
)


@cache
def read_environment() -> Environment:
    """Read the environment once per process.

    Raises:
        environs.EnvError: a variable is set to something that its type does not allow.
        ImproperlyConfigured: a file that a variable names cannot be used.
    """
    env = Env()
    var = Path(env.str("EARSHOT_VAR", str(BASE_DIR / "var"))).resolve()
    return Environment(
        var=var,
        secret_key=env.str("EARSHOT_SECRET_KEY", "") or stored_secret_key(var / "secret_key"),
        debug=env.bool("EARSHOT_DEBUG", default=False),
        hosts=env.list("EARSHOT_HOSTS", ["localhost", "127.0.0.1", "[::1]"]),
        tls=env.bool("EARSHOT_TLS", default=False),
        # Each request runs in a thread of its own, whose connection nobody would use again.
        database=env.dj_db_url("DATABASE_URL", conn_max_age=0)
        if env.str("DATABASE_URL", "")
        else None,
        redis_url=env.str("REDIS_URL", "") or None,
        log_level=env.str("EARSHOT_LOG_LEVEL", "INFO").upper(),
        vote_rate=env.str("EARSHOT_LISTENER_RATE", "3000/min"),
        address_rate=env.str("EARSHOT_ADDRESS_RATE", "12000/min"),
        s3_bucket=env.str("EARSHOT_S3_BUCKET", "") or None,
        s3_endpoint=env.str("EARSHOT_S3_ENDPOINT", "") or None,
        s3_region=env.str("EARSHOT_S3_REGION", "") or None,
        s3_prefix=env.str("EARSHOT_S3_PREFIX", ""),
        speech_keys=read_keys(env.str("EARSHOT_SPEECH_KEYS_FILE", ""), os.environ),
        speech_commands=read_commands(env.str("EARSHOT_SPEECH_COMMANDS_FILE", "")),
        recogniser=env.str("EARSHOT_RECOGNISER", "") or RECOGNISER,
        speaker_encoder=env.str("EARSHOT_SPEAKER_ENCODER", "") or SPEAKER_ENCODER,
        models=Path(folder).resolve() if (folder := env.str("EARSHOT_MODELS", "")) else None,
        torch_hub=_torch_hub(env),
        device=env.str("EARSHOT_DEVICE", "") or DEVICE,
    )


def _torch_hub(env: Env) -> Path | None:
    """Where torch.hub keeps its files, by its own rule; None: in its usual place."""
    cache = env.str("XDG_CACHE_HOME", "")
    home = env.str("TORCH_HOME", "") or (f"{cache}/torch" if cache else "")
    return Path(home).expanduser() / "hub" if home else None


def stored_secret_key(path: Path) -> str:
    """Return the key in ``path``; make the file, for its owner's eyes only, where it is missing."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        # Of two processes that start at once, the first link stands, with the whole key behind it.
        with tempfile.NamedTemporaryFile("w", encoding="ascii", dir=path.parent) as file:
            file.write(secrets.token_urlsafe(64))
            file.flush()
            with suppress(FileExistsError):
                path.hardlink_to(file.name)
    return path.read_text(encoding="ascii")
