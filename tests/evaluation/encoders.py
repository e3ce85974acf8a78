"""A speaker encoder without a network, and a WavLM that fits into a test."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from evaluation.metrics.base import Model, Samples
from evaluation.speech.encoders.base import Embeddings, unit


class LongTermSpectrum:
    """The mean log spectrum in 24 bands, less its mean: crude, but it tells bass from treble."""

    name = "spectrum"

    def missing(self) -> str | None:
        """Return None: NumPy is all it needs."""
        return None

    def model(self) -> Model:
        """Return no network."""
        return Model("Long-term spectrum", "", "none", "tests")

    def embed(self, windows: Sequence[Samples]) -> Embeddings:
        """Return unit vectors of 24 dimensions."""
        return unit(np.stack([self._bands(window) for window in windows]))

    def _bands(self, window: Samples) -> Embeddings:
        frames = np.lib.stride_tricks.sliding_window_view(window, 512)[::256]
        power = np.abs(np.fft.rfft(frames * np.hanning(512))) ** 2
        bands: Embeddings = np.log(power[:, 8:200].reshape(len(frames), 24, 8).sum(axis=2) + 1e-9)
        mean: Embeddings = bands.mean(axis=0)
        mean -= mean.mean()
        return mean


def save_tiny_wavlm(folder: Path) -> None:
    """Save a WavLM of two layers with random weights, its x-vector head and its extractor."""
    import torch  # noqa: PLC0415 - absent where the tests of it are skipped
    from transformers import Wav2Vec2FeatureExtractor, WavLMConfig, WavLMForXVector  # noqa: PLC0415

    torch.manual_seed(5)
    shape = WavLMConfig(
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        conv_dim=(16,) * 7,
        num_conv_pos_embeddings=16,
        num_conv_pos_embedding_groups=4,
        tdnn_dim=(32, 32, 32, 32, 64),
        xvector_output_dim=24,
    )
    network: Any = WavLMForXVector(shape)
    network.save_pretrained(folder)
    extractor: Any = Wav2Vec2FeatureExtractor(do_normalize=True)
    extractor.save_pretrained(folder)
