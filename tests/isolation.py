"""A folder of their own for tests, set before Django reads its settings.

Loaded by ``-p`` in pyproject.toml, since pytest-django loads settings before any conftest.
"""

import os
import tempfile
from pathlib import Path

_var = tempfile.TemporaryDirectory(prefix="earshot-tests-")
os.environ["EARSHOT_VAR"] = _var.name
os.environ.setdefault("EARSHOT_LOG_LEVEL", "CRITICAL")
(Path(_var.name) / "static").mkdir()
