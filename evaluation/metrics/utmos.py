"""UTMOS: naturalness of synthetic speech, as listeners of the VoiceMOS Challenge 2022 rate it.

T. Saeki et al.: UTMOS, Interspeech 2022; its strong learner, in the form that torch's hub has.
"""

import sys
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
    NotAvailable,
    Outcomes,
    Sound,
    Subject,
    Value,
    none_of,
)
from evaluation.metrics.listening import MOST_SECONDS, RATE, at_16_khz, spread, unheard
from evaluation.metrics.windows import windows
from evaluation.speech.running import hub, inference, package_at
from evaluation.speech.weights import WITH_TORCH, absent, hub_folder, sha256_of

REPOSITORY = "tarepan/SpeechMOS:v1.2.0"
CODE = Path("tarepan_SpeechMOS_v1.2.0")
WEIGHTS = Path("checkpoints/utmos22_strong_step7459_v1.pt")
SOURCE = "https://github.com/tarepan/SpeechMOS, weights of sarulab-speech/UTMOS22"
# Beyond a minute: attention over the whole would take memory with the square of the length.
WINDOW = 30.0
MOST_WINDOWS = int(MOST_SECONDS / WINDOW)


class Utmos:
    """One MOS of the whole clip; longer than a minute, the mean of two windows of 30 s."""

    name = "utmos"
    version = "1"
    needs = frozenset[Need]()
    metrics = (Metric("utmos", "UTMOS", "MOS", Direction.HIGHER, None, None),)

    def __init__(
        self, device: str = "cpu", folder: Path | None = None, *, threads: int = 1
    ) -> None:
        """Load nothing yet. *folder*: torch's hub folder, None for the one that torch uses."""
        self._device = device
        self._folder = folder
        self._threads = threads

    def missing(self) -> str | None:
        """Without torch and torchaudio, or without code and weights in the hub folder."""
        if absent("torch", "torchaudio"):
            return f"UTMOS needs torch and torchaudio: {WITH_TORCH}"
        folder = hub_folder(self._folder)
        for path in (folder / CODE / "hubconf.py", folder / WEIGHTS):
            if not path.is_file():
                return (
                    f'UTMOS lacks {path}. Bring it: python -c "import torch; '
                    f"torch.hub.set_dir('{folder}'); "
                    f"torch.hub.load('{REPOSITORY}', 'utmos22_strong', trust_repo=True)\""
                )
        return None

    def models(self) -> tuple[Model, ...]:
        """The strong learner."""
        digest = sha256_of(hub_folder(self._folder) / WEIGHTS)
        return (Model("UTMOS22 strong, step 7459", digest, "MIT", SOURCE),)

    def measure(self, subject: Subject) -> Outcomes:
        """Silent and very short clips are not available."""
        if reason := unheard(subject.sound):
            return none_of(self.metrics, reason)
        samples = at_16_khz(subject.sound)
        parts = [samples]
        if samples.size > MOST_SECONDS * RATE:
            whole = Sound(samples.astype(np.float64), RATE)
            every = list(windows(whole, seconds=WINDOW, stride=WINDOW))
            parts = [every[i].samples.astype("f4") for i in spread(len(every), MOST_WINDOWS)]
        score = float(np.mean([self._score(part) for part in parts]))
        if not np.isfinite(score):
            return {self.name: NotAvailable("UTMOS has no finite value for this clip.")}
        return {self.name: Value(score, {"windows": len(parts)})}

    def _score(self, samples: NDArray[np.float32]) -> float:
        import torch  # noqa: PLC0415 - the site starts without it

        with inference(self._threads):
            wave = torch.from_numpy(samples)[None].to(self._device)
            return float(self._model(wave, RATE))

    @cached_property
    def _model(self) -> Any:
        import torch  # noqa: PLC0415

        folder = hub_folder(self._folder)
        if not (folder / WEIGHTS).is_file():  # the hub would begin to download
            raise FileNotFoundError(folder / WEIGHTS)
        # Microsoft's package of DNSMOS is called speechmos too, and would hide this one.
        with hub(folder), package_at("speechmos", folder / CODE / "speechmos"):
            load: Any = torch.hub.load
            try:
                model = load(str(folder / CODE), "utmos22_strong", source="local", progress=False)
            finally:
                sys.modules.pop("hubconf", None)
        return model.eval().to(self._device)
