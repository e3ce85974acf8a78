"""Which models the metrics use: chosen once for an installation."""

import re
from dataclasses import dataclass
from pathlib import Path

RECOGNISER = "pocketsphinx"
SPEAKER_ENCODER = "resemblyzer"
DEVICE = "cpu"
_DEVICE = re.compile(r"cpu|cuda(?::\d+)?")


class BadChoice(ValueError):  # noqa: N818 - a mistake of who chose
    """Something was chosen that does not exist; the message says what there is."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Names of back ends, where local copies of models lie, and what computes.

    recogniser and speaker_encoder: "BACK-END" or "BACK-END:MODEL", where the model is a name or a
    folder. models: a folder that is searched before the caches of the hubs. hub: torch's hub
    folder, None for its usual place. device: "cpu", "cuda" or "cuda:N".
    """

    recogniser: str = RECOGNISER
    speaker_encoder: str = SPEAKER_ENCODER
    models: Path | None = None
    hub: Path | None = None
    device: str = DEVICE

    def __post_init__(self) -> None:
        if not _DEVICE.fullmatch(self.device):
            raise BadChoice(f"There is no device {self.device!r}. Choose cpu, cuda or cuda:N.")

    def hub_with(self, path: Path) -> Path | None:
        """Return the folder of models if *path* lies in it, else torch's hub folder."""
        held = self.models is not None and (self.models / path).is_file()
        return self.models if held else self.hub
