"""Speaker encoders: one voice is nearer to itself than to another's, alone or in a batch."""

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evaluation.metrics.base import Samples
from evaluation.speech.encoders.base import SpeakerEncoder, in_equal_batches, unit
from evaluation.speech.encoders.campplus import CamPlusPlus, log_mel_bands
from evaluation.speech.encoders.resemblyzer import Resemblyzer
from evaluation.speech.encoders.wavlm import WavLmXvector
from tests.evaluation.encoders import save_tiny_wavlm
from tests.evaluation.real_speech import RATE, flite, man, woman


def or_skip(encoder: SpeakerEncoder) -> SpeakerEncoder:
    """*encoder*, if it can run here."""
    missing = encoder.missing()
    if missing:
        pytest.skip(missing)
    return encoder


@pytest.fixture(params=["resemblyzer", "campplus"])
def trained(request: pytest.FixtureRequest) -> SpeakerEncoder:
    """Each encoder whose weights a package brings."""
    return or_skip(Resemblyzer() if request.param == "resemblyzer" else CamPlusPlus())


@pytest.fixture(scope="module")
def wavlm(tmp_path_factory: pytest.TempPathFactory) -> SpeakerEncoder:
    """A WavLM from a folder, loaded as the real one is."""
    pytest.importorskip("torch", reason="torch is not installed")
    pytest.importorskip("transformers", reason="transformers is not installed")
    folder = tmp_path_factory.mktemp("models") / "tiny-wavlm"
    save_tiny_wavlm(folder)
    return or_skip(WavLmXvector(str(folder)))


def pieces(seconds: float = 3.0) -> list[Samples]:
    """Two pieces of a woman and two of a man."""
    return [speaker(seconds, skip).samples for speaker in (woman, man) for skip in (1.0, 12.0)]


@pytest.mark.heavy
def test_people_are_nearer_to_themselves_than_to_each_other(trained: SpeakerEncoder) -> None:
    embeddings = trained.embed(pieces())
    cosines = embeddings @ embeddings.T
    same = [cosines[0, 1], cosines[2, 3]]
    assert min(same) > cosines[:2, 2:].max() + 0.1


@pytest.mark.heavy
def test_synthetic_voices_are_told_apart_too(trained: SpeakerEncoder) -> None:
    halves = [half for voice in ("slt", "rms") for half in np.array_split(flite(voice).samples, 2)]
    cosines = trained.embed(halves) @ trained.embed(halves).T
    assert min(cosines[0, 1], cosines[2, 3]) > cosines[:2, 2:].max() + 0.1


def check_that_company_does_not_matter(encoder: SpeakerEncoder) -> None:
    """Each of ten windows, of three lengths in a wild order, alone and among the others."""
    speech = np.concatenate([woman().samples, man().samples])
    lengths = [3.0, 1.7, 3.0, 3.0, 2.5, 3.0, 1.7, 3.0, 3.0, 3.0, 3.0, 3.0]
    windows = [
        speech[2 * k * RATE // 2 : 2 * k * RATE // 2 + round(seconds * RATE)]
        for k, seconds in enumerate(lengths)
    ]
    together = encoder.embed(windows)
    alone = np.concatenate([encoder.embed([window]) for window in windows])
    assert together == pytest.approx(alone, abs=1e-5)
    assert np.linalg.norm(together, axis=1) == pytest.approx(np.ones(len(lengths)))
    assert np.ptp(together, axis=0).max() > 1e-3


@pytest.mark.heavy
def test_a_window_has_the_embedding_that_it_has_alone(trained: SpeakerEncoder) -> None:
    check_that_company_does_not_matter(trained)


@pytest.mark.heavy
@pytest.mark.needs_torch
def test_so_it_is_with_wavlm(wavlm: SpeakerEncoder) -> None:
    check_that_company_does_not_matter(wavlm)


@pytest.mark.heavy
@pytest.mark.needs_torch
def test_wavlm_gives_what_transformers_gives_for_one_clip(wavlm: WavLmXvector) -> None:
    import torch  # noqa: PLC0415
    from transformers import WavLMForXVector  # noqa: PLC0415

    samples = man(2.0).samples
    network: Any = WavLMForXVector.from_pretrained(wavlm.source)
    network.eval()
    even = (samples - samples.mean()) / np.sqrt(samples.var() + 1e-7)
    with torch.inference_mode():
        vector = network(torch.from_numpy(even[None].astype(np.float32))).embeddings[0].numpy()
    assert wavlm.embed([samples])[0] == pytest.approx(vector / np.linalg.norm(vector), abs=1e-5)


@pytest.mark.needs_torch
def test_wavlm_is_known_by_the_digest_of_its_weights(wavlm: WavLmXvector, tmp_path: Path) -> None:
    model = wavlm.model()
    assert model.source == wavlm.source
    save_tiny_wavlm(tmp_path)
    config = tmp_path / "config.json"
    config.write_text(
        config.read_text().replace('"num_hidden_layers"', '"x": 1, "num_hidden_layers"')
    )
    assert len(model.digest) == 64
    assert WavLmXvector(str(tmp_path)).model().digest != model.digest


@pytest.mark.parametrize("source", ["microsoft/wavlm-base-plus-sv", "/no/such/folder", "a b/c d/e"])
def test_a_wavlm_that_is_not_here_says_how_to_fetch_it(
    source: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("torch", reason="torch is not installed")
    constants = pytest.importorskip("huggingface_hub.constants")
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    encoder = WavLmXvector(source)
    missing = encoder.missing()
    assert missing is not None
    assert source in missing
    assert "hf download" in missing
    with pytest.raises(FileNotFoundError, match="hf download"):
        encoder.model()


@pytest.mark.heavy
@pytest.mark.needs_torch
@pytest.mark.parametrize("seconds", [0.5, 1.3, 1.61, 2.2, 3.0, 7.77])
def test_resemblyzer_gives_what_its_package_gives(seconds: float) -> None:
    encoder = or_skip(Resemblyzer())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        package = pytest.importorskip(
            "resemblyzer",
            reason="the package cannot be imported: it needs librosa and webrtcvad",
            exc_type=ImportError,
        )
        samples = woman(seconds, 2.0).samples
        theirs = package.VoiceEncoder("cpu", verbose=False).embed_utterance(samples.astype("f4"))
    assert encoder.embed([samples])[0] == pytest.approx(theirs, abs=1e-5)


@pytest.mark.needs_torch
def test_the_bands_of_campplus_are_those_of_kaldi() -> None:
    import torch  # noqa: PLC0415

    pytest.importorskip("kaldi_native_fbank", reason="kaldi-native-fbank is not installed")
    kaldi = pytest.importorskip("torchaudio.compliance.kaldi")
    samples = man(2.5).samples
    wave = torch.from_numpy(samples[None].astype(np.float32))
    theirs = kaldi.fbank(wave, num_mel_bins=80, dither=0.0, sample_frequency=RATE).numpy()
    assert log_mel_bands(samples) == pytest.approx(theirs - theirs.mean(axis=0), abs=5e-3)


def test_campplus_runs_from_an_onnx_file_without_torch(tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx", reason="onnx, which writes the file, is not installed")
    pytest.importorskip("onnxruntime", reason="onnxruntime is not installed")
    pytest.importorskip("kaldi_native_fbank", reason="kaldi-native-fbank is not installed")
    projection = np.random.default_rng(6).normal(size=(80, 12)).astype(np.float32)
    helper = onnx.helper
    floats = onnx.TensorProto.FLOAT
    nodes = [
        helper.make_node("Abs", ["feature"], ["size"]),
        helper.make_node("ReduceMean", ["size", "axes"], ["mean"], keepdims=0),
        helper.make_node("MatMul", ["mean", "projection"], ["embedding"]),
    ]
    graph = helper.make_graph(
        nodes,
        "small",
        [helper.make_tensor_value_info("feature", floats, ["n", "frames", 80])],
        [helper.make_tensor_value_info("embedding", floats, ["n", 12])],
        [
            onnx.numpy_helper.from_array(projection, "projection"),
            onnx.numpy_helper.from_array(np.array([1]), "axes"),
        ],
    )
    opset = helper.make_opsetid("", 18)
    onnx.save(
        helper.make_model(graph, opset_imports=[opset], ir_version=9), tmp_path / "campplus.onnx"
    )
    encoder = CamPlusPlus(tmp_path)
    assert encoder.missing() is None
    windows = pieces()
    expected = [np.abs(log_mel_bands(window)).mean(axis=0) @ projection for window in windows]
    assert encoder.embed(windows) == pytest.approx(unit(np.stack(expected)), abs=1e-5)
    assert len(encoder.model().digest) == 64


def test_an_empty_folder_says_what_belongs_there(tmp_path: Path) -> None:
    missing = CamPlusPlus(tmp_path).missing()
    assert missing is not None
    assert "campplus.onnx" in missing or "pip install" in missing


def test_batches_keep_the_order_and_hold_one_length_each() -> None:
    seen: list[set[int]] = []

    def first_samples(windows: list[Samples]) -> Samples:
        seen.append({window.size for window in windows})
        assert len(windows) <= 8
        return np.stack([window[:2] for window in windows])

    windows = [np.array([k + 1.0, 1.0] + [0.0] * (k % 3)) for k in range(30)]
    found = in_equal_batches(windows, first_samples)
    assert found == pytest.approx(unit(np.stack([window[:2] for window in windows])))
    assert all(len(lengths) == 1 for lengths in seen)


def test_a_vector_of_nothing_has_no_direction() -> None:
    with pytest.raises(ValueError, match="without a direction"):
        unit(np.zeros((1, 4)))
