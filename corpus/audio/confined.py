"""Decoding and preparing recordings in a process of its own, with little memory and time.

Decoders are large C libraries that read whatever is sent. One that crashes, hangs or swells fails
the recording at hand and nothing else.
"""

from typing import Any

import numpy as np

from corpus.audio import errors
from corpus.audio.decoding import MAX_BYTES
from corpus.audio.errors import AudioError, TooLarge, Unbearable
from corpus.audio.rendition import Prepared
from corpus.confinement.confined import Confined, Crashed, OutOfMemory, OutOfTime

# How `corpus.audio.preparing` answers.
SAMPLES = "<f8"
MEASURED = ("loudness", "true_peak", "bandwidth", "lead", "tail")

MEMORY = (
    "Reading this file takes more memory than any recording of one prompt needs. Export it once "
    "more, best as WAV, mono, 48 kHz."
)
TIME = (
    "Reading this file takes longer than any recording of one prompt needs. Export it once more, "
    "best as WAV, mono, 48 kHz."
)
CRASH = (
    "The decoder broke down over this file: it is damaged, or was made to do harm. "
    "Export it once more, best as WAV."
)


def prepare_confined(audio: bytes, *, container: str | None = None) -> Prepared:
    """Decode and prepare *audio*, as `decode` and `prepare` do, in a process with limits.

    Raises:
        AudioError: as they raise, and Unbearable where the limits or the decoder gave way.
        Failed: an error that nobody expected.
    """
    if len(audio) > MAX_BYTES:
        raise TooLarge(
            f"The file is {len(audio) / 2**20:.0f} MB large; at most {MAX_BYTES // 2**20} MB are "
            "taken. Send one prompt per file, as FLAC or 16 bit WAV."
        )
    try:
        facts, samples = _preparing({"container": container}, audio)
    except OutOfMemory as error:
        raise Unbearable(MEMORY) from error
    except OutOfTime as error:
        raise Unbearable(TIME) from error
    except Crashed as error:
        raise Unbearable(CRASH) from error
    if "refused" in facts:
        raise _refusal(facts)
    return Prepared(
        samples=np.frombuffer(samples, dtype=SAMPLES),
        **{name: float(facts[name]) for name in MEASURED},
    )


_KINDS: dict[str, type[AudioError]] = {
    kind.__name__: kind
    for kind in (
        *(errors.NotAudio, errors.Damaged, errors.Truncated, errors.Unsupported, errors.TooLarge),
        *(errors.TooLong, errors.TooShort, errors.Silent, errors.TooPeaky),
    )
}
_preparing = Confined("corpus.audio.preparing:work")


def _refusal(facts: dict[str, Any]) -> AudioError:
    return _KINDS.get(str(facts.get("kind")), AudioError)(str(facts["refused"]))
