"""Values that ITU-R BS.1770-4 and EBU Tech 3341 state for test tones."""

import numpy as np
import pytest

from corpus.audio.loudness import integrated_loudness, true_peak
from corpus.audio.signal import Samples


def tone(
    frequency: float, peak_db: float, rate: int, seconds: float = 5, phase: float = 0
) -> Samples:
    time = np.arange(round(rate * seconds)) / rate
    return 10 ** (peak_db / 20) * np.sin(2 * np.pi * frequency * time + phase)


@pytest.mark.parametrize("rate", [24_000, 48_000])
def test_a_full_scale_tone_of_997_hz_reads_minus_3_01_lufs(rate: int) -> None:
    """BS.1770-4: 0 dBFS at 997 Hz in one channel is −3.01 LKFS."""
    assert integrated_loudness(tone(997, 0, rate), rate) == pytest.approx(-3.01, abs=0.1)


def test_silence_between_sentences_does_not_count() -> None:
    sentence = tone(997, -20, 24_000)
    with_pause = np.concatenate([sentence, np.zeros(24_000 * 10), sentence])

    assert integrated_loudness(with_pause) == pytest.approx(integrated_loudness(sentence), abs=0.3)


def test_digital_silence_has_no_loudness() -> None:
    assert integrated_loudness(np.zeros(24_000)) == -np.inf
    assert true_peak(np.zeros(24_000)) == -np.inf


@pytest.mark.parametrize("phase_degrees", [0, 45, 60, 67.5])
@pytest.mark.parametrize("divisor", [4, 6, 8])
def test_peaks_between_samples_are_seen(divisor: int, phase_degrees: float) -> None:
    """EBU Tech 3341 cases 15–19: tones at fs/4, fs/6 and fs/8 read −6.0 dBTP, +0.2 / −0.4 dB."""
    ramp = np.hanning(2 * 24_000)  # no click at the ends
    samples = tone(24_000 / divisor, -6, 24_000, 2, np.deg2rad(phase_degrees)) * ramp

    assert -6.4 <= true_peak(samples) <= -5.8


def test_a_true_peak_is_never_below_the_sample_peak() -> None:
    impulse = np.zeros(2_400)
    impulse[1_200] = 1.0

    assert true_peak(impulse) >= 0
