"""Silero's network: speech is heard, its own package agrees, and torch is not needed."""

import subprocess
import sys
from importlib import util
from typing import Any

import numpy as np
import pytest

from evaluation.speech.activity import Silero, speech_share
from tests.evaluation.real_speech import man, woman

SILERO = Silero()

needs_silero = pytest.mark.skipif(SILERO.missing() is not None, reason=str(SILERO.missing()))


@needs_silero
def test_readings_are_speech_and_noise_and_silence_are_not() -> None:
    for reading in (woman(), man()):
        assert np.mean(SILERO.probabilities(reading.samples) > 0.5) > 0.6
    noise = np.random.default_rng(3).normal(size=80_000) / 10
    for nothing in (noise, np.zeros(80_000)):
        assert np.mean(SILERO.probabilities(nothing) > 0.5) < 0.05


@needs_silero
@pytest.mark.parametrize("length", [0, 1, 511, 512, 513, 80_000])
def test_there_is_one_probability_per_frame_begun(length: int) -> None:
    probabilities = SILERO.probabilities(man().samples[:length])
    assert probabilities.shape == (-(-length // 512),)
    assert ((probabilities >= 0) & (probabilities <= 1)).all()


@needs_silero
def test_the_state_goes_from_block_to_block() -> None:
    """A run of 17 s takes more than one call; what is heard up to there is the same without it."""
    whole = np.concatenate([woman(20.0).samples, man(4.0).samples])
    at_once = SILERO.probabilities(whole)
    frames = 640
    assert at_once[:frames] == pytest.approx(SILERO.probabilities(whole[: frames * 512]), abs=1e-6)
    cold = SILERO.probabilities(whole[512 * 512 :])
    assert np.abs(at_once[512 : 512 + 100] - cold[:100]).max() > 1e-3


@pytest.mark.needs_torch
@needs_silero
@pytest.mark.filterwarnings("ignore")
def test_the_package_itself_says_the_same() -> None:
    import torch  # noqa: PLC0415 - absent where this is skipped

    silero_vad = pytest.importorskip("silero_vad")
    samples = np.concatenate([man().samples, woman(10.0).samples])
    frames = torch.from_numpy(samples[: samples.size // 512 * 512].astype(np.float32))
    model: Any = silero_vad.load_silero_vad()
    with torch.inference_mode():
        theirs = model.audio_forward(frames[None], sr=16_000)[0].numpy()
    assert SILERO.probabilities(samples)[: theirs.size] == pytest.approx(theirs, abs=1e-4)


@needs_silero
def test_torch_is_not_imported() -> None:
    program = (
        "import sys, numpy; from evaluation.speech.activity import Silero;"
        "Silero().probabilities(numpy.zeros(2000)); Silero().model();"
        "sys.exit(any(name in sys.modules for name in ('torch', 'silero_vad')))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_an_empty_folder_is_missing_its_network(tmp_path: Any) -> None:
    missing = Silero(tmp_path).missing()
    assert missing is not None
    assert "requirements-metrics-models.txt" in missing


@needs_silero
def test_the_model_is_named_with_its_digest() -> None:
    model = SILERO.model()
    assert util.find_spec("onnxruntime")
    assert len(model.digest) == 64
    assert model.licence == "MIT"


def test_the_share_of_speech_counts_frames_centred_in_a_window() -> None:
    speech = np.array([True, True, False, False])
    assert speech_share(speech, 0, 4 * 512) == 0.5
    assert speech_share(speech, 0, 2 * 512) == 1.0
    assert speech_share(speech, 257, 3 * 512) == 0.5
    assert speech_share(speech, 10_000, 11_000) == 0.0
