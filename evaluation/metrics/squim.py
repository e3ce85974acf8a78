"""SQUIM objective: STOI, PESQ and SI-SDR, estimated without the clean signal.

A. Kumar et al.: TorchAudio-Squim, ICASSP 2023; through torchaudio's own pipeline and weights.
"""

from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.metrics.base import (
    Detail,
    Direction,
    Metric,
    Model,
    Need,
    Outcomes,
    Sound,
    Subject,
    Value,
    none_of,
)
from evaluation.metrics.listening import MOST_SECONDS, RATE, at_16_khz, is_silent, spread, unheard
from evaluation.metrics.windows import windows
from evaluation.speech.running import hub, inference
from evaluation.speech.weights import WITH_TORCH, absent, hub_folder, sha256_of, version_of

WINDOW = 10.0
MOST_WINDOWS = int(MOST_SECONDS / WINDOW)
# The network's memory grows with the square of the length: 1 GB at 10 s, 2.3 at 20, 4.3 at 30.
WHOLE_SECONDS = 20.0
WEIGHTS = Path("torchaudio/models/squim_objective_dns2020.pth")
URL = f"https://download.pytorch.org/{WEIGHTS}"
# 0.999 + 4 / (1 + exp(−1.3669 · 4.5 + 3.8224)): P.862.2 of the highest raw score.
HIGHEST_PESQ = 4.64

_KINDS = (
    ("stoi", "STOI", "", 0.0, 1.0),
    ("pesq", "PESQ", "MOS-LQO", 1.0, HIGHEST_PESQ),
    ("si_sdr", "SI-SDR", "dB", None, None),
)


def _metrics(prefix: str, suffix: str) -> tuple[Metric, ...]:
    return tuple(
        Metric(f"{prefix}_{name}", f"SQUIM {title}{suffix}", unit, Direction.HIGHER, low, high)
        for name, title, unit, low, high in _KINDS
    )


class Squim:
    """Means over windows of 10 s, and under names of their own the values of the whole clip.

    One window at a time: padding would change values, and a batch only multiplies the memory. Of a
    clip longer than a minute six windows are heard, evenly spread.
    """

    name = "squim"
    version = "1"
    needs = frozenset[Need]()
    windowed = _metrics("squim", "")
    whole = _metrics("squim_whole", ", whole clip")
    metrics = (*windowed, *whole)

    def __init__(
        self, device: str = "cpu", folder: Path | None = None, *, threads: int = 1
    ) -> None:
        """Load nothing yet. *folder*: torch's hub folder, None for the one that torch uses."""
        self._device = device
        self._folder = folder
        self._threads = threads

    def missing(self) -> str | None:
        """Without torch and torchaudio, or without the weights in the hub folder."""
        if absent("torch", "torchaudio"):
            return f"SQUIM needs torch and torchaudio: {WITH_TORCH}"
        if not self._weights.is_file():
            return (
                f"SQUIM's weights are not at {self._weights}. Bring them: "
                f"curl -L --create-dirs -o {self._weights} {URL}"
            )
        return None

    def models(self) -> tuple[Model, ...]:
        """The network that estimates all three."""
        name = f"SQUIM objective, DNS 2020, torchaudio {version_of('torchaudio')}"
        return (Model(name, sha256_of(self._weights), "CC BY 4.0", URL),)

    def measure(self, subject: Subject) -> Outcomes:
        """Silent and very short clips are not available; silent windows are left out."""
        if reason := unheard(subject.sound):
            return none_of(self.metrics, reason)
        heard = Sound(at_16_khz(subject.sound).astype(np.float64), RATE)
        every = list(windows(heard, seconds=WINDOW, stride=WINDOW)) or [heard]
        loud = [part for part in every if not is_silent(part.samples)]
        if not loud:
            return none_of(self.metrics, "The clip is silent.")
        scores = np.stack([self.scores(loud[i]) for i in spread(len(loud), MOST_WINDOWS)])
        details: dict[str, Detail] = {"windows": len(scores), "windows_in_clip": len(every)}
        outcomes = _outcomes(self.windowed, scores.mean(axis=0), details)
        is_whole = len(every) == 1 and every[0].samples.size == heard.samples.size
        return {**outcomes, **self._of_the_whole(heard, scores[0] if is_whole else None)}

    def scores(self, sound: Sound) -> NDArray[np.float64]:
        """Return STOI, PESQ and SI-SDR of *sound*, which is at 16 kHz."""
        import torch  # noqa: PLC0415 - the site starts without it

        with inference(self._threads):
            wave = torch.from_numpy(sound.samples.astype(np.float32))[None].to(self._device)
            return np.array([float(score) for score in self._model(wave)])

    def _of_the_whole(self, heard: Sound, known: NDArray[np.float64] | None) -> Outcomes:
        if known is None and heard.seconds > WHOLE_SECONDS:
            return none_of(
                self.whole,
                f"The clip is longer than {WHOLE_SECONDS:.0f} s, and memory grows with the square "
                "of the length. The values over windows tell of it.",
            )
        return _outcomes(self.whole, self.scores(heard) if known is None else known, {})

    @property
    def _weights(self) -> Path:
        return hub_folder(self._folder) / WEIGHTS

    @cached_property
    def _model(self) -> Any:
        from torchaudio.pipelines import SQUIM_OBJECTIVE  # noqa: PLC0415

        if not self._weights.is_file():  # torchaudio would begin to download
            raise FileNotFoundError(self._weights)
        with hub(hub_folder(self._folder)):
            return SQUIM_OBJECTIVE.get_model().to(self._device)


def _outcomes(
    metrics: tuple[Metric, ...], scores: NDArray[np.float64], details: dict[str, Detail]
) -> Outcomes:
    if not np.isfinite(scores).all():
        return none_of(metrics, "SQUIM has no finite value for this clip.")
    return {m.name: Value(float(s), details) for m, s in zip(metrics, scores, strict=True)}
