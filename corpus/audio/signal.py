"""One channel of decoded sound, and how it is gathered within bounds."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corpus.audio.errors import Damaged, TooLong, TooShort, Unsupported

Samples = NDArray[np.float64]

MAX_SECONDS = 60.0
# Silence around the speech is cut away later, so a little more is let in.
SPARE_SECONDS = 5.0
MAX_CHANNELS = 8
MIN_RATE, MAX_RATE = 8_000, 192_000
FULL_SCALE = 0.999
CLIPPED_RUN = 3


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much of a recording is read: bytes of the file, seconds of sound.

    Beside each, a sentence for whoever sends more.
    """

    size: int = 64 * 1024 * 1024
    seconds: float = MAX_SECONDS
    too_large: str = "Send one prompt per file, as FLAC or 16 bit WAV."
    too_long: str = "Send one prompt per file, cut to its reading."


CLIP = Bounds()


@dataclass(frozen=True, slots=True)
class Source:
    """How the recording came: container, codec, channels, rate in Hz, digital clipping seen."""

    container: str
    codec: str
    channels: int
    rate: int
    clipped: bool


@dataclass(frozen=True, slots=True)
class Signal:
    """Mono samples (1-D, nominally −1 … 1) at `rate` Hz."""

    samples: Samples
    rate: int
    source: Source

    @property
    def duration(self) -> float:
        """Length in seconds."""
        return self.samples.size / self.rate


class MonoMix:
    """Takes decoded blocks, mixes each to mono at once, and refuses more than the bounds allow."""

    def __init__(
        self, container: str, codec: str, channels: int, rate: int, *, bounds: Bounds = CLIP
    ) -> None:
        if not MIN_RATE <= rate <= MAX_RATE:
            raise Unsupported(
                f"The file has {rate} samples per second. Send one with {MIN_RATE:,} to "
                f"{MAX_RATE:,}; 48,000 is a good choice."
            )
        if not 1 <= channels <= MAX_CHANNELS:
            raise Unsupported(
                f"The file has {channels} channels. Send a mono or a stereo recording."
            )
        self._facts = container, codec, channels, rate
        self._rate = rate
        self._bounds = bounds
        self._blocks: list[NDArray[np.float32]] = []
        self._clipped = False
        self.frames = 0

    def add(self, block: NDArray[np.float32]) -> None:
        """Append *block*, shaped (frames, channels)."""
        self.frames += len(block)
        if self.frames > (self._bounds.seconds + SPARE_SECONDS) * self._rate:
            raise TooLong(
                f"The recording is longer than {self._bounds.seconds:.0f} seconds. "
                f"{self._bounds.too_long}"
            )
        if not np.isfinite(block).all():
            raise Damaged(
                "The file holds values that are not numbers. Export the recording again, as "
                "16 or 24 bit."
            )
        self._clipped = self._clipped or _has_flat_tops(block)
        mixed = block.mean(axis=1, dtype=np.float64)
        self._blocks.append(mixed.astype(np.float32))

    def finish(self) -> Signal:
        """Return all blocks as one signal; raise TooShort if none came."""
        if not self.frames:
            raise TooShort("The file has no sound in it. Record the prompt again.")
        samples = np.concatenate(self._blocks).astype(np.float64)
        return Signal(samples, self._rate, Source(*self._facts, clipped=self._clipped))


def _has_flat_tops(block: NDArray[np.float32]) -> bool:
    """Some channel stays at full scale, on one side, for CLIPPED_RUN samples or more."""
    for side in (block >= FULL_SCALE, block <= -FULL_SCALE):
        run = side[: len(side) - CLIPPED_RUN + 1].copy() if len(side) >= CLIPPED_RUN else side[:0]
        for step in range(1, CLIPPED_RUN):
            run &= side[step : len(side) - CLIPPED_RUN + 1 + step]
        if run.any():
            return True
    return False
