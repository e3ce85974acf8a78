"""Synthesised clips kept on disk, so that a second set-up is quick."""

import hashlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from corpus.synthesis.base import Synthesizer


@dataclass(frozen=True, slots=True)
class ClipCache:
    """A folder of audio files, each named by the digest of engine, version, voice and text."""

    folder: Path

    def speak(self, voice: Synthesizer, text: str) -> bytes:
        """Return *text* spoken by *voice*, from disk where it was spoken before.

        Raises SynthesisError as *voice* does; nothing is kept then.
        """
        kept = self.path(voice, text)
        if kept.exists():
            return kept.read_bytes()
        audio = voice.speak(text)
        write_atomically(kept, audio)
        return audio

    def path(self, voice: Synthesizer, text: str) -> Path:
        """Where the clip is or would be."""
        identity = "\0".join((voice.name, voice.version(), text))
        return self.folder / hashlib.sha256(identity.encode()).hexdigest()


def write_atomically(path: Path, data: bytes) -> None:
    """Write *data* so that *path* holds all of it or is not touched, even if killed midway."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".")
    unfinished = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
