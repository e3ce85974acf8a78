"""The real engines speak."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from corpus.audio.decoding import decode
from corpus.audio.rendition import Prepared, prepare
from corpus.synthesis.base import SynthesisError, Synthesizer
from corpus.synthesis.espeak import Espeak
from corpus.synthesis.flite import Flite
from corpus.synthesis.kokoro import MOST_TOKENS, Kokoro, tokenize

SENTENCE = "Please enter your agent number, followed by the pound key."
SYLLABLES = 14


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where Kokoro's model is put together, once for all tests."""
    return tmp_path_factory.mktemp("kokoro")


ENGINES: list[tuple[str, Callable[[Path], Synthesizer], Callable[[Path], Synthesizer]]] = [
    ("flite", lambda _: Flite("slt"), lambda _: Flite("rms")),
    ("espeak", lambda _: Espeak("en-us+f2"), lambda _: Espeak("en-us+m1")),
    ("kokoro", lambda at: Kokoro("jf_gongitsune", at), lambda at: Kokoro("jm_kumo", at)),
]
engines = pytest.mark.parametrize(
    ("female", "male"),
    [
        pytest.param(female, male, id=name, marks=pytest.mark.heavy if name == "kokoro" else ())
        for name, female, male in ENGINES
    ],
)


def spoken(voice: Synthesizer, text: str = SENTENCE) -> Prepared:
    return prepare(decode(voice.speak(text)))


def pitch(clip: Prepared) -> float:
    """Median fundamental frequency in Hz of voiced frames, by autocorrelation."""
    frames = np.lib.stride_tricks.sliding_window_view(clip.samples, 1_200)[::600]
    voiced = frames[(frames**2).mean(axis=1) > (clip.samples**2).mean()]
    spectra = np.abs(np.fft.rfft(voiced * np.hanning(1_200), 4_096)) ** 2
    lags = np.fft.irfft(spectra)[:, 60:400]
    return float(np.median(24_000 / (60 + lags.argmax(axis=1))))


@engines
def test_a_sentence_is_spoken_by_a_woman_and_a_man(
    female: Callable[[Path], Synthesizer], male: Callable[[Path], Synthesizer], folder: Path
) -> None:
    clips = spoken(female(folder)), spoken(male(folder))

    assert all(2.5 < SYLLABLES / clip.duration < 7 for clip in clips)
    assert pitch(clips[0]) > 150 > pitch(clips[1])


@engines
def test_the_same_text_gives_the_same_sound(
    female: Callable[[Path], Synthesizer], male: Callable[[Path], Synthesizer], folder: Path
) -> None:
    voice = male(folder)

    assert np.array_equal(
        decode(voice.speak("The line is busy now.")).samples,
        decode(voice.speak("The line is busy now.")).samples,
    )


@engines
def test_an_engine_says_what_it_is(
    female: Callable[[Path], Synthesizer], male: Callable[[Path], Synthesizer], folder: Path
) -> None:
    voices = female(folder), male(folder)

    assert voices[0].available() is None
    assert voices[0].name != voices[1].name
    assert any(character.isdigit() for character in voices[0].version())


@pytest.mark.parametrize("voice", [Flite("slt"), Espeak("en-us")], ids=lambda voice: voice.name)
@pytest.mark.parametrize(
    "text", ["-o /tmp/x", "--help", "$(touch pwned)", "; touch pwned", "\x1b[2J no"]
)
def test_text_is_only_ever_spoken(
    voice: Synthesizer, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert decode(voice.speak(text)).duration > 0.2
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("voice", [Flite("nobody"), Espeak("xx-nowhere")], ids=lambda v: v.name)
def test_an_unknown_voice_is_refused(voice: Synthesizer) -> None:
    with pytest.raises(SynthesisError, match="voice"):
        voice.speak(SENTENCE)


@pytest.mark.parametrize(
    ("voice", "command"),
    [
        (Flite("slt"), "apt-get install flite"),
        (Espeak("en-us"), "apt-get install espeak-ng"),
        (Kokoro("jm_kumo", Path()), "apt-get install espeak-ng"),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_a_missing_program_is_named_with_its_command(
    voice: Synthesizer, command: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    assert command in str(voice.available())


def test_kokoro_refuses_an_unknown_voice(folder: Path) -> None:
    with pytest.raises(SynthesisError, match="no voice nobody"):
        Kokoro("nobody", folder).speak("Hello.")


def test_kokoro_refuses_more_than_it_can_speak_at_once() -> None:
    assert len(tokenize("a" * MOST_TOKENS)) == MOST_TOKENS
    with pytest.raises(SynthesisError, match="Shorten"):
        tokenize("a" * (MOST_TOKENS + 1))


def test_kokoro_names_the_sounds_it_lacks() -> None:
    with pytest.raises(SynthesisError, match="ʘ"):
        tokenize("aʘ")
