"""``manage.py export_votes STUDY --format csv|parquet [--output FILE]``."""

import getpass
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from corpus.management.writing import write_file
from ratings.management.arguments import study_named
from ratings.services.vote_exports import MEDIA_TYPES, export_votes


class Command(BaseCommand):
    """Write every vote of a study to a file, and note it in the log."""

    help = (
        "Write every vote of a study to a file. Listeners and prompts get new random ids in each "
        "export; the export is logged."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """STUDY, format, file, and who takes it."""
        parser.add_argument("study", metavar="STUDY", help="slug of the study")
        parser.add_argument("--format", choices=list(MEDIA_TYPES), default="csv")
        parser.add_argument("--output", type=Path, metavar="FILE", help="default: standard output")
        parser.add_argument("--bom", action="store_true", help="CSV: byte order mark first")
        parser.add_argument("--by", default="", help="who takes it; default: the system's user")

    def handle(self, *args: Any, **options: Any) -> None:
        """Export, write, say how much."""
        if options["output"] is None and options["format"] != "csv" and sys.stdout.isatty():
            raise CommandError("A terminal cannot show this form. Give --output FILE, or a pipe.")
        exported = export_votes(
            study=study_named(options["study"]),
            form=options["format"],
            by=options["by"] or f"{getpass.getuser()} (command)",
            bom=options["bom"],
        )
        log = exported.log
        told = f"{log.row_count} votes written; export {log.pk} in the log."
        if options["output"] is None:
            sys.stdout.buffer.write(exported.content)
            self.stderr.write(told)  # the file alone goes down a pipe
            return
        write_file(options["output"], exported.content)
        self.stdout.write(told)
