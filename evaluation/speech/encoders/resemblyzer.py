"""Resemblyzer's encoder: generalised end-to-end loss (Wan et al. 2018), 256 dimensions.

Only the weights are taken from the package. Importing it brings librosa, numba and webrtcvad; its
network is three recurrent layers and a projection, and its mel spectrogram is torchaudio's.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import util
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.metrics.base import Model, Samples
from evaluation.speech.encoders.base import BATCH, RATE, Embeddings, unit
from evaluation.speech.weights import CARRIED, WITH_TORCH, packaged, sha256_of

COMMAND = f"{WITH_TORCH} && {CARRIED}"
LOUDNESS_DBFS = -30.0
HOP = 160
PART = 160  # frames of 10 ms in one pass of the network
STEP = round(RATE / 1.3 / HOP)  # 1.3 passes begin per second
LEAST_COVERAGE = 0.75

Mel = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Resemblyzer:
    """The package's ``embed_utterance``: parts of 1.6 s, 1.3 per second, averaged.

    Of ``preprocess_wav`` the rise of quiet speech to −30 dBFS is done; pauses are not cut out, for
    a window would then no longer be what its times say.

    weights: a file like the package's pretrained.pt; None: that one.
    """

    weights: Path | None = None
    device: str = "cpu"
    name = "resemblyzer"

    def missing(self) -> str | None:
        """None, or what brings torch and the weights."""
        if not all(util.find_spec(library) for library in ("torch", "torchaudio")):
            return f"Resemblyzer's encoder needs torch and torchaudio: {COMMAND}."
        if self._path() is None:
            return f"The weights of Resemblyzer are not on this machine: {COMMAND}."
        return None

    def model(self) -> Model:
        """Return the encoder."""
        return Model("Resemblyzer", sha256_of(self._file()), "Apache-2.0", "pip:Resemblyzer")

    def embed(self, windows: Sequence[Samples]) -> Embeddings:
        """Return unit vectors of 256 dimensions, none of them negative."""
        parts = [_parts(_raised(window)) for window in windows]
        flat = unit(self._pass([part for of_window in parts for part in of_window]))
        ends = np.cumsum([len(of_window) for of_window in parts])
        return unit(np.stack([part.mean(axis=0) for part in np.split(flat, ends[:-1])]))

    def _pass(self, mels: list[Mel]) -> NDArray[np.float32]:
        """The network's output for each part, shape (parts, 256)."""
        import torch  # noqa: PLC0415 - absent where the site runs

        lstm, linear = _network(self._file(), self.device)
        found = []
        with torch.inference_mode():
            for begin in range(0, len(mels), 4 * BATCH):
                batch = torch.from_numpy(np.stack(mels[begin : begin + 4 * BATCH]))
                _, (hidden, _) = lstm(batch.to(self.device))
                found.append(torch.relu(linear(hidden[-1])).cpu().numpy())
        return np.concatenate(found)

    def _path(self) -> Path | None:
        if self.weights is None:
            return packaged("Resemblyzer", "resemblyzer/pretrained.pt")
        return self.weights if self.weights.is_file() else None

    def _file(self) -> Path:
        path = self._path()
        if path is None:
            raise FileNotFoundError(self.missing())
        return path


@cache
def _network(path: Path, device: str) -> tuple[Any, Any]:
    import torch  # noqa: PLC0415

    state = torch.load(path, map_location="cpu", weights_only=True)["model_state"]
    layers = []
    for prefix, layer in (
        ("lstm.", torch.nn.LSTM(40, 256, 3, batch_first=True)),
        ("linear.", torch.nn.Linear(256, 256)),
    ):
        own = {key.removeprefix(prefix): v for key, v in state.items() if key.startswith(prefix)}
        layer.load_state_dict(own)
        layers.append(layer.eval().to(device))
    return layers[0], layers[1]


def _raised(samples: Samples) -> Samples:
    """Quiet speech at −30 dBFS; louder speech as it is."""
    level = float(np.sqrt(np.mean(samples**2)))
    wanted = 10 ** (LOUDNESS_DBFS / 20)
    return samples * (wanted / level) if 0 < level < wanted else samples


def _parts(samples: Samples) -> list[Mel]:
    """Mel spectrograms of 1.6 s, shape (160, 40); the last is kept if it covers 1.2 s."""
    frames = ceil((samples.size + 1) / HOP)
    begins = list(range(0, max(1, frames - PART + STEP + 1), STEP))
    if len(begins) > 1 and (samples.size - begins[-1] * HOP) / (PART * HOP) < LEAST_COVERAGE:
        begins.pop()
    needed = (begins[-1] + PART) * HOP
    padded = np.pad(samples, (0, max(0, needed - samples.size)))
    mel = _mel_spectrogram(padded)
    return [mel[begin : begin + PART] for begin in begins]


def _mel_spectrogram(samples: Samples) -> Mel:
    """Power in 40 mel bands, shape (frames, 40): librosa's defaults."""
    import torch  # noqa: PLC0415

    with torch.inference_mode():
        mel = _transform()(torch.from_numpy(samples.astype(np.float32)))
    found: Mel = mel.numpy().T
    return found


@cache
def _transform() -> Any:
    from torchaudio.transforms import MelSpectrogram  # noqa: PLC0415

    return MelSpectrogram(
        sample_rate=RATE,
        n_fft=400,
        hop_length=HOP,
        n_mels=40,
        norm="slaney",
        mel_scale="slaney",
        pad_mode="constant",
    )
