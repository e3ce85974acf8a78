"""Recognisers by name: "pocketsphinx", "faster-whisper:MODEL" or "funasr:MODEL"."""

from functools import lru_cache

from evaluation.metrics.choice import BadChoice, Choice
from evaluation.speech.recognisers.base import Recogniser
from evaluation.speech.recognisers.faster_whisper import FasterWhisper
from evaluation.speech.recognisers.funasr import FunASR
from evaluation.speech.recognisers.pocketsphinx import PocketSphinx

FORMS = "pocketsphinx, faster-whisper:NAME-OR-FOLDER or funasr:NAME-OR-FOLDER"


@lru_cache(maxsize=8)
def recogniser(choice: Choice) -> Recogniser:
    """Return the recogniser of *choice*, the same object each time: it keeps its model.

    Raises BadChoice.
    """
    back_end, colon, model = choice.recogniser.partition(":")
    if back_end == "pocketsphinx" and not colon:
        return PocketSphinx()
    if back_end == "faster-whisper" and model:
        return FasterWhisper(model, models=choice.models, device=choice.device)
    if back_end == "funasr" and model:
        return FunASR(model, models=choice.models, device=choice.device)
    raise BadChoice(f"There is no recogniser {choice.recogniser!r}. Choose {FORMS}.")
