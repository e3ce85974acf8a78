"""DistillMOS: overall quality, a small network distilled from one on self-supervised features.

B. Stahl, H. Gamper: Distillation and Pruning for Scalable Self-Supervised Representation-Based
Speech Quality Assessment, ICASSP 2025. The package ``distillmos`` holds network and weights.
"""

import contextlib
import io
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.metrics.base import (
    Direction,
    Metric,
    Model,
    Need,
    Outcomes,
    Subject,
    Value,
    none_of,
)
from evaluation.metrics.listening import MOST_SECONDS, RATE, at_16_khz, unheard
from evaluation.speech.running import inference
from evaluation.speech.weights import CARRIED, WITH_TORCH, absent, packaged, sha256_of, version_of

SIZE = 122_880  # samples of one segment, 7.68 s
HOP = RATE  # at most
MOST_SEGMENTS = int(np.ceil((MOST_SECONDS * RATE - SIZE) / HOP)) + 1
BATCH = 2
COMMAND = f"{WITH_TORCH} && {CARRIED}"
Float = NDArray[np.float32]


def segments(samples: Float) -> list[Float]:
    """Return segments of 7.68 s at most a second apart, the first and the last at the ends.

    A shorter clip is filled up with zeros. As in distillmos, but never more segments than a clip
    of a minute has; those of a longer one are evenly spread.
    """
    over = max(0, samples.size - SIZE)
    filled = np.pad(samples, (0, max(0, SIZE - samples.size)))
    count = min(int(np.ceil(over / HOP)) + 1, MOST_SEGMENTS)
    begins = [int(share * over) for share in np.linspace(0, 1, count)]
    return [filled[begin : begin + SIZE] for begin in begins]


class DistillMos:
    """Mean over segments of 7.68 s."""

    name = "distillmos"
    version = "1"
    needs = frozenset[Need]()
    metrics = (Metric("distillmos", "DistillMOS", "MOS", Direction.HIGHER, 1.0, 5.0),)

    def __init__(self, device: str = "cpu", *, threads: int = 1, batch: int = BATCH) -> None:
        """Load nothing yet. *batch*: segments in one go."""
        self._device = device
        self._threads = threads
        self._batch = batch

    def missing(self) -> str | None:
        """Without torch and torchaudio, or without the package."""
        lacking = absent("torch", "torchaudio", "distillmos", "xls_r_sqa")
        if lacking or not _weights():
            return f"DistillMOS needs torch and the package distillmos: {COMMAND}"
        return None

    def models(self) -> tuple[Model, ...]:
        """The one network."""
        path = _weights()
        digest = sha256_of(path) if path else ""
        source = f"distillmos {version_of('distillmos')} on PyPI"
        return (Model("DistillMOS v7", digest, "MIT", source),)

    def measure(self, subject: Subject) -> Outcomes:
        """Silent and very short clips are not available."""
        if reason := unheard(subject.sound):
            return none_of(self.metrics, reason)
        scores = self.scores(segments(at_16_khz(subject.sound)))
        return {self.name: Value(float(scores.mean()), {"segments": scores.size})}

    def scores(self, parts: list[Float]) -> NDArray[np.float64]:
        """Return the MOS of each segment of 7.68 s."""
        import torch  # noqa: PLC0415 - the site starts without it

        found: list[float] = []
        with inference(self._threads):
            for begin in range(0, len(parts), self._batch):
                batch = torch.from_numpy(np.stack(parts[begin : begin + self._batch]))
                found += self._model(batch.to(self._device)).flatten().tolist()
        return np.array(found)

    @cached_property
    def _model(self) -> Any:
        from distillmos.sqa import ConvTransformerSQAModel  # noqa: PLC0415

        with contextlib.redirect_stdout(io.StringIO()):  # it prints where its weights are
            model = ConvTransformerSQAModel(segmenting_in_forward=False)
        return model.eval().to(self._device)


def _weights() -> Path | None:
    return packaged("distillmos", "distillmos/weights/distill_mos_v7.pt")
