"""Where the weights of hubs are looked for."""

from pathlib import Path
from typing import Any

import pytest
from django.core.checks import run_checks
from environs import Env

from config.environment import _torch_hub
from evaluation.metrics.choice import Choice

WEIGHTS = Path("checkpoints/weights.pt")


@pytest.fixture
def models(tmp_path: Path) -> Path:
    path = tmp_path / "models" / WEIGHTS
    path.parent.mkdir(parents=True)
    path.touch()
    return tmp_path / "models"


def test_the_folder_of_models_comes_first_where_it_holds_the_file(models: Path) -> None:
    assert Choice(models=models, hub=Path("/hub")).hub_with(WEIGHTS) == models


@pytest.mark.parametrize("hub", [None, Path("/hub")])
def test_else_it_is_the_hub(models: Path, hub: Path | None) -> None:
    assert Choice(hub=hub).hub_with(WEIGHTS) == hub
    assert Choice(models=models, hub=hub).hub_with(Path("other.pt")) == hub


@pytest.mark.parametrize(
    ("variables", "folder"),
    [
        ({}, None),
        ({"XDG_CACHE_HOME": "/cache"}, Path("/cache/torch/hub")),
        ({"XDG_CACHE_HOME": "/cache", "TORCH_HOME": "/torch"}, Path("/torch/hub")),
    ],
)
def test_the_hub_lies_where_torch_would_look(
    variables: dict[str, str], folder: Path | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_CACHE_HOME", "TORCH_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert _torch_hub(Env()) == folder


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("EVALUATION_RECOGNISER", "There is no recogniser 'absent'. Choose pocketsphinx"),
        ("EVALUATION_SPEAKER_ENCODER", "There is no speaker encoder “absent”. Choose resemblyzer"),
        ("EVALUATION_DEVICE", "There is no device 'absent'. Choose cpu"),
    ],
)
def test_a_name_that_stands_for_nothing_ends_what_starts(
    settings: Any, setting: str, told: str
) -> None:
    assert not [one for one in run_checks() if one.id == "evaluation.E001"]
    setattr(settings, setting, "absent")
    (error,) = [one for one in run_checks() if one.id == "evaluation.E001"]
    assert error.is_serious()
    assert error.msg.startswith(told)
