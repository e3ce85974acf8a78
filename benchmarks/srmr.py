"""SRMR (fast) computed plainly, as SRMRpy and the gammatone package do: what ours must equal.

One Fourier transform per frame, one filter run per gammatone and modulation channel, frames cut and
windowed one channel after the other.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.signal import lfilter

Array = NDArray[np.float64]

Q_EAR, LEAST = 9.26449, 24.7
ENVELOPE_RATE = 400.0


def srmr(samples: Array, rate: int) -> float:
    """Return the ratio of slow to fast modulations of one clip, norm=False."""
    envelopes = _gammatonegram(samples, rate)
    size, hop = int(np.ceil(0.256 * ENVELOPE_RATE)), int(np.ceil(0.064 * ENVELOPE_RATE))
    centres = np.array([4.0 * 32 ** (k / 7) for k in range(8)])
    window = np.hamming(size + 1)[:-1]
    frames = 1 + (envelopes.shape[1] - size) // hop
    starts = hop * np.arange(frames)[:, None] + np.arange(size)
    energy = np.zeros((len(envelopes), 8, frames))
    for i, envelope in enumerate(envelopes):
        for j, centre in enumerate(centres):
            filtered = _modulation_filter(envelope, centre)
            energy[i, j] = np.sum((window * filtered[starts]) ** 2, axis=1)
    mean = energy.mean(axis=2)
    bands = _bands(mean.sum(axis=1), centres, rate)
    return float(mean[:, :4].sum() / mean[:, 4:bands].sum())


def _centres(rate: int) -> Array:
    """23 frequencies, falling."""
    corner = Q_EAR * LEAST
    share = np.arange(1, 24) / 23
    span = np.log(125 + corner) - np.log(rate / 2 + corner)
    falling: Array = -corner + np.exp(share * span) * (rate / 2 + corner)
    return falling


def _gammatonegram(samples: Array, rate: int) -> Array:
    width, hop = int(0.010 * rate + 0.5), int(0.0025 * rate + 0.5)
    size = int(2 ** np.ceil(np.log2(2 * width)))
    window = np.zeros(size)
    middle, half = size // 2, width // 2
    lobe = 0.5 * (1 + np.cos(np.pi * np.arange(half) / half))
    window[middle : middle + half] = lobe
    window[middle : middle - half : -1] = lobe
    spectra = np.zeros((size // 2 + 1, 1 + (samples.size - size) // hop), complex)
    for column, begin in enumerate(range(0, samples.size - size, hop)):
        spectra[:, column] = np.fft.fft(window * samples[begin : begin + size])[: size // 2 + 1]
    weights: Array = _weights(_centres(rate)[::-1], rate, size)
    envelopes: Array = weights.dot(np.abs(spectra)) / size
    return envelopes


def _weights(centres: Array, rate: int, size: int) -> Array:
    """|H| of each filter, from the coefficients of Slaney's four sections of second order."""
    step = 1 / rate
    damping = 1.019 * 2 * np.pi * (centres / Q_EAR + LEAST)
    angle = 2 * np.pi * centres * step
    shrink = np.exp(-damping * step)
    unit = np.exp(2j * np.pi * np.arange(size // 2 + 1) / size)[None]
    pole = (shrink * np.exp(1j * angle))[:, None]
    weights = np.abs(rate * (pole - unit) * (pole.conj() - unit)) ** -4.0
    gain = (step / (-shrink + 1 + np.exp(2j * angle) * (1 - 1 / shrink)) / shrink) ** 4
    for root in (
        np.sqrt(3 + 2**1.5),
        -np.sqrt(3 + 2**1.5),
        np.sqrt(3 - 2**1.5),
        -np.sqrt(3 - 2**1.5),
    ):
        skew = np.cos(angle) + root * np.sin(angle)
        weights = weights * np.abs(unit - (step * shrink * skew * rate)[:, None])
        gain = gain * (np.exp(2j * angle) - np.exp(1j * angle - damping * step) * skew)
    weighted: Array = weights / np.abs(gain)[:, None]
    return weighted


def _modulation_filter(envelope: Array, centre: float) -> Array:
    warped = np.tan(np.pi * centre / ENVELOPE_RATE)
    width = warped / 2
    denominator = [1 + width + warped**2, 2 * warped**2 - 2, 1 - width + warped**2]
    filtered: Array = lfilter([width, 0, -width], denominator, envelope)
    return filtered


def _bands(energy: Array, centres: Array, rate: int) -> int:
    percent = np.cumsum(np.flipud(energy * 100 / energy.sum()))
    bandwidths = np.flipud(_centres(rate) / Q_EAR + LEAST)
    bandwidth = bandwidths[np.where(percent > 90)[0][0]]
    edges = centres - np.tan(np.pi * centres / rate) / 2 * rate / (2 * np.pi)
    for bands in (5, 6, 7):
        if edges[bands - 1] < bandwidth < edges[bands]:
            return bands
    return 8
