"""``manage.py verify_bundle FILE``: does a board follow from its votes? No database is touched."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ratings.bundle.checking import check_bundle
from ratings.bundle.layout import BundleError
from ratings.leaderboard.tables import printable
from ratings.recount import Outcome

MOST_BYTES = 2**28


class Command(BaseCommand):
    """Recount the boards of a bundle from the votes in it."""

    help = (
        "Check that the boards of a bundle follow from its votes, without the site's data. "
        "Exit code 0: byte for byte; 3: but for rounding; 1: they do not; 2: not checked."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """FILE."""
        parser.add_argument("file", type=Path, metavar="FILE", help="made by export_bundle")

    def handle(self, *args: Any, **options: Any) -> None:
        """Say what was found of each board; the worst of it is the exit code."""
        try:
            findings = check_bundle(self._content(options["file"]))
        except BundleError as error:
            raise CommandError(str(error), returncode=Outcome.UNCHECKED) from error
        for slice_key, finding in findings:
            said = "\n".join(map(printable, finding.lines))
            self.stdout.write(f"{printable(slice_key)}: {said}\n")
        outcomes = {finding.outcome for _, finding in findings}
        for outcome in (Outcome.DIFFERS, Outcome.UNCHECKED, Outcome.ROUNDED):
            if outcome in outcomes:
                sys.exit(outcome)

    def _content(self, path: Path) -> bytes:
        try:
            if path.stat().st_size > MOST_BYTES:
                raise BundleError(f"{path} is larger than {MOST_BYTES // 2**20} MB.")
            return path.read_bytes()
        except OSError as error:
            raise BundleError(f"{path} cannot be read: {error.strerror}.") from error
