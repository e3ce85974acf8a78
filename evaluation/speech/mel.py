"""The log-mel features that DNSMOS P.808 was trained on, without librosa."""

import numpy as np
from numpy.typing import NDArray

RATE = 16_000
SIZE, HOP, BANDS = 321, 160, 120
DYNAMIC_DB = 80.0
Float = NDArray[np.float32]


def _to_hz(mel: NDArray[np.float64]) -> NDArray[np.float64]:
    """Slaney's scale: linear below 1 kHz (15 mel), 27 logarithmic steps to 6.4 kHz above."""
    linear = mel * 200 / 3
    return np.where(mel < 15, linear, 1000 * np.exp((mel - 15) * np.log(6.4) / 27))


def _filters() -> Float:
    """Triangles of equal area, shaped (BANDS, SIZE // 2 + 1); librosa.filters.mel, norm slaney."""
    bins = np.fft.rfftfreq(SIZE, 1 / RATE)
    highest = 15 + 27 * np.log(RATE / 2 / 1000) / np.log(6.4)
    edges = _to_hz(np.linspace(0.0, highest, BANDS + 2))
    widths = np.diff(edges)
    ramps = edges[:, None] - bins
    rising = -ramps[:-2] / widths[:-1, None]
    falling = ramps[2:] / widths[1:, None]
    area = 2 / (edges[2:] - edges[:-2])
    triangles: Float = (np.maximum(0, np.minimum(rising, falling)) * area[:, None]).astype("f4")
    return triangles


_FILTERS = _filters()
# A periodic Hann window.
_WINDOW = (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(SIZE) / SIZE)).astype(np.float32)


def log_mel(samples: Float) -> Float:
    """Return (frames, BANDS) of 1-D *samples* at 16 kHz: dB below the loudest, (x + 40) / 40.

    Frames of 321 samples every 160, centred, zeros beyond the ends; floor of 80 dB.
    Source: speechmos.dnsmos.DNSMOS.audio_melspec on librosa.feature.melspectrogram.
    """
    padded = np.pad(samples, SIZE // 2)
    frames = np.lib.stride_tricks.sliding_window_view(padded, SIZE)[::HOP]
    power = np.abs(np.fft.rfft(frames * _WINDOW, axis=1).astype(np.complex64)) ** 2
    mel = power @ _FILTERS.T
    level = 10 * np.log10(np.maximum(1e-10, mel))
    level -= 10 * np.log10(max(1e-10, float(mel.max())))
    scaled: Float = ((np.maximum(level, level.max() - DYNAMIC_DB) + 40) / 40).astype(np.float32)
    return scaled
