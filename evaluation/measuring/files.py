"""Recordings on a disk, of any length that is still speech and no archive."""

from pathlib import Path

from corpus.audio.decoding import decode
from corpus.audio.signal import Bounds
from corpus.audio.sniffing import HEADERLESS
from evaluation.metrics.base import Sound

PLAIN_FILE = Bounds(
    size=1024 * 1024 * 1024,
    seconds=30 * 60.0,
    too_large="Cut it, or convert it to FLAC.",
    too_long="Cut it into shorter ones.",
)


def read_sound(path: Path) -> Sound:
    """Return the recording at *path*, mixed to mono, at its own rate.

    Up to 30 minutes and 1 GB. Files without a header (.g722) are known by their name.

    Raises:
        AudioError: it is no recording, damaged, or beyond those bounds.
        OSError: it cannot be read.
    """
    ending = path.suffix.lower().lstrip(".")
    container = ending if ending in HEADERLESS else None
    signal = decode(path, container=container, bounds=PLAIN_FILE)
    return Sound(signal.samples, signal.rate)
