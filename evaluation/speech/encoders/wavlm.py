"""WavLM with an x-vector head for speaker verification, through transformers."""

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
from evaluation.speech.weights import WITH_TORCH, sha256_of

DEFAULT = "microsoft/wavlm-base-plus-sv"
DECISIVE = ("config.json", "preprocessor_config.json", "*.safetensors", "*.bin")
"""The files of a model's folder that decide its values."""


@dataclass(frozen=True, slots=True)
class WavLmXvector:
    """Any WavLMForXVector by the hub's name or by folder; nothing is downloaded unasked."""

    source: str = DEFAULT
    device: str = "cpu"
    name = "wavlm-xvector"

    def missing(self) -> str | None:
        """None, or what brings torch, transformers or the model."""
        if not all(util.find_spec(library) for library in ("torch", "transformers")):
            return f"WavLM needs torch and transformers: {WITH_TORCH}."
        if self._folder() is None:
            return (
                f"“{self.source}” is neither a folder with a model (config.json, "
                "preprocessor_config.json, weights) nor one that the hub's client has fetched: "
                f"hf download {DEFAULT if Path(self.source).is_absolute() else self.source}"
            )
        return None

    def model(self) -> Model:
        """Return the model under the name it was asked for."""
        found = self._found()
        files = sorted(path for kind in DECISIVE for path in found.glob(kind))
        return Model("WavLM x-vector", sha256_of(*files), "CC BY-SA 3.0", self.source)

    def embed(self, windows: Sequence[Samples]) -> Embeddings:
        """Return unit vectors of as many dimensions as the head has (512)."""
        return in_equal_batches(windows, self._batch)

    def _batch(self, windows: list[Samples]) -> NDArray[np.float32]:
        import torch  # noqa: PLC0415 - absent where the site runs

        extractor, network = _loaded(self._found(), self.device)
        inputs = extractor(
            [window.astype(np.float32) for window in windows],
            sampling_rate=RATE,
            return_tensors="pt",
        )
        with torch.inference_mode():
            output = network(inputs.input_values.to(self.device))
        found: NDArray[np.float32] = output.embeddings.cpu().numpy()
        return found

    def _folder(self) -> Path | None:
        if (Path(self.source) / "config.json").is_file():
            return Path(self.source)
        from huggingface_hub import try_to_load_from_cache  # noqa: PLC0415
        from huggingface_hub.errors import HFValidationError  # noqa: PLC0415

        try:
            path = try_to_load_from_cache(self.source, "config.json")
        except HFValidationError:  # a folder that is not there is no name of a model either
            return None
        return Path(path).parent if isinstance(path, str) else None

    def _found(self) -> Path:
        folder = self._folder()
        if folder is None:
            raise FileNotFoundError(self.missing())
        return folder


@cache
def _loaded(folder: Path, device: str) -> tuple[Any, Any]:
    """The extractor of features, which knows whether levels are evened, and the network."""
    import torch  # noqa: PLC0415
    from transformers import AutoFeatureExtractor, WavLMForXVector  # noqa: PLC0415

    extractor: Any = AutoFeatureExtractor.from_pretrained(folder, local_files_only=True)
    loader: Any = WavLMForXVector
    network = loader.from_pretrained(folder, dtype=torch.float32, local_files_only=True)
    return extractor, network.eval().to(device)
