"""The manifest of a corpus version: enough to show that nothing changed, too little to read.

A manifest names prompts by opaque ids and holds, of each, its register, its difficulty, its source
and licence, a salted SHA-256 of its text and the SHA-256 of its readings. It may be published:
without the salts it confirms no guess of a text. Whoever later gets a text and its salt can check
both against it. The version's digest is the SHA-256 of the manifest's canonical bytes.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field

FORMAT = "earshot-corpus-manifest/1"


@dataclass(frozen=True, slots=True)
class Entry:
    """One prompt of a manifest. stratum: of difficulty, "" if unknown.

    text_digest: :func:`salted_digest` of the text. readings: SHA-256 of the original recording by
    the reader's gender.
    """

    id: str
    register: str
    stratum: str
    source: str
    licence: str
    text_digest: str
    readings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Manifest:
    """One frozen version. language_model: name and digest of what measured difficulty, or ""."""

    corpus: str
    version: int
    language_model: str
    entries: tuple[Entry, ...]

    def canonical(self) -> str:
        """One text for one content: sorted keys and prompts, no spaces, UTF-8."""
        entries = sorted((asdict(entry) for entry in self.entries), key=lambda row: str(row["id"]))
        content = {
            "format": FORMAT,
            "corpus": self.corpus,
            "version": self.version,
            "language_model": self.language_model,
            "size": len(entries),
            "prompts": entries,
        }
        return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical text, hexadecimal."""
        return digest_of(self.canonical())


def digest_of(canonical: str) -> str:
    """SHA-256 of a canonical manifest, hexadecimal."""
    return hashlib.sha256(canonical.encode()).hexdigest()


def salted_digest(text: str, salt: str) -> str:
    """SHA-256 of salt, a newline and the text in UTF-8, hexadecimal."""
    return hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Selected:
    """One prompt of a version, for comparing. key: what stays the same from version to version."""

    key: str
    text: str
    register: str
    stratum: str


@dataclass(frozen=True, slots=True)
class Difference:
    """What became of a selection. changed: same key, another text, register or stratum."""

    added: tuple[Selected, ...]
    removed: tuple[Selected, ...]
    changed: tuple[tuple[Selected, Selected], ...]
    unchanged: int

    @property
    def is_empty(self) -> bool:
        """Whether the two select the same."""
        return not (self.added or self.removed or self.changed)


def difference(older: Iterable[Selected], newer: Iterable[Selected]) -> Difference:
    """Compare two selections by their keys, in the order of the keys."""
    before = {one.key: one for one in older}
    after = {one.key: one for one in newer}
    both = sorted(before.keys() & after.keys())
    return Difference(
        added=tuple(after[key] for key in sorted(after.keys() - before.keys())),
        removed=tuple(before[key] for key in sorted(before.keys() - after.keys())),
        changed=tuple((before[key], after[key]) for key in both if before[key] != after[key]),
        unchanged=sum(before[key] == after[key] for key in both),
    )
