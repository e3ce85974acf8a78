#!/usr/bin/env python
"""Django's command line."""

import os
import sys
from pathlib import Path

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        execute_from_command_line(sys.argv)
    except BrokenPipeError:
        # Whoever reads has had enough, as head has. Python flushes once more as it ends, which goes
        # nowhere then.
        with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
        sys.exit(1)
