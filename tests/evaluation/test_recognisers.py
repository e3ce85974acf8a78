"""Recognisers by name, what they lack, and how clips are cut for them."""

import hashlib
from importlib import util
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.recognition.base import RecognitionError
from evaluation.metrics.base import Sound
from evaluation.metrics.choice import BadChoice, Choice
from evaluation.speech.recognisers import recogniser
from evaluation.speech.recognisers.faster_whisper import FasterWhisper, repository
from evaluation.speech.recognisers.funasr import FunASR, without_tags
from evaluation.speech.recognisers.transcribing import chunks
from tests.evaluation.recordings import needs_whisper, whisper_folder


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("pocketsphinx", "pocketsphinx en-us"),
        ("faster-whisper:small.en", "faster-whisper small.en int8"),
        ("faster-whisper:/models/own", "faster-whisper own int8"),
        ("funasr:paraformer-zh", "funasr paraformer-zh"),
    ],
)
def test_recognisers_are_chosen_by_name(name: str, called: str) -> None:
    assert recogniser(Choice(recogniser=name)).name == called
    assert recogniser(Choice(recogniser=name)) is recogniser(Choice(recogniser=name))


@pytest.mark.parametrize("name", ["", "whisper", "faster-whisper", "funasr:", "pocketsphinx:de"])
def test_another_name_is_refused_with_the_names_there_are(name: str) -> None:
    with pytest.raises(BadChoice, match=r"pocketsphinx, faster-whisper:.* or funasr:"):
        recogniser(Choice(recogniser=name))


@pytest.mark.parametrize("device", ["gpu", "", "cuda:", "cuda:x", "CPU"])
def test_another_device_is_refused(device: str) -> None:
    with pytest.raises(BadChoice, match="cpu, cuda or cuda:N"):
        Choice(device=device)


@given(st.integers(0, 300 * 100), st.sampled_from([100]))
def test_chunks_hold_every_sample_once_and_none_is_a_scrap(size: int, rate: int) -> None:
    sound = Sound(np.arange(size, dtype=np.float64), rate)
    pieces = list(chunks(sound))
    assert np.array_equal(np.concatenate(pieces), sound.samples)
    assert all(piece.size == 28 * rate for piece in pieces[:-1])
    assert pieces[-1].size <= 29.5 * rate
    assert len(pieces) == 1 or pieces[-1].size > 1.5 * rate


def test_pocketsphinx_knows_its_language_and_its_weights() -> None:
    chosen = recogniser(Choice())
    model = chosen.model()
    assert chosen.available() is None
    assert [chosen.hears(code) for code in ("en", "zh")] == [True, False]
    assert len(model.digest) == 64
    assert model.name.startswith("pocketsphinx en-us 5")


@pytest.mark.skipif(not util.find_spec("faster_whisper"), reason="faster-whisper is not installed")
def test_names_stand_for_the_repositories_that_faster_whisper_means() -> None:
    from faster_whisper.utils import _MODELS  # noqa: PLC0415 - optional

    assert {name: repository(name) for name in _MODELS} == _MODELS
    assert repository("someone/own-model") == "someone/own-model"


@pytest.mark.skipif(not util.find_spec("faster_whisper"), reason="faster-whisper is not installed")
def test_a_model_that_is_not_here_is_named_with_its_command(tmp_path: Path) -> None:
    absent = FasterWhisper("no-such-size", models=tmp_path)
    command = "hf download Systran/faster-whisper-no-such-size"
    assert command in str(absent.available())
    with pytest.raises(RecognitionError, match=command):
        absent.transcribe(np.zeros(16_000), 16_000)


@needs_whisper
def test_a_model_is_found_in_the_folder_of_models_with_its_digest(tmp_path: Path) -> None:
    (tmp_path / "faster-whisper-tiny.en").symlink_to(whisper_folder())
    found = FasterWhisper("tiny.en", models=tmp_path)
    assert found.available() is None
    weights = (Path(whisper_folder()) / "model.bin").read_bytes()
    assert found.model().digest == hashlib.sha256(weights).hexdigest()


@needs_whisper
def test_a_model_of_english_does_not_hear_chinese() -> None:
    english = FasterWhisper(whisper_folder())
    assert [english.hears(code) for code in ("en", "zh")] == [True, False]


@needs_whisper
def test_weights_that_are_damaged_are_told(tmp_path: Path) -> None:
    (tmp_path / "model.bin").write_bytes(b"no weights")
    with pytest.raises(RecognitionError, match="cannot be loaded on cpu"):
        FasterWhisper(str(tmp_path)).transcribe(np.ones(16_000), 16_000)


@pytest.mark.skipif(bool(util.find_spec("faster_whisper")), reason="faster-whisper is installed")
def test_without_faster_whisper_its_command_is_told() -> None:
    assert "requirements-metrics.txt" in str(FasterWhisper("small").available())
    assert FasterWhisper("small").version() == ""


@pytest.mark.skipif(bool(util.find_spec("funasr")), reason="FunASR is installed")
def test_without_funasr_its_command_is_told() -> None:
    chinese = FunASR("paraformer-zh")
    assert "pip install funasr" in str(chinese.available())
    with pytest.raises(RecognitionError, match="pip install funasr"):
        chinese.transcribe(np.zeros(16_000), 16_000, "zh")


def test_paraformer_hears_chinese_and_sensevoice_english_too() -> None:
    assert [FunASR("paraformer-zh").hears(code) for code in ("zh", "en")] == [True, False]
    assert FunASR("/models/SenseVoiceSmall").hears("en")


def test_tags_of_sensevoice_are_no_words() -> None:
    assert without_tags("<|zh|><|NEUTRAL|><|Speech|><|woitn|>请按一键") == "请按一键"
    assert without_tags("a < b |> c") == "a < b |> c"
