"""``manage.py export_leaderboard STUDY --format csv|json|md``."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ratings.boards import newest_board
from ratings.exports import MEDIA_TYPES, export_board
from ratings.leaderboard import Format
from ratings.management.arguments import study_named
from ratings.slices import OVERALL, slices_of


class Command(BaseCommand):
    """Write the newest board of a study to standard output."""

    help = "Write the newest board of a study to standard output."

    def add_arguments(self, parser: CommandParser) -> None:
        """STUDY, format and slice."""
        parser.add_argument("study", metavar="STUDY", help="slug of the study")
        parser.add_argument(
            "--format",
            choices=[form.value for form in MEDIA_TYPES],
            default=Format.CSV.value,
        )
        parser.add_argument("--slice", default=OVERALL, help="overall, register:… or gender:…")

    def handle(self, *args: Any, **options: Any) -> None:
        """Find the board and write it."""
        study = study_named(options["study"])
        keys = [part.key for part in slices_of(study)]
        if options["slice"] not in keys:
            raise CommandError(f"No slice “{options['slice']}”. Slices: {', '.join(keys)}.")
        board = newest_board(study, options["slice"])
        if board is None:
            raise CommandError(f"Study “{study.slug}” has no board yet: it has no votes.")
        self.stdout.write(export_board(board, Format(options["format"])), ending="")
