"""Where commands put the files that they make."""

import sys
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError


def deliver(command: BaseCommand, content: bytes, output: Path | None, *, is_text: bool) -> None:
    """Write *content* to *output*, or to standard output where no file is named.

    Raises CommandError where the file cannot be written, or a terminal could not show the content.
    """
    if output is not None:
        write_file(output, content)
    elif is_text:
        command.stdout.write(content.decode(), ending="")
    elif sys.stdout.isatty():
        raise CommandError("A terminal cannot show this form. Give --output FILE, or a pipe.")
    else:
        sys.stdout.buffer.write(content)


def write_file(path: Path, content: bytes) -> None:
    """Write *content*. Raises CommandError where that cannot be done."""
    try:
        path.write_bytes(content)
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.") from error
