"""What the metrics ask of a recogniser, beyond what the studio asks."""

from pathlib import Path
from typing import Protocol

from corpus.audio.signal import Samples
from corpus.recognition.base import Recogniser as Hearing
from evaluation.metrics.base import Model


class Recogniser(Hearing, Protocol):
    """A recogniser that knows its languages and its weights.

    The same samples, language and model give the same words: nothing is sampled, and nothing that
    was heard before counts.
    """

    def hears(self, language: str) -> bool:
        """Whether it was made for this language (ISO 639-1). May load the model.

        Raises RecognitionError if the model cannot be loaded.
        """

    def model(self) -> Model:
        """Engine, weights and their digest. Only called where available() is None."""

    def transcribe(self, samples: Samples, rate: int, language: str = "en") -> str:
        """Return what is said in mono *samples* (−1 … 1) of *rate* Hz; empty if nothing is heard.

        At most 30 s. Raises RecognitionError if the recogniser is not there or gives up.
        """


def local_folder(names: tuple[str, ...], models: Path | None, weights: str) -> Path | None:
    """Return the first folder with a file *weights*: *names* as they stand, then within *models*.

    None if there is none.
    """
    places = [Path(name) for name in names]
    places += [models / name for name in names if models]
    return next((place for place in places if (place / weights).is_file()), None)
