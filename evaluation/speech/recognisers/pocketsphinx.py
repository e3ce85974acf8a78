"""PocketSphinx with its bundled model of US English: offline on any machine, and a weak judge.

It misses about every fourth word of clear telephone speech (docs/metrics.md), so the error rates of
good systems tell more of it than of them.
"""

from functools import cache
from pathlib import Path

from corpus.audio.signal import Samples
from corpus.difficulty.language_model import digest_of
from corpus.recognition import pocketsphinx
from evaluation.metrics.base import Model


class PocketSphinx:
    """The studio's recogniser, with its language and its weights."""

    def __init__(self) -> None:
        self._engine = pocketsphinx.PocketSphinx()

    @property
    def name(self) -> str:
        """Engine and model."""
        return self._engine.name

    def version(self) -> str:
        """The version of the package."""
        return self._engine.version()

    def available(self) -> str | None:
        """None, or how to install it."""
        return self._engine.available()

    def hears(self, language: str) -> bool:
        """English alone."""
        return language == "en"

    def model(self) -> Model:
        """The acoustic model, the dictionary and the trigrams, digested together."""
        return Model(
            name=f"{self.name} {self.version()}",
            digest=_digest(),
            licence="BSD-2-Clause",
            source="https://github.com/cmusphinx/pocketsphinx",
        )

    def transcribe(self, samples: Samples, rate: int, language: str = "en") -> str:
        """Return the words in lower case."""
        return self._engine.transcribe(samples, rate)


@cache
def _digest() -> str:
    from pocketsphinx import get_model_path  # noqa: PLC0415 - a compiled library

    folder = Path(get_model_path()) / "en-us"
    return digest_of(path for path in folder.rglob("*") if path.is_file())
