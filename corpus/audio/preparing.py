"""What the confined process does with a recording.

Every recording has a fork of its own. What it needs is loaded here, before there is any, since the
site itself starts without it and each fork would load it anew: 0.7 s, and 0.03 s without.
"""

from typing import Any

import pyloudnorm  # noqa: F401
import scipy.signal  # noqa: F401

from corpus.audio.confined import MEASURED, SAMPLES
from corpus.audio.decoding import decode
from corpus.audio.errors import AudioError
from corpus.audio.rendition import prepare


def work(facts: dict[str, Any], audio: bytes) -> tuple[dict[str, Any], bytes]:
    """Decode and prepare *audio*; see `corpus.audio.confined.prepare_confined`."""
    try:
        prepared = prepare(decode(audio, container=facts["container"]))
    except AudioError as error:
        return {"refused": str(error), "kind": type(error).__name__}, b""
    measured = {name: float(getattr(prepared, name)) for name in MEASURED}
    return measured, prepared.samples.astype(SAMPLES).tobytes()
