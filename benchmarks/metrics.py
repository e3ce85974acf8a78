"""``bin/bench metrics``: SRMR against a plain computation of it, and what each family costs.

Each family runs in a process of its own, so that the peak memory is that of the family. Other
programs on the machine make all of it slower; the ratio less so.
"""

import argparse
import multiprocessing
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numpy as np

from benchmarks import srmr as plain
from benchmarks.timing import Contest, best_times, table
from evaluation.metrics.attempt import attempt
from evaluation.metrics.base import NotAvailable, Samples, Sound, Subject
from evaluation.metrics.registry import Registry
from evaluation.metrics.reverb import ReverbConsistency, Srmr
from evaluation.metrics.similarity import Similarity
from evaluation.metrics.srmr import srmr
from evaluation.metrics.timbre import TimbreConsistency
from evaluation.speech.encoders.back_ends import speaker_encoder

P = ParamSpec("P")
R = TypeVar("R")

RATE = 16_000
SECONDS = 10.0
REPEATS = 3
WARM_UP = 30
TEXT = (
    "The rain had stopped before we reached the harbour, and the boats lay quietly at the pier. "
    "Nobody spoke while the old man counted the nets, one after another, and wrote them down. "
    "Please leave your message after the tone, and we will call you back tomorrow morning."
)


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of the first clip, models loaded; of the best one after it; peak memory in MB."""

    first: float
    later: float
    peak: float
    gaps: str


def main(arguments: list[str]) -> None:
    """Print all three parts, or those that are asked for."""
    parser = argparse.ArgumentParser(prog="bin/bench metrics", description=__doc__)
    parser.add_argument("--family", action="append", default=[], help="only these; repeatable")
    parser.add_argument(
        "--clips",
        type=int,
        nargs="*",
        metavar="N",
        help="memory after so many clips, besides: 300 3000 if no number is given",
    )
    options = parser.parse_args(arguments)
    families = _registry().selected(options.family)
    _compare_srmr()
    print(f"\nOne clip of {SECONDS:g} s, per second of audio, and peak memory of the process")
    for family in families:
        missing = family.missing()
        print(f"  {family.name:<22}", missing or _row(_alone(_cost, family.name)))
    if options.clips is None:
        return
    numbers = sorted(options.clips or [300, 3000])
    print(f"\nResident memory in MB after {WARM_UP} clips of 1-5 s, and after more")
    for family in families:
        if family.missing() is None:
            _print_growth(family.name, numbers, _alone(_memory, family.name, numbers))


def _compare_srmr() -> None:
    clip = speech(SECONDS)
    ours, theirs = srmr(clip), plain.srmr(clip, RATE)
    if ours is None:
        raise SystemExit("SRMR gave no value for the clip of the benchmark.")
    contest = Contest(
        f"SRMR of {SECONDS:g} s",
        {"evaluation.metrics.srmr": lambda: srmr(clip), "plain": lambda: plain.srmr(clip, RATE)},
        {},
    )
    print(table(contest, best_times(contest, rounds=3, repeats=50, limit=6.0)))
    print(f"  relative difference of the values: {abs(ours.value / theirs - 1):.1e}")


def _registry() -> Registry:
    """All families with the usual models; where no registry of all is, those of this benchmark."""
    if find_spec("evaluation.metrics.standard") is None:
        encoder = speaker_encoder("resemblyzer")
        consistency = TimbreConsistency(encoder)
        return Registry((Srmr(), ReverbConsistency(), consistency, Similarity(encoder)))
    choice: Any = import_module("evaluation.metrics.choice")
    standard: Any = import_module("evaluation.metrics.standard")
    registry: Registry = standard.standard(choice.Choice())
    return registry


def _alone(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """In a process of its own."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(work, args, kwargs)


def _cost(name: str) -> Cost:
    family, story = _registry().family(name), speech(SECONDS)
    times = []
    for repeat in range(1 + REPEATS):
        subject = _subject(story * (1 - repeat / 1000))  # transcripts are kept for a clip
        start = time.perf_counter()
        outcomes = attempt(family, subject)
        times.append(time.perf_counter() - start)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    gaps = [
        f"{key}: {each.reason}" for key, each in outcomes.items() if isinstance(each, NotAvailable)
    ]
    return Cost(times[0], min(times[1:]), peak, " ".join(gaps))


def _row(cost: Cost) -> str:
    first, later = cost.first / SECONDS, cost.later / SECONDS
    return f"{later:8.4f} s (first clip {first:.3f} s)  {cost.peak:7.0f} MB  {cost.gaps}"


def _memory(name: str, numbers: list[int]) -> list[float]:
    """Resident memory in MB after the clips of the warm-up, and after each number of clips."""
    family, story = _registry().family(name), speech(60.0)
    random = np.random.default_rng(0)
    found = []
    for number in range(WARM_UP + numbers[-1] + 1):
        if number in {WARM_UP, *(WARM_UP + n for n in numbers)}:
            found.append(_resident())
        seconds = random.uniform(1.0, 5.0)
        begin = int(random.uniform(0, 55.0) * RATE)
        attempt(family, _subject(story[begin : begin + round(seconds * RATE)]))
    return found


def _resident() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def _print_growth(name: str, numbers: list[int], found: list[float]) -> None:
    after = "  ".join(
        f"{number}: {memory:.0f} ({memory - found[0]:+.1f})"
        for number, memory in zip(numbers, found[1:], strict=True)
    )
    print(f"  {name:<22} {found[0]:.0f}   {after}")


def _subject(samples: Samples) -> Subject:
    """A clip with all that any family may need."""
    sound = Sound(samples, RATE)
    return Subject(
        sound, text=TEXT, reference=sound, aligned_reference=sound, generation_seconds=1.0
    )


def speech(seconds: float) -> Samples:
    """Speech of eSpeak NG; noise with the rhythm of syllables where it is not installed."""
    if shutil.which("espeak-ng") is None:
        time_axis = np.arange(round(seconds * RATE)) / RATE
        noise = np.random.default_rng(0).normal(size=time_axis.size)
        syllables: Samples = noise * (1 + np.sin(2 * np.pi * 4 * time_axis)) / 20
        return syllables
    from corpus.audio.decoding import decode  # noqa: PLC0415 - only where it is needed
    from corpus.audio.resampling import resample  # noqa: PLC0415

    said = subprocess.run(
        ["espeak-ng", "-v", "en-us", "--stdout", TEXT], check=True, capture_output=True
    )
    signal = decode(said.stdout)
    once = resample(signal.samples, signal.rate, RATE)
    return np.resize(once, round(seconds * RATE))


if __name__ == "__main__":
    main(sys.argv[1:])
