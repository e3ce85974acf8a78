"""Keys of speech endpoints: each belongs to one host, and goes nowhere else."""

import re
from dataclasses import dataclass, field

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_HOST = re.compile(r"[a-z0-9.\[\]:-]+")


class KeyRejected(ValueError):  # noqa: N818 - the name says what is wrong
    """A key cannot be used; the sentence says why, and never quotes it."""


@dataclass(frozen=True, slots=True)
class SpeechKey:
    """A key by its name. host: host, with its port if that is not the usual one."""

    name: str
    host: str
    key: str = field(repr=False)

    def __post_init__(self) -> None:
        """Refuse what could not work. Raises KeyRejected."""
        if not _NAME.fullmatch(self.name):
            raise KeyRejected(
                "The name of a key has small letters, digits and hyphens, at most 40."
            )
        if not _HOST.fullmatch(self.host):
            raise KeyRejected(
                f"The key “{self.name}” needs the host that it is for, such as api.openai.com."
            )
        if not (self.key.isascii() and self.key.isprintable() and self.key.strip()):
            raise KeyRejected(f"The key “{self.name}” is empty or has characters no key has.")

    def fits(self, host: str) -> bool:
        """Whether the key may be sent to *host*."""
        return host.lower() == self.host
