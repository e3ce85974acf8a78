"""Prompts with a human reading: the voice prompts of the Asterisk telephone exchange.

Debian's asterisk-core-sounds-en lists what is said, asterisk-core-sounds-en-g722 holds the
recordings.
"""

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from corpus.demo.spelling import spell_out

TEXTS = Path("/usr/share/doc/asterisk-core-sounds-en/core-sounds-en.txt.gz")
RECORDINGS = Path("/usr/share/asterisk/sounds/en_US_f_Allison")
INSTALL = "sudo apt-get install asterisk-core-sounds-en asterisk-core-sounds-en-g722"

READER = "Allison Smith"
LICENCE = "CC BY-SA 3.0"
LICENCE_URL = "https://creativecommons.org/licenses/by-sa/3.0/"
SOURCE = "Asterisk core sounds"
SOURCE_URL = "https://downloads.asterisk.org/pub/telephony/sounds/"
CREDIT = (
    f"Human readings: {SOURCE}, recorded by {READER} (theivrvoice.com), with contributions by "
    f"Digium, Inc.; licence {LICENCE}. The recordings were changed: resampled, trimmed and "
    "brought to one loudness."
)

FEWEST_WORDS, MOST_WORDS = 6, 40
BYTES_PER_SECOND = 8_000  # G.722 at 64 kbit/s
SLOWEST, FASTEST = 1.2, 5.0  # words per second; beyond, text and recording differ

# The readers said the right word where the list has a slip of the pen.
_SLIPS = {
    "represenatives": "representatives",
    "umute": "unmute",
    "thru": "through",
    "mail box": "mailbox",
    "rerecord": "re-record",
}
_SKIPPED = {
    "dir-first": "the second half of a sentence",
    "queue-holdtime": "the first half of a sentence",
    "queue-callswaiting": "the second half of a sentence",
    "vm-review": "several sentences without a mark between them",
    "vm-reachoper": "a recogniser hears other words than the list has",
    "unidentified-no-callback": "the second half of a sentence",
    "tt-allbusy": "a joke on telemarketers",
    "tt-monkeysintro": "a joke on telemarketers",
    "tt-weasels": "a joke on telemarketers",
}
_NOISE = re.compile(r"[\[\]()]")
_FRAGMENT = re.compile(r"^(?:or|and)\b|\.\.\.|:$", re.IGNORECASE)
_JARGON = re.compile(r"[A-Z]{2,}|\w\.\w|Asterisk|Digium|Comedian", re.ASCII)


@dataclass(frozen=True, slots=True)
class Reading:
    """One prompt as it is spoken, and its recording (headerless G.722)."""

    prompt_id: str
    text: str
    recording: Path


def missing() -> str | None:
    """Return None if texts and recordings are there, else the command that brings them."""
    if TEXTS.is_file() and RECORDINGS.is_dir():
        return None
    return f"The human readings are missing. Install them: {INSTALL}"


def readings(texts: Path = TEXTS, recordings: Path = RECORDINGS) -> Iterator[Reading]:
    """Yield the prompts that a phone agent could say as whole sentences, in the list's order.

    6 to 40 words, nothing but plain speech, each text once, each with a recording whose length
    fits it. Raises FileNotFoundError if *texts* is not there.
    """
    seen: set[str] = set()
    for prompt_id, written in _listed(texts):
        reading = Reading(prompt_id, _spoken(written), recordings / f"{prompt_id}.g722")
        words = tuple(re.findall(r"[\w'-]+", reading.text.lower()))
        key = " ".join(words)
        if prompt_id in _SKIPPED or not _is_plain(written) or key in seen:
            continue
        if FEWEST_WORDS <= len(words) <= MOST_WORDS and _fits(reading.recording, len(words)):
            seen.add(key)
            yield reading


def _listed(texts: Path) -> Iterator[tuple[str, str]]:
    """Identifier and text of each line; comments begin with a semicolon."""
    with gzip.open(texts, "rt", encoding="utf-8") as lines:
        for line in lines:
            prompt_id, colon, text = line.partition(":")
            if colon and not line.startswith(";"):
                yield prompt_id.strip(), text.strip()


def _is_plain(written: str) -> bool:
    """Whole sentences, without noises in brackets and without jargon of the exchange."""
    return not any(rule.search(written) for rule in (_NOISE, _FRAGMENT, _JARGON))


def _spoken(written: str) -> str:
    for slip, word in _SLIPS.items():
        written = written.replace(slip, word)
    return spell_out(written)


def _fits(recording: Path, words: int) -> bool:
    if not recording.is_file():
        return False
    seconds = recording.stat().st_size / BYTES_PER_SECOND
    return SLOWEST * seconds <= words <= FASTEST * seconds
