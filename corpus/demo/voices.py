"""The systems of the demo: who speaks."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from corpus.demo import asterisk
from corpus.synthesis.base import Synthesizer
from corpus.synthesis.espeak import Espeak
from corpus.synthesis.flite import Flite
from corpus.synthesis.kokoro import Kokoro

Gender = Literal["female", "male"]


@dataclass(frozen=True, slots=True)
class DemoVoice:
    """One voice: its gender, its name, why it was chosen, and what speaks, if a machine does."""

    gender: Gender
    name: str
    reason: str
    synthesizer: Synthesizer | None = None


@dataclass(frozen=True, slots=True)
class DemoSystem:
    """One system as the boards name it; `kind` is "synthetic" or "human"."""

    kind: Literal["synthetic", "human"]
    name: str
    provider: str
    version: str
    homepage: str
    licence: str
    voices: tuple[DemoVoice, ...]


def demo_systems(model_folder: Path) -> tuple[DemoSystem, ...]:
    """Return the demo's systems; Kokoro keeps its model in *model_folder*."""
    return (_kokoro(model_folder), _flite(), _espeak(), _human_anchor())


def missing(systems: tuple[DemoSystem, ...]) -> dict[str, str]:
    """Return, for each system that cannot speak here, the sentence that says what brings it."""
    reasons = {}
    for system in systems:
        engines = [voice.synthesizer for voice in system.voices if voice.synthesizer]
        reason = engines[0].available() if engines else asterisk.missing()
        if reason:
            reasons[system.name] = reason
    return reasons


def _kokoro(folder: Path) -> DemoSystem:
    return DemoSystem(
        kind="synthetic",
        name="Kokoro",
        provider="hexgrad",
        version="82M",
        homepage="https://huggingface.co/hexgrad/Kokoro-82M",
        licence="Apache-2.0",
        voices=(
            DemoVoice(
                "female",
                "jf_gongitsune",
                "the female voice of the package whose English a recogniser understands best",
                Kokoro("jf_gongitsune", folder),
            ),
            DemoVoice(
                "male", "jm_kumo", "the only male voice of the package", Kokoro("jm_kumo", folder)
            ),
        ),
    )


def _flite() -> DemoSystem:
    return DemoSystem(
        kind="synthetic",
        name="Flite",
        provider="Carnegie Mellon University",
        version=_installed(Flite("slt")),
        homepage="http://cmuflite.org/",
        licence="BSD-like",
        voices=(
            DemoVoice("female", "slt", "the built-in female voice", Flite("slt")),
            DemoVoice("male", "rms", "the clearest built-in male voice", Flite("rms")),
        ),
    )


def _espeak() -> DemoSystem:
    return DemoSystem(
        kind="synthetic",
        name="eSpeak NG",
        provider="eSpeak NG project",
        version=_installed(Espeak("en-us")),
        homepage="https://github.com/espeak-ng/espeak-ng",
        licence="GPL-3.0-or-later",
        voices=(
            DemoVoice(
                "female",
                "en-us+f2",
                "the female variant that a recogniser understands best",
                Espeak("en-us+f2"),
            ),
            DemoVoice(
                "male",
                "en-us+m1",
                "the male variant that a recogniser understands best",
                Espeak("en-us+m1"),
            ),
        ),
    )


def _installed(engine: Synthesizer) -> str:
    """The version on this machine; empty if the engine is not installed."""
    return "" if engine.available() else engine.version()


def _human_anchor() -> DemoSystem:
    return DemoSystem(
        kind="human",
        name="Human anchor",
        provider="Recorded readers",
        version="",
        homepage=asterisk.SOURCE_URL,
        licence=asterisk.LICENCE,
        voices=(DemoVoice("female", "First reader", "the reader of the Asterisk prompts"),),
    )
