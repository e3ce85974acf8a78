"""A folder and a part of Redis of their own for tests, set before Django reads its settings.

Loaded by ``-p`` in pyproject.toml, since pytest-django loads settings before any conftest.
"""

import os
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

# Of the sixteen databases of a Redis; a worker of pytest-xdist has its first, its sites the others.
REDIS_DATABASES = 8

_var = tempfile.TemporaryDirectory(prefix="earshot-tests-")
os.environ["EARSHOT_VAR"] = _var.name
os.environ.setdefault("EARSHOT_LOG_LEVEL", "CRITICAL")
(Path(_var.name) / "static").mkdir()

_worker, _redis = os.environ.get("PYTEST_XDIST_WORKER"), os.environ.get("REDIS_URL")
if _worker and _redis:
    _first = REDIS_DATABASES * int(_worker.removeprefix("gw"))
    os.environ["REDIS_URL"] = urlsplit(_redis)._replace(path=f"/{_first}").geturl()
