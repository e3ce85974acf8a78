"""OpenAI's Whisper through CTranslate2 (faster-whisper): any size by name, any model by folder.

Beam search at temperature 0 and no text carried from one window to the next: the words depend on
the clip alone. Whisper tends to leave fillers out, and may invent words over silence.
"""

import logging
from functools import cached_property
from importlib import metadata, util
from pathlib import Path
from typing import Any

import numpy as np

from corpus.audio.resampling import resample
from corpus.audio.signal import Samples
from corpus.recognition.base import RecognitionError
from evaluation.metrics.base import Model
from evaluation.speech.recognisers.base import local_folder
from evaluation.speech.weights import sha256_of

PACKAGE = "faster-whisper"
INSTALL = f"The recogniser {PACKAGE} is missing: pip install -r requirements-metrics.txt"
WEIGHTS = "model.bin"
RATE = 16_000
BEAM = 5

# Repositories that are not called Systran/faster-whisper-NAME.
_ELSEWHERE = {
    "large": "Systran/faster-whisper-large-v3",
    "large-v3-turbo": "mobiuslabsgmbh/faster-whisper-large-v3-turbo",
    "turbo": "mobiuslabsgmbh/faster-whisper-large-v3-turbo",
    "distil-large-v2": "Systran/faster-distil-whisper-large-v2",
    "distil-large-v3": "Systran/faster-distil-whisper-large-v3",
    "distil-large-v3.5": "distil-whisper/distil-large-v3.5-ct2",
    "distil-medium.en": "Systran/faster-distil-whisper-medium.en",
    "distil-small.en": "Systran/faster-distil-whisper-small.en",
}


def repository(name: str) -> str:
    """Return the hub's repository of the model called *name* ("small.en", "owner/model")."""
    return name if "/" in name else _ELSEWHERE.get(name, f"Systran/faster-whisper-{name}")


class FasterWhisper:
    """One Whisper model; loaded when it is first needed, and kept.

    On a processor its weights are rounded to 8 bit, on a graphics card to 16 bit floats; the name
    says which, since that moves words.
    """

    def __init__(self, model: str, *, models: Path | None = None, device: str = "cpu") -> None:
        self._model = model
        self._models = models
        self._device, _, index = device.partition(":")
        self._index = int(index or 0)
        self._precision = "int8" if self._device == "cpu" else "float16"

    @property
    def name(self) -> str:
        """Engine, model (its last part, if it is a folder or a repository) and precision."""
        return f"{PACKAGE} {Path(self._model).name} {self._precision}"

    def version(self) -> str:
        """The version of the package."""
        return metadata.version(PACKAGE) if util.find_spec("faster_whisper") else ""

    def available(self) -> str | None:
        """None, or the command that brings the package or the weights; nothing is downloaded."""
        if not util.find_spec("faster_whisper"):
            return INSTALL
        if self._folder() is None:
            return (
                f"The Whisper model “{self._model}” is not on this machine: "
                f"hf download {repository(self._model)}"
            )
        return None

    def hears(self, language: str) -> bool:
        """English; other languages if the model is multilingual and knows them."""
        if language == "en":
            return True
        return bool(self._whisper.model.is_multilingual) and language in _languages()

    def model(self) -> Model:
        """The weights in use."""
        return Model(
            name=f"{self.name} {self.version()}",
            digest=self._digest(),
            licence="MIT",
            source=f"https://huggingface.co/{repository(self._model)}"
            if local_folder((self._model,), None, WEIGHTS) is None
            else self._model,
        )

    def transcribe(self, samples: Samples, rate: int, language: str = "en") -> str:
        """Return the words as Whisper writes them, with punctuation and digits."""
        pcm = resample(samples, rate, RATE).astype(np.float32)
        segments, _ = self._whisper.transcribe(
            pcm,
            language=language,
            beam_size=BEAM,
            temperature=0.0,
            condition_on_previous_text=False,
            without_timestamps=True,
        )
        return " ".join(segment.text.strip() for segment in segments).strip()

    @cached_property
    def _whisper(self) -> Any:
        if missing := self.available():
            raise RecognitionError(missing)
        from faster_whisper import WhisperModel  # noqa: PLC0415 - seconds, and much memory

        # It tells of every clip that it hears.
        logging.getLogger("faster_whisper").setLevel(logging.WARNING)
        try:
            return WhisperModel(
                str(self._folder()),
                device=self._device,
                device_index=self._index,
                compute_type=self._precision,
                local_files_only=True,
            )
        except (OSError, RuntimeError, ValueError) as error:
            raise RecognitionError(
                f"The Whisper model “{self._model}” cannot be loaded on {self._device}: {error}"
            ) from error

    def _digest(self) -> str:
        folder = self._folder()
        assert folder is not None  # noqa: S101 - available() was asked
        return sha256_of(folder / WEIGHTS)

    def _folder(self) -> Path | None:
        repo = repository(self._model)
        names = self._model, repo, repo.rpartition("/")[2]
        return local_folder(names, self._models, WEIGHTS) or _cached(repo)


def _cached(repo: str) -> Path | None:
    """Where the hub's client has put a repository."""
    from huggingface_hub import try_to_load_from_cache  # noqa: PLC0415
    from huggingface_hub.errors import HFValidationError  # noqa: PLC0415

    try:
        found = try_to_load_from_cache(repo, WEIGHTS)
    except HFValidationError:  # a folder without a model
        return None
    return Path(found).parent if isinstance(found, str) else None


def _languages() -> frozenset[str]:
    from faster_whisper.tokenizer import _LANGUAGE_CODES  # noqa: PLC0415

    return frozenset(_LANGUAGE_CODES)
