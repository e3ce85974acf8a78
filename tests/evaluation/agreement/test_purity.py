"""Agreement is computed without Django, and costs a process nothing that does not ask for it."""

import subprocess
import sys


def test_agreement_and_its_presentation_load_neither_django_nor_scipy_stats() -> None:
    modules = "evaluation.agreement.report, evaluation.presentation.scatter"
    loaded = (
        "[m for m in ('django', 'rest_framework', 'celery', 'scipy.stats') if m in sys.modules]"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"import sys, {modules}; print({loaded})"],
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.strip() == "[]"
