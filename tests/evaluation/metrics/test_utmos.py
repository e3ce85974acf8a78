"""UTMOS through torch's hub, with a small network of the same interface in a hub folder."""

import sys
from pathlib import Path

import numpy as np
import pytest

from evaluation.metrics import utmos
from evaluation.metrics.attempt import attempt
from evaluation.metrics.base import Sound, Subject, Value
from evaluation.metrics.listening import at_16_khz
from evaluation.metrics.utmos import Utmos
from evaluation.speech.weights import packaged
from tests.evaluation import sounds

pytestmark = [pytest.mark.needs_torch, pytest.mark.heavy]

HUBCONF = """
dependencies = ["torch"]
import torch
from speechmos.utmos22.strong.model import Level

def utmos22_strong(progress=True, pretrained=True):
    model = Level()
    model.load_state_dict(torch.hub.load_state_dict_from_url(
        "https://nowhere.invalid/utmos22_strong_step7459_v1.pt", map_location="cpu"))
    return model
"""
MODEL = """
import torch

class Level(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.gain = torch.nn.Parameter(torch.zeros(1))

    def forward(self, wave, sr):
        assert sr == 16000
        return (wave.square().mean(dim=1) * self.gain).detach()
"""


@pytest.fixture
def hub(tmp_path: Path) -> Path:
    """A hub folder as torch.hub.load leaves it: code and weights."""
    import torch  # noqa: PLC0415 - absent where these tests are skipped

    code = tmp_path / "tarepan_SpeechMOS_v1.2.0"
    model = code / "speechmos" / "utmos22" / "strong" / "model.py"
    model.parent.mkdir(parents=True)
    model.write_text(MODEL)
    (code / "hubconf.py").write_text(HUBCONF)
    (tmp_path / "checkpoints").mkdir()
    weights = {"gain": torch.tensor([7.0])}
    torch.save(weights, tmp_path / "checkpoints" / "utmos22_strong_step7459_v1.pt")
    return tmp_path


def amount(family: Utmos, sound: Sound) -> float:
    """The one value."""
    outcome = attempt(family, Subject(sound))["utmos"]
    assert isinstance(outcome, Value), outcome
    return outcome.amount


def test_code_and_weights_of_the_hub_folder_are_run(hub: Path) -> None:
    """Seven times the power, as the little network has it."""
    family = Utmos(folder=hub)
    assert family.missing() is None
    clip = sounds.human()
    power = float(np.mean(np.float64(at_16_khz(clip)) ** 2))
    assert amount(family, clip) == pytest.approx(7 * power, rel=1e-4)
    assert len(family.models()[0].digest) == 64


def test_the_package_of_dnsmos_which_has_the_same_name_does_not_hide_it(
    hub: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is it hidden afterwards, nor are its weights lost."""
    other = type(sys)("speechmos")
    monkeypatch.setitem(sys.modules, "speechmos", other)
    amount(Utmos(folder=hub), sounds.human())
    assert sys.modules["speechmos"] is other
    assert "speechmos.utmos22" not in sys.modules
    if packaged("speechmos", "speechmos/__init__.py"):
        assert packaged("speechmos", "speechmos/dnsmos_models/sig_bak_ovr.onnx")


def test_longer_than_a_minute_it_is_the_mean_of_two_windows(
    hub: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first and the last."""
    monkeypatch.setattr(utmos, "MOST_SECONDS", 1.0)
    monkeypatch.setattr(utmos, "WINDOW", 0.5)
    levels = np.repeat([0.1, 0.9, 0.3], 8_000) * np.tile([1, -1], 12_000)
    assert amount(Utmos(folder=hub), Sound(levels, 16_000)) == pytest.approx(
        7 * (0.01 + 0.09) / 2, rel=1e-3
    )


@pytest.mark.parametrize(
    "part", ["tarepan_SpeechMOS_v1.2.0/hubconf.py", "checkpoints/utmos22_strong_step7459_v1.pt"]
)
def test_what_is_absent_is_named_with_what_brings_it(hub: Path, part: str) -> None:
    """Code or weights; nothing is fetched."""
    (hub / part).unlink()
    said = Utmos(folder=hub).missing() or ""
    assert str(hub / part) in said
    assert "torch.hub.load('tarepan/SpeechMOS:v1.2.0', 'utmos22_strong'" in said
