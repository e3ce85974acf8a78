"""eSpeak NG, a formant synthesiser."""

import tempfile
from dataclasses import dataclass
from pathlib import Path

from corpus.synthesis.base import one_line
from corpus.synthesis.program import missing, run


@dataclass(frozen=True, slots=True)
class Espeak:
    """One voice of the program `espeak-ng`, such as "en-us" or, with a variant, "en-us+f3"."""

    voice: str

    @property
    def name(self) -> str:
        """Engine and voice."""
        return f"espeak-ng {self.voice}"

    def version(self) -> str:
        """The version that the program reports, such as "1.51"."""
        return run(["espeak-ng", "--version"]).decode().split(":")[1].split()[0]

    def available(self) -> str | None:
        """None, or how to install it."""
        return missing("espeak-ng", "espeak-ng")

    def speak(self, text: str) -> bytes:
        """Return a WAV file at 22.05 kHz."""
        with tempfile.TemporaryDirectory() as folder:
            sound = Path(folder, "sound.wav")
            run(["espeak-ng", "-v", self.voice, "--stdin", "-w", str(sound)], one_line(text))
            return sound.read_bytes()
