"""SHA-256 of the files that hold a model."""

import hashlib
from functools import cache
from pathlib import Path


@cache
def digest_of(*paths: Path) -> str:
    """Return the SHA-256, in hex, of *paths* one after the other; remembered while we run."""
    digest = hashlib.sha256()
    for path in paths:
        with path.open("rb") as file:
            while chunk := file.read(1 << 20):
                digest.update(chunk)
    return digest.hexdigest()
