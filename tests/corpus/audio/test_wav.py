import io
import struct
import wave

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.audio.wav import quantize, write_wav
from tests.corpus.audio.recordings import speech


def test_the_header_is_44_bytes_of_format_and_data() -> None:
    data = write_wav(np.zeros(1_000), 24_000)

    assert data[:44] == (
        b"RIFF" + struct.pack("<I", 2_036) + b"WAVE"
        b"fmt \x10\x00\x00\x00\x01\x00\x01\x00\xc0\x5d\x00\x00\x80\xbb\x00\x00\x02\x00\x10\x00"
        b"data" + struct.pack("<I", 2_000)
    )
    assert len(data) == 44 + 2_000


def test_others_read_it_as_24_khz_mono_16_bit() -> None:
    with wave.open(io.BytesIO(write_wav(speech(), 24_000))) as file:
        assert file.getparams()[:4] == (1, 2, 24_000, speech().size)


@settings(derandomize=True)
@given(frames=st.integers(0, 5_000), amplitude=st.floats(0, 0.99))
def test_size_depends_on_duration_alone(frames: int, amplitude: float) -> None:
    samples = np.random.default_rng(frames).uniform(-amplitude, amplitude, frames)

    assert len(write_wav(samples, 24_000)) == 44 + 2 * frames


def test_the_same_samples_give_the_same_bytes() -> None:
    assert write_wav(speech(), 24_000) == write_wav(speech(), 24_000)


def test_dither_is_triangular_white_and_one_step_high() -> None:
    """TPDF dither of ±1 step and rounding leave an error variance of 1/4 step² on silence."""
    dithered = quantize(np.zeros(100_000)).astype(np.float64)

    assert set(dithered) == {-1.0, 0.0, 1.0}
    assert dithered.var() == pytest.approx(1 / 4, rel=0.02)
    assert abs(np.corrcoef(dithered[1:], dithered[:-1])[0, 1]) < 0.02


def test_all_clips_begin_with_the_same_bytes_of_silence() -> None:
    first = quantize(np.concatenate([np.zeros(2_280), speech()]))
    second = quantize(np.concatenate([np.zeros(2_280), speech()[::-1]]))

    assert first[:2_280].tobytes() == second[:2_280].tobytes()
    assert first[:2_280].any()


def test_clipping_is_refused_not_done() -> None:
    with pytest.raises(ValueError, match="clip"):
        write_wav(np.array([0.0, 1.1]), 24_000)
