from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from corpus.demo.cache import ClipCache, write_atomically
from corpus.synthesis.base import SynthesisError
from corpus.synthesis.espeak import Espeak


@dataclass(frozen=True)
class Counting:
    """eSpeak NG that notes what it was asked to speak."""

    name: str = "counting"
    release: str = "1"
    said: list[str] = field(default_factory=list)

    def version(self) -> str:
        return self.release

    def available(self) -> str | None:
        return None

    def speak(self, text: str) -> bytes:
        self.said.append(text)
        return Espeak("en-us").speak(text)


def test_a_clip_is_spoken_once(tmp_path: Path) -> None:
    cache, voice = ClipCache(tmp_path / "clips"), Counting()

    first, second = cache.speak(voice, "Hello."), cache.speak(voice, "Hello.")

    assert first == second == Espeak("en-us").speak("Hello.")
    assert voice.said == ["Hello."]


@pytest.mark.parametrize(("name", "release"), [("other", "1"), ("counting", "2")])
def test_another_voice_or_version_speaks_anew(tmp_path: Path, name: str, release: str) -> None:
    cache, voice = ClipCache(tmp_path), Counting()
    cache.speak(voice, "Hello.")

    cache.speak(replace(voice, name=name, release=release), "Hello.")

    assert voice.said == ["Hello.", "Hello."]


def test_file_names_tell_nothing(tmp_path: Path) -> None:
    ClipCache(tmp_path).speak(Counting(), "Hello.")

    (clip,) = tmp_path.iterdir()
    assert len(clip.name) == 64
    assert int(clip.name, 16) > 0


def test_a_failure_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(SynthesisError):
        ClipCache(tmp_path).speak(Espeak("xx-nowhere"), "Hello.")

    assert not list(tmp_path.iterdir())


def test_an_interrupted_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "clip"
    write_atomically(path, b"old")

    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("os.fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, b"new")

    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
