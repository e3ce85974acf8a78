"""Speech-to-reverberation modulation energy ratio (Falk, Zheng & Chan 2010), fast definition.

Reverberation fills the gaps between syllables: energy of an envelope moves from the slow
modulations of speech (4-18 Hz) to fast ones. The definition is that of the public SRMRpy with
``fast=True`` and ``norm=False``, at 16 kHz: envelopes of 23 gammatone filters from 125 Hz, sampled
at 400 Hz, through 8 modulation filters of 4-128 Hz and Q 2.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from math import ceil

import numpy as np
from numpy.typing import NDArray

from evaluation.metrics.base import Samples
from evaluation.metrics.gammatone import (
    centre_frequencies,
    equivalent_bandwidths,
    gammatonegram,
)

RATE = 16_000
FILTERS = 23
LOWEST_HZ = 125.0
ENVELOPE_RATE = 400
FRAME = ceil(0.256 * ENVELOPE_RATE)
HOP = ceil(0.064 * ENVELOPE_RATE)
Q = 2.0
SHARE_OF_ENERGY = 0.9

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Ratio:
    """value: slow over fast modulations, ≥ 0. bands: how many modulation bands count (K*)."""

    value: float
    bands: int


def modulation_frequencies() -> Array:
    """Return the 8 centres in Hz, evenly spaced in octaves from 4 to 128."""
    centres: Array = np.geomspace(4.0, 128.0, 8)
    return centres


def srmr(samples: Samples) -> Ratio | None:
    """Return the ratio of *samples* at 16 kHz, whatever their level.

    None where there is none: no frame of 0.256 s of envelope fits (below 0.287 s), or there is no
    energy, or none in the bands above the fourth.
    """
    energy = modulation_energy(samples)
    if energy is None or not energy.any():
        return None
    bands = _bands_that_count(energy.sum(axis=1))
    fast = energy[:, 4:bands].sum()
    return Ratio(float(energy[:, :4].sum() / fast), bands) if fast > 0 else None


def modulation_energy(samples: Samples) -> Array | None:
    """Return the mean energy per frame, shape (gammatone filters, modulation filters).

    None if not one frame fits.
    """
    from scipy.signal import sosfilt  # noqa: PLC0415 - slow to import

    envelopes = gammatonegram(samples, RATE, filters=FILTERS, lowest=LOWEST_HZ)
    weights = _weight_of_each_sample(envelopes.shape[1])
    if weights is None:
        return None
    # Two channels as one complex signal: a recursion waits for its last value, so one run of it
    # takes hardly longer for both.
    half = -(-FILTERS // 2)
    paired = np.zeros((half, envelopes.shape[1]), np.complex128)
    paired.real, paired.imag[: FILTERS - half] = envelopes[:half], envelopes[half:]
    energy = np.empty((FILTERS, 8))
    for band, section in enumerate(_modulation_filters()):
        filtered = sosfilt(section, paired, axis=1)
        energy[:half, band] = np.square(filtered.real) @ weights
        energy[half:, band] = np.square(filtered.imag[: FILTERS - half]) @ weights
    return energy


@lru_cache(maxsize=4)  # windows of one clip have one length
def _weight_of_each_sample(length: int) -> Array | None:
    """How much a squared sample counts in the mean over all windowed frames.

    The mean of Σ (w·y)² over frames is Σ y² times the overlapping w², so no frame need be cut.
    """
    frames = 1 + (length - FRAME) // HOP
    if frames < 1:
        return None
    window = np.hamming(FRAME + 1)[:-1] ** 2
    weights = np.zeros(length)
    for frame in range(frames):
        weights[frame * HOP : frame * HOP + FRAME] += window
    weights /= frames
    weights.flags.writeable = False
    return weights


@cache
def _modulation_filters() -> tuple[Array, ...]:
    """Band passes of second order by the bilinear transform, each as a section of shape (1, 6)."""
    sections = []
    for centre in modulation_frequencies():
        warped = np.tan(np.pi * centre / ENVELOPE_RATE)
        width = warped / Q
        square = warped**2
        numerator = [width, 0.0, -width]
        denominator = [1 + width + square, 2 * square - 2, 1 - width + square]
        sections.append(np.array([numerator + denominator]) / denominator[0])
    return tuple(sections)


def _bands_that_count(energy: Array) -> int:
    """K*: bands that begin below the bandwidth of the filter that completes 90 % of the energy.

    The published fast program adds up the filters' energies from the highest filter down, and reads
    the bandwidth from the lowest filter up. Its values are those that are quoted, so it stays.
    """
    shares = np.cumsum(energy[::-1]) / energy.sum()
    bandwidths, lower_edges = _widths_and_edges()
    bandwidth = bandwidths[np.argmax(shares > SHARE_OF_ENERGY)]
    return int(np.count_nonzero(lower_edges < bandwidth))


@cache
def _widths_and_edges() -> tuple[Array, Array]:
    """Bandwidths of the gammatone filters, and where the modulation bands begin, in Hz."""
    centres = modulation_frequencies()
    lower_edges = centres - np.tan(np.pi * centres / RATE) / Q * RATE / (2 * np.pi)
    return equivalent_bandwidths(centre_frequencies(FILTERS, LOWEST_HZ, RATE)), lower_edges
