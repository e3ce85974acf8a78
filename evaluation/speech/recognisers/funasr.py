"""FunASR's Paraformer and SenseVoice, the usual recognisers of Chinese, from a local folder.

FunASR looks for newer models on the network whenever it loads one by name, so a model is fetched
once by hand, and loaded from its folder.
"""

import re
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

INSTALL = "The recogniser FunASR is missing: pip install funasr==1.4.16"
WEIGHTS = "model.pt"
RATE = 16_000
_TAG = re.compile(r"<\|[^|<>]*\|>")

# Names that FunASR's documents use, and ModelScope's repositories of them.
_REPOSITORIES = {
    "paraformer-zh": (
        "iic/speech_seaco_paraformer_large_asr_nat-zh-cn-16k-common-vocab8404-pytorch"
    ),
    "SenseVoiceSmall": "iic/SenseVoiceSmall",
}
_LANGUAGES = {"SenseVoiceSmall": frozenset({"zh", "yue", "en", "ja", "ko"})}


class FunASR:
    """One model of FunASR; loaded when it is first needed, and kept."""

    def __init__(self, model: str, *, models: Path | None = None, device: str = "cpu") -> None:
        self._model = model
        self._models = models
        self._device = device

    @property
    def name(self) -> str:
        """Engine and model."""
        return f"funasr {Path(self._model).name}"

    def version(self) -> str:
        """The version of the package."""
        return metadata.version("funasr") if util.find_spec("funasr") else ""

    def available(self) -> str | None:
        """None, or the command that brings the package or the weights."""
        if not util.find_spec("funasr"):
            return INSTALL
        if self._folder() is None:
            repo = _REPOSITORIES.get(self._model, self._model)
            return (
                f"The model “{self._model}” is in no folder here. Fetch it into the folder of "
                f"EARSHOT_MODELS: modelscope download --model {repo} "
                f"--local_dir MODELS/{Path(self._model).name}"
            )
        return None

    def hears(self, language: str) -> bool:
        """Chinese; what else SenseVoice was trained on, if it is SenseVoice."""
        return language in _LANGUAGES.get(Path(self._model).name, frozenset({"zh"}))

    def model(self) -> Model:
        """The weights in use."""
        return Model(
            name=f"{self.name} {self.version()}",
            digest=self._digest(),
            licence="FunASR Model Open Source License 1.1",
            source=f"https://modelscope.cn/models/{_REPOSITORIES.get(self._model, self._model)}",
        )

    def transcribe(self, samples: Samples, rate: int, language: str = "en") -> str:
        """Return the words, without SenseVoice's tags of language, mood and events."""
        pcm = resample(samples, rate, RATE).astype(np.float32)
        heard = self._engine.generate(input=pcm, fs=RATE, language=language, use_itn=False)
        return " ".join(without_tags(str(each["text"])) for each in heard).strip()

    @cached_property
    def _engine(self) -> Any:
        if missing := self.available():
            raise RecognitionError(missing)
        from funasr import AutoModel  # noqa: PLC0415 - imports torch

        try:
            return AutoModel(
                model=str(self._folder()),
                device=self._device,
                disable_update=True,
                disable_pbar=True,
                log_level="ERROR",
            )
        except (AssertionError, OSError, RuntimeError, ValueError) as error:
            raise RecognitionError(
                f"The model “{self._model}” cannot be loaded by FunASR: {error}"
            ) from error

    def _digest(self) -> str:
        folder = self._folder()
        assert folder is not None  # noqa: S101 - available() was asked
        return sha256_of(folder / WEIGHTS)

    def _folder(self) -> Path | None:
        repo = _REPOSITORIES.get(self._model, self._model)
        return local_folder((self._model, repo, Path(repo).name), self._models, WEIGHTS)


def without_tags(text: str) -> str:
    """Return *text* without tags such as <|zh|> or <|NEUTRAL|>."""
    return _TAG.sub("", text).strip()
