"""What a speaker encoder is, and how windows go through one in batches."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from evaluation.metrics.base import Model, Samples

RATE = 16_000
BATCH = 8

Embeddings = NDArray[np.float64]


class SpeakerEncoder(Protocol):
    """Maps speech to unit vectors whose cosine is high for one voice and low for two."""

    @property
    def name(self) -> str:
        """Registered name, such as "resemblyzer"."""

    def missing(self) -> str | None:
        """None if it can run here, else a sentence with the command that brings it."""

    def model(self) -> Model:
        """The network and the digest of its weights."""

    def embed(self, windows: Sequence[Samples]) -> Embeddings:
        """Return the embedding of each window at 16 kHz, shape (windows, dimensions), norm 1.

        A window's embedding does not depend on the others, beyond rounding of 32-bit floats.
        Windows may differ in length, and must be at least half a second long.
        """


def unit(vectors: NDArray[np.floating]) -> Embeddings:
    """Return *vectors*, shape (n, dimensions), each divided by its norm.

    Raises ValueError if one has no direction.
    """
    wide = vectors.astype(np.float64)
    norms = np.linalg.norm(wide, axis=1, keepdims=True)
    if not (np.isfinite(norms).all() and norms.all()):
        raise ValueError("The speaker encoder gave an embedding without a direction.")
    united: Embeddings = wide / norms
    return united


def in_equal_batches(
    windows: Sequence[Samples], embed: Callable[[list[Samples]], NDArray[np.floating]]
) -> Embeddings:
    """Return the unit vectors of *windows*, in their order; *embed* is given equally long ones.

    Padding would let a window's company move its value, so only windows of one length share a
    batch, at most 8, which bounds memory.
    """
    rows: dict[int, NDArray[np.floating]] = {}
    for batch in _batches([window.size for window in windows]):
        found = embed([windows[index] for index in batch])
        rows.update(zip(batch, found, strict=True))
    return unit(np.stack([rows[index] for index in range(len(windows))]))


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    order = sorted(range(len(lengths)), key=lengths.__getitem__)
    for _, group in groupby(order, key=lengths.__getitem__):
        alike = list(group)
        yield from (alike[begin : begin + BATCH] for begin in range(0, len(alike), BATCH))
