"""Transcripts of clips of any length, and each clip heard once for all metrics."""

import hashlib
from collections import OrderedDict
from collections.abc import Iterator

from corpus.audio.signal import Samples
from evaluation.metrics.base import Sound
from evaluation.speech.recognisers.base import Recogniser

CHUNK_SECONDS = 28.0
"""As in Fish Audio's evaluation: within the 30 s that Whisper hears at once."""
LONGEST_SECONDS = 29.5
"""The last chunk may be this long, so that no scrap of a word is heard alone."""
_KEPT = 64


def chunks(sound: Sound) -> Iterator[Samples]:
    """Yield the samples of *sound* in pieces of 28 s that do not overlap; together they are all.

    The last lasts 1.5 to 29.5 s, unless the whole clip is shorter.
    """
    size, longest = round(CHUNK_SECONDS * sound.rate), round(LONGEST_SECONDS * sound.rate)
    begin = 0
    while sound.samples.size - begin > longest:
        yield sound.samples[begin : begin + size]
        begin += size
    yield sound.samples[begin:]


class Transcripts:
    """Hears clips with *recogniser*, chunk by chunk, and remembers the last few dozen."""

    def __init__(self, recogniser: Recogniser) -> None:
        self.recogniser = recogniser
        self._heard: OrderedDict[str, str] = OrderedDict()

    def of(self, sound: Sound, language: str) -> str:
        """Return what is said in *sound*. Raises RecognitionError."""
        key = f"{hashlib.sha256(sound.samples.tobytes()).hexdigest()} {sound.rate} {language}"
        if key not in self._heard:
            parts = [
                self.recogniser.transcribe(chunk, sound.rate, language) for chunk in chunks(sound)
            ]
            self._heard[key] = " ".join(part for part in parts if part)
            if len(self._heard) > _KEPT:
                self._heard.popitem(last=False)
        return self._heard[key]
