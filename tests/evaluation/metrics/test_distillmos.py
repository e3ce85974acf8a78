"""DistillMOS against its package's own command, and on spoiled speech."""

import contextlib
import io
from functools import cache
from typing import Any

import numpy as np
import pytest

from evaluation.metrics.attempt import attempt
from evaluation.metrics.base import Sound, Subject, Value
from evaluation.metrics.distillmos import MOST_SEGMENTS, SIZE, DistillMos, segments
from evaluation.metrics.listening import at_16_khz
from tests.evaluation import sounds
from tests.evaluation.sounds import Spoiler

family = DistillMos()
needs_package = [
    pytest.mark.needs_torch,
    pytest.mark.heavy,
    pytest.mark.skipif(family.missing() is not None, reason=family.missing() or ""),
]


def amount(sound: Sound) -> float:
    """The one value."""
    outcome = attempt(family, Subject(sound))["distillmos"]
    assert isinstance(outcome, Value), outcome
    return outcome.amount


@cache
def of_clean_speech() -> float:
    """Of the woman's voice as it is."""
    return amount(sounds.human())


def nine_seconds() -> Sound:
    """Of speech: three segments."""
    both = np.r_[sounds.human().samples, sounds.flite().samples]
    return Sound(np.tile(both, 5)[: 16_000 * 9], 16_000)


def of_the_package(sound: Sound) -> float:
    """What distillmos itself says, with all segments in one batch."""
    import torch  # noqa: PLC0415 - absent where these tests are skipped
    from distillmos import ConvTransformerSQAModel  # noqa: PLC0415

    with contextlib.redirect_stdout(io.StringIO()):
        model: Any = ConvTransformerSQAModel().eval()
    with torch.inference_mode():
        return float(model(torch.from_numpy(at_16_khz(sound))[None]))


class TestWithThePackage:
    """The real network and its weights."""

    pytestmark = needs_package

    @pytest.mark.parametrize("sound", [sounds.human, nine_seconds], ids=["short", "long"])
    def test_it_says_what_the_package_says(self, sound: Any) -> None:
        """Though segments go through the network in small batches here."""
        assert amount(sound()) == pytest.approx(of_the_package(sound()), abs=1e-4)

    @pytest.mark.parametrize(
        "spoiled", [sounds.noisy, sounds.clipped, sounds.reverberant, sounds.coded]
    )
    def test_clean_speech_is_above_spoiled_speech(self, spoiled: Spoiler) -> None:
        """Of a woman's voice."""
        assert of_clean_speech() > amount(spoiled(sounds.human())) + 0.1

    def test_the_digest_is_of_the_weights(self) -> None:
        """SHA-256."""
        (model,) = family.models()
        assert len(model.digest) == 64
        assert model.licence == "MIT"


def test_ten_minutes_have_no_more_segments_than_one() -> None:
    """From the first to the last sample."""
    ramp = np.arange(600 * 16_000, dtype=np.float32)
    parts = segments(ramp)
    assert len(parts) == MOST_SEGMENTS == len(segments(ramp[: 60 * 16_000]))
    assert all(part.size == SIZE for part in parts)
    assert parts[0][0] == 0
    assert parts[-1][-1] == ramp[-1]
