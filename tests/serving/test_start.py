"""What every process pays before it does anything."""

import subprocess
import sys

SLOW = (
    "onnxruntime",
    "openpyxl",
    "pyarrow",
    "scipy.optimize",
    "scipy.sparse",
    "scipy.stats",
    "torch",
)


def test_a_process_starts_without_what_takes_long_to_load() -> None:
    code = f"import config.asgi, sys; print(*(set({SLOW}) & set(sys.modules)))"
    started = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert not started.stdout.split()
