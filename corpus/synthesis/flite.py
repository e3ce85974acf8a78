"""Flite, the small engine of Carnegie Mellon University."""

import tempfile
from dataclasses import dataclass
from pathlib import Path

from corpus.synthesis.base import SynthesisError, one_line
from corpus.synthesis.program import missing, run


@dataclass(frozen=True, slots=True)
class Flite:
    """One built-in voice of the program `flite`, such as "slt" (female) or "rms" (male)."""

    voice: str

    @property
    def name(self) -> str:
        """Engine and voice."""
        return f"flite {self.voice}"

    def version(self) -> str:
        """The version that the program reports, such as "2.2"."""
        words = run(["flite", "--version"], codes=(0, 1)).decode().split()  # it ends with 1
        return next(word for word in words if word.startswith("flite-")).split("-")[1]

    def available(self) -> str | None:
        """None, or how to install it."""
        return missing("flite", "flite")

    def speak(self, text: str) -> bytes:
        """Return a WAV file at 16 kHz."""
        self._refuse_unknown_voice()
        with tempfile.TemporaryDirectory() as folder:
            script, sound = Path(folder, "text.txt"), Path(folder, "sound.wav")
            script.write_text(one_line(text) + "\n")
            run(["flite", "-voice", self.voice, "-f", str(script), "-o", str(sound)])
            return sound.read_bytes()

    def _refuse_unknown_voice(self) -> None:
        """Flite itself would speak with another voice and say nothing."""
        voices = run(["flite", "-lv"]).decode().partition(":")[2].split()
        if self.voice not in voices:
            raise SynthesisError(f"Flite has no voice {self.voice}, only {', '.join(voices)}.")
