"""Opinion scores of the VoiceMOS Challenge 2024 (tests/data/mos/README.md)."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from evaluation.agreement.arrays import Floats, Ints

FILE = Path(__file__).parents[2] / "data" / "mos" / "vmc2024_mos.txt"


@dataclass(frozen=True, eq=False)
class Opinions:
    """n clips. printed: MOS as the file gives it; histogram: (n, 5), ratings 1 … 5."""

    system: Ints
    printed: Floats
    histogram: Floats

    @property
    def counted(self) -> Floats:
        """MOS from the histogram, (n,)."""
        mean: Floats = self.histogram @ np.arange(1, 6) / self.histogram.sum(axis=1)
        return mean

    def per_system(self, values: Floats) -> Floats:
        """Mean of values (n,) of each system."""
        return np.bincount(self.system, values) / np.bincount(self.system)


@cache
def opinions() -> Opinions:
    """Read the file."""
    lines = FILE.read_text().splitlines()
    names = [line.split("/")[0] for line in lines]
    histograms = [[int(n) for n in re.findall(r"\d:(\d+)", line)] for line in lines]
    return Opinions(
        np.unique(names, return_inverse=True)[1],
        np.array([float(line.split()[1]) for line in lines]),
        np.array(histograms, dtype=np.float64),
    )
