"""``python -m tests.shell``: runs pieces of Python, one after the other, beside a site's models.

A line of standard input is a piece of code in JSON; a line of standard output answers with what
it printed and, where it failed, the trace. Starting the site's code takes longer than most pieces.
"""

import io
import json
import os
import sys
import traceback
from contextlib import redirect_stdout

import django


def main() -> None:
    """Answer until standard input ends."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.db import connections  # noqa: PLC0415 - after setup

    answers = sys.stdout
    for line in sys.stdin:
        answer = _run(json.loads(line))
        connections.close_all()  # an idle connection would keep a lock or a database
        print(json.dumps(answer), file=answers, flush=True)


def _run(code: str) -> dict[str, str]:
    printed, trace = io.StringIO(), ""
    with redirect_stdout(printed):
        try:
            exec(code, {"__name__": "tests.shell"})  # noqa: S102 - the tests' own code
        except Exception:  # whatever it is, the test shows it
            trace = traceback.format_exc()
    return {"printed": printed.getvalue(), "trace": trace}


if __name__ == "__main__":
    main()
