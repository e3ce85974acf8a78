import numpy as np
import pytest

from corpus.audio.bandwidth import bandwidth
from corpus.audio.resampling import resample
from tests.corpus.audio.recordings import speech


@pytest.mark.parametrize("rate", [8_000, 12_000, 16_000])
def test_a_clip_from_a_narrow_source_is_known(rate: int) -> None:
    narrow = resample(resample(speech(), 24_000, rate), rate, 24_000)

    assert bandwidth(narrow) == pytest.approx(rate / 2, rel=0.08)


def test_level_does_not_matter() -> None:
    assert bandwidth(speech() / 1_000) == bandwidth(speech())


def test_silence_has_no_bandwidth() -> None:
    assert bandwidth(np.zeros(24_000)) == 0.0
