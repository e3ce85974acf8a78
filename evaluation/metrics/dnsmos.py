"""DNSMOS: quality of speech, noise and the whole, as listeners of P.835 and P.808 would rate it.

C. Reddy, V. Gopal, R. Cutler: DNSMOS P.835, ICASSP 2022. The weights come with the package
``speechmos``; the computation follows its dnsmos.py and needs neither torch nor librosa.
"""

from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

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
from evaluation.metrics.listening import MOST_SECONDS, RATE, at_16_khz, spread, unheard
from evaluation.speech.mel import log_mel
from evaluation.speech.weights import (
    CARRIED,
    WITHOUT_TORCH,
    absent,
    packaged,
    sha256_of,
    version_of,
)

SECONDS = 9.01
SIZE = int(SECONDS * RATE)
BATCH = 4
COMMAND = f"{WITHOUT_TORCH} && {CARRIED}"
P835, P808 = "sig_bak_ovr.onnx", "model_v8.onnx"
# What turns the network's answers into MOS, highest power first; from speechmos.dnsmos.
POLYNOMIALS = (
    (-0.08397278, 1.22083953, 0.0052439),
    (-0.13166888, 1.60915514, -0.39604546),
    (-0.06766283, 1.11546468, 0.04602535),
)
# DNSMOS gives noise the low score that it deserves, but silence and faint noise a good background.
LEAST_SPEECH = 0.01
FAINT_DB = -40.0
CLAIM = "PCC with P.835 votes per model: SIG 0.94, BAK 0.98, OVRL 0.98 (Reddy et al. 2022)"

Float = NDArray[np.float32]


class Activity(Protocol):
    """Tells speech from all else."""

    def missing(self) -> str | None:
        """None if it can run, else what brings it."""

    def speech_share(self, sound: Sound) -> float:
        """Return the share of *sound*, 0 … 1, in which somebody speaks."""


def _mos(name: str, title: str, claim: str) -> Metric:
    return Metric(name, title, "MOS", Direction.HIGHER, None, None, claim)


def _bounds(size: int) -> list[tuple[int, int]]:
    """Begin and end of each window in *size* samples, one second apart.

    speechmos computes the end in floating point and leaves out windows that come out one sample
    short, those that begin after 7 to 23 s among them. To have its values, so does this.
    """
    count = int(np.floor(size / RATE) - SECONDS) + 1
    bounds = ((index * RATE, int((index + SECONDS) * RATE)) for index in range(count))
    return [(begin, end) for begin, end in bounds if end <= size and end - begin >= SIZE]


MOST_WINDOWS = len(_bounds(round(MOST_SECONDS * RATE)))


def segments(samples: Float) -> list[Float]:
    """Return the windows of 9.01 s of *samples* at 16 kHz, as speechmos cuts them.

    A shorter clip is doubled until it fills one.
    """
    while samples.size < SIZE:
        samples = np.append(samples, samples)
    return [samples[begin:end] for begin, end in _bounds(samples.size)]


class Dnsmos:
    """SIG, BAK and OVRL of P.835, and the MOS of P.808: means over windows of 9.01 s.

    Of a clip longer than a minute as many windows are heard as a minute has, evenly spread.
    """

    name = "dnsmos"
    version = "1"
    needs = frozenset[Need]()
    metrics = (
        _mos("dnsmos_sig", "DNSMOS, speech", CLAIM),
        _mos("dnsmos_bak", "DNSMOS, background", CLAIM),
        _mos("dnsmos_ovrl", "DNSMOS, overall", CLAIM),
        _mos("dnsmos_p808", "DNSMOS P.808", ""),
    )

    def __init__(self, activity: Activity, *, threads: int = 1, batch: int = BATCH) -> None:
        """Load nothing yet. *threads*: of one inference; *batch*: windows in one go."""
        self._activity = activity
        self._threads = threads
        self._batch = batch

    def missing(self) -> str | None:
        """Without onnxruntime or the package that holds the weights."""
        if absent("onnxruntime") or not (_weights(P835) and _weights(P808)):
            return f"DNSMOS needs onnxruntime and the weights in speechmos: {COMMAND}"
        return self._activity.missing()

    def models(self) -> tuple[Model, ...]:
        """Both networks."""
        source = f"speechmos {version_of('speechmos')} on PyPI"
        return tuple(
            Model(f"DNSMOS {kind}", sha256_of(_found(file)), "MIT", source)
            for kind, file in (("P.835", P835), ("P.808", P808))
        )

    def measure(self, subject: Subject) -> Outcomes:
        """Silent or very short clips, and faint ones without speech, are not available."""
        reason = unheard(subject.sound) or self._speechless(subject.sound)
        if reason:
            return none_of(self.metrics, reason)
        parts = segments(at_16_khz(subject.sound))
        scores = self.scores([parts[index] for index in spread(len(parts), MOST_WINDOWS)])
        details: dict[str, Detail] = {"windows": len(scores), "windows_in_clip": len(parts)}
        return {
            metric.name: Value(float(amount), details)
            for metric, amount in zip(self.metrics, scores.mean(axis=0), strict=True)
        }

    def scores(self, parts: list[Float]) -> NDArray[np.float64]:
        """Return SIG, BAK, OVRL and P.808 of each window of 9.01 s, shaped (windows, 4)."""
        rows = []
        for begin in range(0, len(parts), self._batch):
            batch = np.stack(parts[begin : begin + self._batch])
            raw = self._p835.run(None, {"input_1": batch})[0].astype(np.float64)
            features = np.stack([log_mel(part[:-160]) for part in batch])
            p808 = self._p808.run(None, {"input_1": features})[0].astype(np.float64)
            fitted = [np.polyval(p, raw[:, i]) for i, p in enumerate(POLYNOMIALS)]
            rows.append(np.column_stack([*fitted, p808[:, 0]]))
        return np.concatenate(rows)

    def _speechless(self, sound: Sound) -> str | None:
        if _level(sound) > FAINT_DB or self._activity.speech_share(sound) >= LEAST_SPEECH:
            return None
        return "No speech is heard in the clip, and DNSMOS gives silence a good background."

    @cached_property
    def _p835(self) -> Any:
        return self._session(P835)

    @cached_property
    def _p808(self) -> Any:
        return self._session(P808)

    def _session(self, file: str) -> Any:
        import onnxruntime  # noqa: PLC0415 - the site starts without it

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self._threads
        options.inter_op_num_threads = 1
        return onnxruntime.InferenceSession(
            str(_found(file)), options, providers=["CPUExecutionProvider"]
        )


def _weights(file: str) -> Path | None:
    return packaged("speechmos", f"speechmos/dnsmos_models/{file}")


def _found(file: str) -> Path:
    path = _weights(file)
    if path is None:
        raise FileNotFoundError(f"The weights {file} are missing: {COMMAND}")
    return path


def _level(sound: Sound) -> float:
    """RMS around the mean, in dB of full scale."""
    return float(20 * np.log10(max(1e-10, float(sound.samples.std()))))
