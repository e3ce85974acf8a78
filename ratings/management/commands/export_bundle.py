"""``manage.py export_bundle STUDY FILE``: boards, and the votes that they follow from."""

import getpass
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from arena.models import Study
from corpus.management.writing import write_file
from ratings.management.arguments import board_numbered, study_named
from ratings.models import Board
from ratings.publication import shown_board
from ratings.services.bundles import BundleRefused, export_bundle
from ratings.slices import OVERALL


class Command(BaseCommand):
    """Write a bundle that anyone can check, and note it in the log of exports."""

    help = (
        "Write votes (under new random ids), exclusions, parameters and boards of the published "
        "data cut to a zip file that verify_bundle checks anywhere. The export is logged."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """STUDY, FILE, which boards, and who takes them."""
        parser.add_argument("study", metavar="STUDY", help="slug of the study")
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--board", type=int, metavar="ID", help="the cut of this snapshot")
        parser.add_argument("--live", action="store_true", help="the newest boards, public or not")
        parser.add_argument("--by", default="", help="who takes it; default: the system's user")

    def handle(self, *args: Any, **options: Any) -> None:
        """Bundle, check, write."""
        study = study_named(options["study"])
        board = self._board(study, options)
        try:
            content, log = export_bundle(
                board=board, by=options["by"] or f"{getpass.getuser()} (command)"
            )
        except BundleRefused as error:
            raise CommandError(str(error)) from error
        write_file(options["file"], content)
        self.stdout.write(
            f"Board {board.pk} and {log.row_count} votes written and checked; "
            f"export {log.pk} in the log.\n"
        )

    def _board(self, study: Study, options: dict[str, Any]) -> Board:
        if options["board"] is not None:
            board = board_numbered(options["board"])
            if board.study != study:
                raise CommandError(f"Board {board.pk} is of study “{board.study.slug}”.")
            return board
        shown = shown_board(study, OVERALL, staff=options["live"])
        if shown is None:
            raise CommandError(f"Study “{study.slug}” has published no board yet.")
        return shown
