"""Whatever is sent, every family answers with a value or with a reason, and the job goes on."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from corpus.audio.decoding import decode
from evaluation.metrics.attempt import attempt
from evaluation.metrics.base import Family, NotAvailable, Outcomes, Samples, Sound, Subject, Value
from evaluation.metrics.choice import Choice
from evaluation.metrics.standard import standard
from tests.corpus.audio.recordings import SENTENCE, with_sndfile
from tests.evaluation import sounds

RATE = 16_000


def families() -> tuple[Family, ...]:
    """All that the site has, with the models that it has by default."""
    return standard(Choice()).families


def _speech() -> Sound:
    """The first 1.4 s of a prompt: as much as robustness needs, since some families take long."""
    return Sound(sounds.human().samples[: round(1.4 * RATE)], RATE)


def _noise(seconds: float) -> Samples:
    return np.random.default_rng(7).standard_normal(round(seconds * RATE)) / 10


def _tone(seconds: float) -> Samples:
    return np.sin(2 * np.pi * 440 * np.arange(round(seconds * RATE)) / RATE) / 3


def _at_8_khz() -> Sound:
    return Sound(_speech().samples[::2], 8_000)


def _stereo() -> Sound:
    one = _speech().samples
    both = np.column_stack([one, one[::-1]])

    signal = decode(with_sndfile(both, RATE, "WAV", "PCM_16"))
    return Sound(signal.samples, signal.rate)


def _with_nan() -> Sound:
    samples = _speech().samples.copy()
    samples[100] = np.nan
    return Sound(samples, RATE)


HOSTILE: dict[str, Callable[[], Sound]] = {
    "digital silence": lambda: Sound(np.zeros(2 * RATE), RATE),
    "constant": lambda: Sound(np.full(2 * RATE, 0.7), RATE),
    "nothing": lambda: Sound(np.zeros(0), RATE),
    "one sample": lambda: Sound(np.ones(1), RATE),
    "50 ms": lambda: Sound(sounds.human().samples[8_000:8_800], RATE),
    "0.4 s": lambda: Sound(sounds.human().samples[8_000:14_400], RATE),
    "8 kHz": _at_8_khz,
    "48 kHz": lambda: Sound(np.repeat(_noise(1), 3), 48_000),
    "odd rate": lambda: Sound(_noise(1), 11_025),
    "stereo file": _stereo,
    "two channels": lambda: Sound(np.zeros((RATE, 2)), RATE),
    "NaN": _with_nan,
    "infinite": lambda: Sound(np.where(np.arange(RATE) == 9, np.inf, 0.1), RATE),
    "clipped": lambda: sounds.clipped(_speech()),
    "beyond full scale": lambda: Sound(_speech().samples * 1e6, RATE),
    "offset": lambda: Sound(_speech().samples + 5, RATE),
    "faint": lambda: Sound(_speech().samples * 1e-3, RATE),
    "noise": lambda: Sound(_noise(1.4), RATE),
    "tone": lambda: Sound(_tone(1.4), RATE),
    "one click": lambda: Sound((np.arange(2 * RATE) == RATE) * 1.0, RATE),
}
# Nothing to hear, or nothing that is a sound at all: never a value that judges it.
VOID = ("digital silence", "constant", "nothing", "one sample", "two channels", "NaN", "infinite")
EVERY = families()
each = pytest.mark.parametrize("family", EVERY, ids=[family.name for family in EVERY])
models = {"dnsmos", "distillmos", "utmos", "squim", "pesq", "stoi"}


def measured(family: Family, sound: Sound, **also: str) -> Outcomes:
    """What *family* says of *sound* with everything that it may ask for."""
    if (reason := family.missing()) is not None:
        pytest.skip(reason)
    return attempt(
        family,
        Subject(
            sound,
            text=also.get("text", SENTENCE),
            language=also.get("language", "en"),
            reference=sounds.human(),
            aligned_reference=sound,
            generation_seconds=1.0,
        ),
    )


def answers(family: Family, outcomes: Outcomes) -> None:
    """Each metric once, within its range, and no family fell over."""
    assert list(outcomes) == [metric.name for metric in family.metrics]
    for metric in family.metrics:
        outcome = outcomes[metric.name]
        if isinstance(outcome, NotAvailable):
            assert "failed on this clip" not in outcome.reason
            assert outcome.reason.endswith((".", ")"))
        else:
            assert isinstance(outcome, Value)
            assert metric.low is None or outcome.amount >= metric.low - 1e-6
            assert metric.high is None or outcome.amount <= metric.high + 1e-6


@each
@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.heavy
def test_every_family_answers(family: Family, kind: str) -> None:
    """With a value or with a reason."""
    answers(family, measured(family, HOSTILE[kind]()))


@each
@pytest.mark.parametrize("kind", VOID)
def test_a_model_judges_nothing_where_nothing_is_heard(family: Family, kind: str) -> None:
    """Not 0, not a default, not what a network says of zeros."""
    if family.name not in models:
        pytest.skip(f"{family.name} does not judge")
    outcomes = measured(family, HOSTILE[kind]())
    assert all(isinstance(outcome, NotAvailable) for outcome in outcomes.values())


@each
@pytest.mark.heavy
def test_another_language_than_was_said_is_no_accident(family: Family) -> None:
    """English speech, said to be Chinese."""
    answers(family, measured(family, _speech(), text="请在听到提示音后留言。", language="zh"))


# Minutes of a processor, so only where everything is installed that metrics need.
LONG = {"wer", "cer", "dnsmos"}


@pytest.mark.parametrize(
    "family",
    [
        pytest.param(one, marks=[pytest.mark.needs_torch] if one.name in LONG else [], id=one.name)
        for one in EVERY
    ],
)
@pytest.mark.heavy
def test_ten_minutes_end(family: Family) -> None:
    """In bounded time and memory: speech, again and again."""
    clip = sounds.human().samples
    sound = Sound(np.resize(clip, 600 * RATE), RATE)
    answers(family, measured(family, sound))


def _resident() -> float:
    """Megabytes of this process in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 2**20


@each
@pytest.mark.heavy
def test_memory_is_flat_over_many_clips(family: Family) -> None:
    """Clips of many lengths, after the first few have loaded the model."""
    # DNSMOS doubles such clips until they are just longer than one window.
    lengths = np.random.default_rng(8).integers(9_100, 9_900, 8)
    speech = sounds.human().samples[8_000:]
    for length in (9_900, 9_100, 9_900):
        measured(family, Sound(speech[:length], RATE))
    before = _resident()
    for length in lengths:
        measured(family, Sound(speech[:length], RATE))
    assert _resident() - before < 14
