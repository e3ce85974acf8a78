"""Voice activity by Silero's network, from the files of its package and without torch.

The package itself imports torch, so its ONNX file is found through its installation record.
"""

from dataclasses import dataclass
from functools import cache
from importlib import util
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corpus.audio.resampling import resample
from evaluation.metrics.base import Model, Samples, Sound
from evaluation.speech.weights import CARRIED, WITHOUT_TORCH, packaged, sha256_of

RATE = 16_000
FRAME = 512
CONTEXT = 64
FRAMES_AT_ONCE = 512
SPEECH = 0.5

PACKAGE = "silero-vad"
FILE = "silero_vad/data/silero_vad_16k_sequence.onnx"
COMMAND = f"{WITHOUT_TORCH} && {CARRIED}"

Probabilities = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Silero:
    """Probability of speech per frame of 32 ms.

    folder: where the network lies as silero_vad_16k_sequence.onnx; None: in the package. That file
    is the network unrolled over a run of frames, so that one call does 16 s with the values of
    frame by frame; it came with version 6.2 of the package.
    """

    folder: Path | None = None

    def missing(self) -> str | None:
        """None if it can run, else what brings it."""
        if util.find_spec("onnxruntime") is None or self._path() is None:
            return f"Voice activity needs Silero's network and onnxruntime: {COMMAND}."
        return None

    def model(self) -> Model:
        """Which network."""
        return Model("Silero VAD", sha256_of(self._file()), "MIT", "pip:silero-vad")

    def probabilities(self, samples: Samples) -> Probabilities:
        """Return P(speech) of each frame of 512 of *samples* at 16 kHz; the last is padded.

        Each frame sees the 64 samples before it, and the state that the frames before have left.
        """
        session = _session(self._file())
        state = {name: np.zeros((1, 1, 128), np.float32) for name in ("h", "c")}
        context = np.zeros(CONTEXT, np.float32)
        found = [np.zeros(0, np.float32)]
        for block in _blocks(samples):
            frames = _with_context(context, block)
            context = block[-1, -CONTEXT:]
            values, state["h"], state["c"] = session.run(
                ["speech_probs", "hn", "cn"], {"input": frames, **state}
            )
            found.append(values.reshape(-1))
        return np.concatenate(found)

    def speech_share(self, sound: Sound) -> float:
        """Return the share of *sound*, 0 … 1, in whose frames speech is more likely than not."""
        samples = resample(sound.samples, sound.rate, RATE)
        speech = self.probabilities(samples) >= SPEECH
        return float(np.mean(speech)) if speech.size else 0.0

    def _path(self) -> Path | None:
        path = self.folder / Path(FILE).name if self.folder else packaged(PACKAGE, FILE)
        return path if path is not None and path.is_file() else None

    def _file(self) -> Path:
        path = self._path()
        if path is None:
            raise FileNotFoundError(self.missing())
        return path


def speech_share(speech: NDArray[np.bool_], begin: int, end: int) -> float:
    """Return the share of frames with *speech* among those centred in the samples begin … end.

    0 where no frame is.
    """
    centres = np.arange(speech.size) * FRAME + FRAME // 2
    within = speech[(centres >= begin) & (centres < end)]
    return float(np.mean(within)) if within.size else 0.0


def _blocks(samples: Samples) -> list[NDArray[np.float32]]:
    """Frames of 512 in blocks of 512 frames; the last frame is filled with zeros."""
    padded = np.zeros(-(-samples.size // FRAME) * FRAME, np.float32)
    padded[: samples.size] = samples
    frames = padded.reshape(-1, FRAME)
    return [frames[at : at + FRAMES_AT_ONCE] for at in range(0, len(frames), FRAMES_AT_ONCE)]


def _with_context(context: NDArray[np.float32], block: NDArray[np.float32]) -> Probabilities:
    """Each frame behind the last samples of the one before it, shape (frames, 64 + 512)."""
    before = np.vstack([context, block[:-1, -CONTEXT:]])
    return np.hstack([before, block])


@cache
def _session(path: Path) -> Any:
    import onnxruntime  # noqa: PLC0415 - absent where metrics are not installed

    options = onnxruntime.SessionOptions()
    options.inter_op_num_threads = options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(
        str(path), sess_options=options, providers=["CPUExecutionProvider"]
    )
