"""Speaker encoders by name: "resemblyzer", "wavlm-xvector" or "campplus"."""

from pathlib import Path

from evaluation.metrics.choice import BadChoice
from evaluation.speech.encoders.base import SpeakerEncoder
from evaluation.speech.encoders.campplus import ONNX, CamPlusPlus
from evaluation.speech.encoders.resemblyzer import Resemblyzer
from evaluation.speech.encoders.wavlm import DEFAULT, WavLmXvector

NAMES = (Resemblyzer.name, WavLmXvector.name, CamPlusPlus.name)


def speaker_encoder(
    choice: str, *, models: Path | None = None, device: str = "cpu"
) -> SpeakerEncoder:
    """Return the encoder that *choice* names: "BACK-END" or "BACK-END:MODEL".

    MODEL: a file of weights for resemblyzer, the hub's name or a folder for wavlm-xvector, a folder
    for campplus. models: a folder with local copies, searched where no MODEL is named: for
    wavlm-xvector a folder named as the hub's model is, for campplus its file. Nothing is loaded.

    Raises BadChoice.
    """
    name, _, model = choice.partition(":")
    if name == Resemblyzer.name:
        return Resemblyzer(Path(model) if model else None, device)
    if name == WavLmXvector.name:
        return WavLmXvector(model or _local_wavlm(models) or DEFAULT, device)
    if name == CamPlusPlus.name:
        return CamPlusPlus(Path(model) if model else _local_campplus(models), device)
    raise BadChoice(
        f"There is no speaker encoder “{choice}”. Choose {', '.join(NAMES[:-1])} or {NAMES[-1]}."
    )


def _local_wavlm(models: Path | None) -> str | None:
    folder = models / Path(DEFAULT).name if models else None
    return str(folder) if folder is not None and folder.is_dir() else None


def _local_campplus(models: Path | None) -> Path | None:
    return models if models is not None and (models / ONNX).is_file() else None
