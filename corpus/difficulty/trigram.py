"""The trigram model of US English that comes with pocketsphinx.

It is small, loads in milliseconds and works offline. It knows 72,544 of the words in pocketsphinx's
own dictionary, all in lower case and without punctuation, conversation included (uh-huh, gonna).
"""

import math
from collections.abc import Sequence
from importlib import util
from pathlib import Path
from typing import Any

import numpy as np

from corpus.difficulty.language_model import (
    FloatArray,
    ModelUnavailable,
    Progress,
    digest_of,
    per_word,
)
from corpus.difficulty.words import sentences, words

NAME = "pocketsphinx"
COMMAND = "pip install -r requirements.txt"
BASE = 1.0001
"""Base of the integer logarithms that the library computes in."""
LOG_FLOOR = -10 * math.log(10)
"""No word counts as less likely than 10⁻¹⁰, and a word that the model does not know counts as that:
a little less than the rarest words it knows (10⁻⁹·⁴⁷ without context)."""
ORDER = 3
REPORT_EVERY = 50


def is_installed() -> bool:
    """Whether the library with its model is there."""
    return util.find_spec("pocketsphinx") is not None


class Trigram:
    """P(word | two words before) in each sentence of a text, with Katz back-off.

    A sentence begins after the mark ``<s>``; its end is not counted. Words are compared in lower
    case, dots inside (p.m.) and apostrophes around ('hello') are dropped where the model knows the
    word only without. A context reaches back to the sentence's beginning or to the last word that
    the model does not know.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Load the model, by default the one that pocketsphinx brings.

        Raises ModelUnavailable if the library or the file is missing.
        """
        if not is_installed():
            raise ModelUnavailable(
                f"The trigram model comes with pocketsphinx, which is not installed: {COMMAND}"
            )
        import pocketsphinx  # noqa: PLC0415 - loads a large library, and only to measure

        self._path = path or Path(pocketsphinx.get_model_path("en-us/en-us.lm.bin"))
        if not self._path.is_file():
            raise ModelUnavailable(f"There is no language model at {self._path}: {COMMAND}")
        self._log: Any = pocketsphinx.LogMath(BASE)
        self._model: Any = pocketsphinx.NGramModel(
            pocketsphinx.Config(), self._log, str(self._path)
        )
        self._unknown = self._log.get_zero()
        self.name = NAME
        self.digest = digest_of([self._path])

    def perplexity(self, text: str) -> float:
        """Perplexity per word, at least 1; NaN for a text without words."""
        spoken = [words(sentence) for sentence in sentences(text)]
        total = sum(self._log_probability(sentence) for sentence in spoken)
        return per_word(total, sum(map(len, spoken)))

    def perplexities(self, texts: Sequence[str], *, progress: Progress | None = None) -> FloatArray:
        """Return the perplexity of each of *texts*; *progress* hears of every fiftieth."""
        values = np.empty(len(texts))
        for index, text in enumerate(texts):
            values[index] = self.perplexity(text)
            if progress and ((index + 1) % REPORT_EVERY == 0 or index + 1 == len(texts)):
                progress(index + 1)
        return values

    def knows(self, word: str) -> bool:
        """Whether the model has *word*, as it stands, among its own."""
        return bool(self._model.prob([word]) != self._unknown)

    def _log_probability(self, sentence: Sequence[str]) -> float:
        """Natural logarithm of the probability of one sentence's words."""
        said = ["<s>", *map(self._known_form, sentence)]
        # The library wants the word first, then its context from the nearest word on.
        contexts = (said[max(0, end - ORDER) : end][::-1] for end in range(2, len(said) + 1))
        scores = (self._log.log_to_ln(self._model.prob(context)) for context in contexts)
        return math.fsum(max(score, LOG_FLOOR) for score in scores)

    def _known_form(self, word: str) -> str:
        lower = word.lower()
        forms = (lower, lower.strip("'"), lower.replace(".", ""))
        return next((form for form in forms if form and self.knows(form)), lower)
