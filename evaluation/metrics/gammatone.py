"""Gammatone envelopes from short Fourier transforms: a gammatonegram.

A bank of gammatone filters between a lowest frequency and half the rate, evenly spaced on the scale
of equivalent rectangular bandwidths (Glasberg & Moore 1990), as digital filters of fourth order
(Slaney 1993, Apple technical report 35). A filter is not run: its magnitude response, one at its
centre, weighs the magnitudes of the short Fourier transform (Ellis 2009).
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from evaluation.metrics.base import Samples
from ratings.statistics.blas import single_threaded

EAR_Q = 9.26449
LEAST_BANDWIDTH = 24.7
BANDWIDTH_FACTOR = 1.019  # of a gammatone filter of fourth order, per equivalent rectangular one
BLOCK = 64  # frames transformed at once: fits the processor's cache, and bounds memory

Array = NDArray[np.float64]


def centre_frequencies(filters: int, lowest: float, rate: int) -> Array:
    """Return *filters* frequencies in Hz, rising from *lowest* to below half the rate."""
    corner = EAR_Q * LEAST_BANDWIDTH
    steps = np.arange(filters, 0, -1) / filters
    top, bottom = np.log(rate / 2 + corner), np.log(lowest + corner)
    centres: Array = np.exp(top + steps * (bottom - top)) - corner
    return centres


def equivalent_bandwidths(centres: Array) -> Array:
    """Return the equivalent rectangular bandwidth in Hz at each frequency."""
    bandwidths: Array = centres / EAR_Q + LEAST_BANDWIDTH
    return bandwidths


def magnitude_responses(centres: Array, frequencies: Array, rate: int) -> Array:
    """Return |H(f)|, shape (centres, frequencies), each filter scaled to one at its centre."""
    return _response(centres, frequencies, rate) / _response(centres, centres[:, None], rate)


def _response(centres: Array, frequencies: Array, rate: int) -> Array:
    """|H| of each filter: at all *frequencies*, or at its own where they are a column."""
    angle = 2 * np.pi * centres[:, None] / rate
    decay = np.exp(-2 * np.pi * BANDWIDTH_FACTOR * equivalent_bandwidths(centres) / rate)[:, None]
    delay = np.exp(-2j * np.pi * np.atleast_2d(frequencies) / rate)
    pole = decay * np.exp(1j * angle)
    response = np.abs((1 - pole * delay) * (1 - pole.conj() * delay)) ** -4.0
    for root in (np.sqrt(3 + 2**1.5), np.sqrt(3 - 2**1.5)):
        for sign in (1, -1):
            zero = decay * (np.cos(angle) + sign * root * np.sin(angle))
            response = response * np.abs(1 - zero * delay)
    weights: Array = response
    return weights


@cache
def _bank(filters: int, lowest: float, rate: int, size: int) -> Array:
    frequencies = np.arange(size // 2 + 1) * rate / size
    weights = magnitude_responses(centre_frequencies(filters, lowest, rate), frequencies, rate)
    weights.flags.writeable = False
    return weights


@single_threaded
def gammatonegram(
    samples: Samples,
    rate: int,
    *,
    filters: int,
    lowest: float,
    window: float = 0.010,
    hop: float = 0.0025,
) -> Array:
    """Return envelopes of shape (filters, frames), lowest filter first; up to a constant factor.

    window, hop: seconds. Frames begin every *hop* where a whole transform, the power of two from
    twice the window on, still fits. A clip shorter than a transform has no frames.
    """
    from scipy.fft import rfft  # noqa: PLC0415 - as in all metrics: the site starts without SciPy

    width, step = round(window * rate), round(hop * rate)
    size = 1 << (2 * width - 1).bit_length()
    room = samples.size - size
    if room < 0:
        return np.zeros((filters, 0))
    weights = _bank(filters, lowest, rate, size)
    envelopes = np.zeros((filters, 1 + room // step))
    # The published program leaves the last frame empty where it ends with the clip; so do we.
    whole = -(-room // step)
    # The window fills the middle of the transform. Where it lies there turns phases alone, and
    # only magnitudes count, so the transform is of the windowed samples and zeros behind them.
    begin = size // 2 - width // 2
    frames = np.lib.stride_tricks.sliding_window_view(samples[begin:], width)[::step][:whole]
    taper = np.hanning(width + 1)[:-1]
    padded = np.zeros((min(BLOCK, whole), size))
    for first in range(0, whole, BLOCK):
        block = frames[first : first + BLOCK]
        np.multiply(block, taper, out=padded[: len(block), :width])
        magnitudes = np.abs(rfft(padded[: len(block)]))
        envelopes[:, first : first + len(block)] = weights @ magnitudes.T
    return envelopes
