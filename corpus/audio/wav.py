"""PCM WAV with nothing but format and data, so that a file tells its duration and no more.

Samples are rounded with triangular (TPDF) dither whose values depend on the position alone. So
the same clip always gives the same bytes, the edges of all clips are alike to the byte, and no
system is known by runs of exact zeros.
"""

import struct

import numpy as np
from numpy.typing import NDArray

from corpus.audio.signal import Samples

HEADER_BYTES = 44
SAMPLE_BYTES = 2
_DITHER_SEED = 1770
_FULL_SCALE = 32767


def write_wav(samples: Samples, rate: int) -> bytes:
    """Return mono *samples* (−1 … 1) as a RIFF file of 44 bytes of header and 16 bit data.

    Raises ValueError for samples that would clip.
    """
    return wav_header(samples.size, rate) + quantize(samples).tobytes()


def wav_header(frames: int, rate: int) -> bytes:
    """Return the 44 bytes in front of *frames* mono samples of 16 bit."""
    size = frames * SAMPLE_BYTES
    return struct.pack(
        "<4sI4s4sIHHIIHH4sI",
        *(b"RIFF", HEADER_BYTES - 8 + size, b"WAVE"),
        *(b"fmt ", 16, 1, 1, rate, rate * SAMPLE_BYTES, SAMPLE_BYTES, 8 * SAMPLE_BYTES),
        *(b"data", size),
    )


def quantize(samples: Samples) -> NDArray[np.int16]:
    """Round *samples* (−1 … 1) to 16 bit, dithered by ±1 step; raise ValueError on clipping."""
    random = np.random.default_rng(_DITHER_SEED)
    first, second = random.random((samples.size, 2)).T
    scaled = np.rint(samples * _FULL_SCALE + first - second)
    if np.abs(scaled).max(initial=0) > _FULL_SCALE:
        raise ValueError("These samples would clip; lower their level first.")
    quantized: NDArray[np.int16] = scaled.astype("<i2")
    return quantized
