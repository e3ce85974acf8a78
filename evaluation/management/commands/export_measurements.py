"""`manage.py export_measurements STUDY --format csv|json|parquet`."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from corpus.management.writing import deliver
from evaluation.files import FORMS, clips_file, systems_file
from evaluation.results import systems_shown
from ratings.management.arguments import study_named


class Command(BaseCommand):
    """Write what was measured to standard output or to a file."""

    help = (
        "Write the metrics of a study that the public sees to standard output: the same bytes as "
        "the address on the page of metrics; with --clips, as that on the curators' page."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """STUDY, format, and which rows."""
        parser.add_argument("study", metavar="STUDY", help="slug of the study")
        parser.add_argument("--format", choices=list(FORMS), default="csv")
        parser.add_argument("--clips", action="store_true", help="a row for each value of a clip")
        parser.add_argument("--live", action="store_true", help="every system, named yet or not")
        parser.add_argument("--output", type=Path, metavar="FILE", help="write here instead")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the file and write it."""
        content = self._content(options)
        deliver(self, content, options["output"], is_text=options["format"] != "parquet")

    def _content(self, options: dict[str, Any]) -> bytes:
        study = study_named(options["study"])
        if options["clips"]:
            return clips_file(study, options["format"])
        systems = systems_shown(study, staff=options["live"])
        if systems is None:
            raise CommandError(
                f"No board of “{study.slug}” has named its systems yet; --live writes all of them."
            )
        return systems_file(study, systems, options["format"])
