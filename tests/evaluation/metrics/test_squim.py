"""SQUIM through torchaudio's loader, with weights of the right shape put into a hub folder."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evaluation.metrics import squim
from evaluation.metrics.attempt import attempt
from evaluation.metrics.base import NotAvailable, Outcome, Sound, Subject, Value
from evaluation.metrics.listening import at_16_khz
from evaluation.metrics.squim import Squim
from tests.evaluation import sounds

pytestmark = [pytest.mark.needs_torch, pytest.mark.heavy]


@pytest.fixture(scope="module")
def network() -> Any:
    """The architecture of torchaudio with random weights."""
    import torch  # noqa: PLC0415 - absent where these tests are skipped
    from torchaudio.models import squim_objective_base  # noqa: PLC0415

    torch.manual_seed(1)
    return squim_objective_base().eval()


@pytest.fixture(scope="module")
def hub(network: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A hub folder that holds them."""
    import torch  # noqa: PLC0415

    folder = tmp_path_factory.mktemp("hub")
    path = folder / "torchaudio" / "models" / "squim_objective_dns2020.pth"
    path.parent.mkdir(parents=True)
    torch.save(network.state_dict(), path)
    return folder


@pytest.fixture(scope="module")
def family(hub: Path) -> Squim:
    """The family on that folder."""
    return Squim(folder=hub)


def by_hand(network: Any, sound: Sound) -> list[float]:
    """STOI, PESQ and SI-SDR of one piece of sound."""
    import torch  # noqa: PLC0415

    with torch.inference_mode():
        return [float(score) for score in network(torch.from_numpy(at_16_khz(sound))[None])]


def amounts(outcomes: dict[str, Outcome], prefix: str) -> list[float]:
    """The three values of *prefix*."""
    found = [outcomes[f"{prefix}_{name}"] for name in ("stoi", "pesq", "si_sdr")]
    return [value.amount for value in found if isinstance(value, Value)]


def test_a_short_clip_is_one_window_and_the_whole(family: Squim, network: Any) -> None:
    """In the order of torchaudio: STOI, PESQ, SI-SDR."""
    clip = sounds.golden("versa_test2")
    outcomes = dict(attempt(family, Subject(clip)))
    assert amounts(outcomes, "squim") == pytest.approx(by_hand(network, clip), abs=1e-4)
    assert amounts(outcomes, "squim_whole") == amounts(outcomes, "squim")


def test_a_longer_clip_has_the_mean_of_its_windows(
    family: Squim, network: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With windows of half a second here, one of them silent and left out."""
    monkeypatch.setattr(squim, "WINDOW", 0.5)
    first, last = sounds.human().samples[:8_000], sounds.flite().samples[8_000:16_000]
    clip = Sound(np.r_[first, np.zeros(8_000), last], 16_000)
    outcomes = dict(attempt(family, Subject(clip)))
    parts = [by_hand(network, Sound(part, 16_000)) for part in (first, last)]
    assert amounts(outcomes, "squim") == pytest.approx(np.mean(parts, axis=0), abs=1e-4)
    assert amounts(outcomes, "squim_whole") == pytest.approx(by_hand(network, clip), abs=1e-4)


def test_the_whole_of_a_long_clip_is_not_attempted(
    family: Squim, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its windows are, as many as a minute has."""
    monkeypatch.setattr(squim, "WINDOW", 0.5)
    monkeypatch.setattr(squim, "MOST_WINDOWS", 2)
    monkeypatch.setattr(squim, "WHOLE_SECONDS", 1.0)
    clip = Sound(sounds.human().samples[: 16_000 * 2], 16_000)
    outcomes = attempt(family, Subject(clip))
    told, value = outcomes["squim_whole_stoi"], outcomes["squim_stoi"]
    assert isinstance(told, NotAvailable)
    assert "longer than" in told.reason
    assert isinstance(value, Value)
    assert value.details == {"windows": 2, "windows_in_clip": 4}


def test_silence_has_no_value(family: Squim) -> None:
    """The network itself would say NaN."""
    outcomes = attempt(family, Subject(Sound(np.zeros(16_000), 16_000)))
    assert set(outcomes.values()) == {NotAvailable("The clip is silent.")}


def test_absent_weights_are_named_with_what_brings_them(tmp_path: Path) -> None:
    """And nothing is fetched."""
    bare = Squim(folder=tmp_path)
    said = bare.missing() or ""
    path = tmp_path / "torchaudio" / "models" / "squim_objective_dns2020.pth"
    assert f"curl -L --create-dirs -o {path} https://download.pytorch.org/" in said
    with pytest.raises(FileNotFoundError):
        bare.scores(sounds.golden("versa_test2"))
    assert not list(tmp_path.iterdir())


def test_the_folder_of_torch_is_used_where_none_is_set(
    hub: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By torch.hub.set_dir, or TORCH_HOME."""
    import torch  # noqa: PLC0415

    monkeypatch.setattr(torch.hub, "_hub_dir", str(hub))
    assert Squim().missing() is None
    monkeypatch.setattr(torch.hub, "_hub_dir", None)
    monkeypatch.setenv("TORCH_HOME", str(hub / "elsewhere"))
    assert str(hub / "elsewhere" / "hub") in (Squim().missing() or "")


def test_other_weights_have_another_digest(family: Squim, hub: Path, tmp_path: Path) -> None:
    """So that their values are never mixed."""
    (before,) = family.models()
    path = tmp_path / "torchaudio" / "models" / "squim_objective_dns2020.pth"
    path.parent.mkdir(parents=True)
    weights = (hub / path.relative_to(tmp_path)).read_bytes()
    path.write_bytes(weights + b"\0")
    assert len(before.digest) == 64
    assert Squim(folder=tmp_path).models()[0].digest != before.digest
    assert before.licence == "CC BY 4.0"
