"""What every language model offers: the perplexity per word of a text.

    perplexity = exp(−Σ ln p / number of words)

Σ ln p is the natural log-probability of the whole text, punctuation included where the model knows
punctuation. The number of words is that of :func:`corpus.difficulty.words.words` for every model,
also one that reads parts of words, so that models of different kinds compare. The beginning of a
text (and of a sentence, for a model of sentences) is context that costs nothing; its end is not
counted.
"""

import hashlib
import math
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
Progress = Callable[[int], None]


class ModelUnavailable(RuntimeError):  # noqa: N818 - the name says what is wrong
    """A language model is not installed or not to be found; the message says what brings it."""


class LanguageModel(Protocol):
    """One loaded model."""

    @property
    def name(self) -> str:
        """The name under which :func:`corpus.difficulty.back_ends.language_model` finds it."""

    @property
    def digest(self) -> str:
        """SHA-256 over the files that decide its values, in hexadecimal."""

    def perplexity(self, text: str) -> float:
        """Perplexity per word, at least 1; NaN for a text without words or beyond the context."""

    def perplexities(self, texts: Sequence[str], *, progress: Progress | None = None) -> FloatArray:
        """Return the perplexity of each of *texts*, in their order.

        *progress* is called every now and then with the number of texts done so far.
        """


def per_word(log_probability: float, words: int) -> float:
    """Perplexity per word from a natural log-probability.

    NaN if there is no word, or so few for so improbable a text (one word before pages of dots) that
    no number holds the value.
    """
    if not words:
        return math.nan
    try:
        return math.exp(-log_probability / words)
    except OverflowError:
        return math.nan


def digest_of(paths: Iterable[Path]) -> str:
    """SHA-256 over the digests of the files, in the order of their names."""
    total = hashlib.sha256()
    for path in sorted(paths, key=lambda path: path.name):
        with path.open("rb") as file:
            total.update(hashlib.file_digest(file, "sha256").digest())
    return total.hexdigest()
