"""Where the weights of models lie, and which weights they are."""

import hashlib
import os
import sys
from functools import lru_cache
from importlib import metadata, util
from pathlib import Path


def hub_folder(folder: Path | None = None) -> Path:
    """Return torch's hub folder: *folder* if given, else the one that torch would use.

    The rule of torch.hub.get_dir (TORCH_HOME, XDG_CACHE_HOME, ~/.cache), without importing torch.
    """
    if folder is not None:
        return folder
    torch = sys.modules.get("torch")
    if torch is not None:
        return Path(torch.hub.get_dir())
    cache = os.environ.get("XDG_CACHE_HOME", "~/.cache")
    home = os.environ.get("TORCH_HOME", str(Path(cache) / "torch"))
    return Path(home).expanduser() / "hub"


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


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal; read again only after the file has changed."""
    state = path.stat()
    return _sha256(path.resolve(), state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=64)
def _sha256(path: Path, _mtime_ns: int, _size: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
