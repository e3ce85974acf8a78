"""Recordings prepared in confinement: the same sound, the same refusals, bounded harm."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from corpus.audio import confined, errors
from corpus.audio.confined import prepare_confined
from corpus.audio.decoding import MAX_BYTES, decode
from corpus.audio.rendition import prepare
from corpus.confinement.confined import Confined, Failed
from corpus.confinement.limits import Limits
from tests.corpus.audio.recordings import spoken_by_espeak

TINY = Limits(memory=64 * 2**20, cpu_seconds=1, seconds=3)


@pytest.fixture
def misbehaving(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[Confined]:
    """A decoder that does what the test is called with."""
    bad = Confined("tests.corpus.confinement.misbehaviour:behave", TINY)
    monkeypatch.setattr(
        confined, "_preparing", lambda _facts, data: bad({"how": request.param}, data)
    )
    yield bad
    bad.close()


def test_the_sound_is_the_same_as_without_confinement() -> None:
    audio = spoken_by_espeak()
    outside, inside = prepare(decode(audio)), prepare_confined(audio)
    assert np.array_equal(outside.samples, inside.samples)
    assert (outside.loudness, outside.true_peak) == (inside.loudness, inside.true_peak)


def test_no_recording_waits_for_libraries_to_load(tmp_path: Path) -> None:
    """Each has a fork of its own, which would load them in vain."""
    spoken = tmp_path / "spoken.wav"
    spoken.write_bytes(spoken_by_espeak())
    code = (
        "import sys; from pathlib import Path; from corpus.audio.preparing import work;"
        f"audio = Path({str(spoken)!r}).read_bytes(); before = set(sys.modules);"
        "facts, _ = work({'container': None}, audio);"
        "print(facts['loudness'] < 0, sorted(set(sys.modules) - before))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert said.stdout.split(maxsplit=1) == [b"True", b"[]\n"]


def test_a_refusal_comes_through_with_its_kind_and_its_sentence() -> None:
    with pytest.raises(errors.NotAudio, match="a picture"):
        prepare_confined(b"\x89PNG\r\n\x1a\n" + bytes(100))


def test_more_than_a_recording_needs_is_not_even_sent() -> None:
    with pytest.raises(errors.TooLarge, match="at most 64 MB"):
        prepare_confined(bytes(MAX_BYTES + 1))


@pytest.mark.parametrize(
    ("misbehaving", "sentence"),
    [("spin", "takes longer"), ("swell", "more memory"), ("crash", "broke down")],
    indirect=["misbehaving"],
)
def test_a_decoder_that_breaks_down_is_told_in_a_sentence(
    misbehaving: Confined, sentence: str
) -> None:
    with pytest.raises(errors.Unbearable, match=sentence):
        prepare_confined(spoken_by_espeak())


@pytest.mark.parametrize("misbehaving", ["raise"], indirect=True)
def test_an_error_that_nobody_expected_is_no_fault_of_the_recording(misbehaving: Confined) -> None:
    with pytest.raises(Failed):
        prepare_confined(spoken_by_espeak())
