"""Speaker encoders by name, with models by name, by folder or from the models folder."""

from pathlib import Path

import pytest

from evaluation.metrics.choice import BadChoice
from evaluation.speech.encoders.back_ends import NAMES, speaker_encoder
from evaluation.speech.encoders.campplus import CamPlusPlus
from evaluation.speech.encoders.resemblyzer import Resemblyzer
from evaluation.speech.encoders.wavlm import WavLmXvector


@pytest.mark.parametrize("name", NAMES)
def test_each_name_brings_the_encoder_of_that_name(name: str) -> None:
    assert speaker_encoder(name).name == name


def test_a_model_may_be_named_behind_the_back_end() -> None:
    assert speaker_encoder("wavlm-xvector:org/other") == WavLmXvector("org/other")
    assert speaker_encoder("campplus:/models") == CamPlusPlus(Path("/models"))
    assert speaker_encoder("resemblyzer:/w.pt", device="cuda") == Resemblyzer(Path("/w.pt"), "cuda")


def test_the_models_folder_comes_before_the_hub_and_the_packages(tmp_path: Path) -> None:
    assert speaker_encoder("campplus", models=tmp_path) == CamPlusPlus()
    assert speaker_encoder("wavlm-xvector", models=tmp_path) == WavLmXvector()
    (tmp_path / "campplus.onnx").touch()
    (tmp_path / "wavlm-base-plus-sv").mkdir()
    assert speaker_encoder("campplus", models=tmp_path) == CamPlusPlus(tmp_path)
    local = WavLmXvector(str(tmp_path / "wavlm-base-plus-sv"))
    assert speaker_encoder("wavlm-xvector", models=tmp_path) == local


@pytest.mark.parametrize("name", ["", "ecapa", "Resemblyzer"])
def test_any_other_name_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(BadChoice, match="resemblyzer, wavlm-xvector or campplus"):
        speaker_encoder(name)
