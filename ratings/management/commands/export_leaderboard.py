"""``manage.py export_leaderboard STUDY --format csv|json|md|tex|parquet``."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from arena.models import Study
from corpus.management.writing import deliver
from ratings.exports import FORMS, board_file
from ratings.management.arguments import board_numbered, study_named
from ratings.models import Board
from ratings.publication import shown_board
from ratings.slices import OVERALL, slices_of


class Command(BaseCommand):
    """Write a board of a study to standard output or to a file."""

    help = (
        "Write the board that the public sees to standard output: the same bytes as the address "
        "on the board's page."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """STUDY, format, and which board."""
        parser.add_argument("study", metavar="STUDY", help="slug of the study")
        parser.add_argument("--format", choices=list(FORMS), default="csv")
        parser.add_argument("--slice", default=OVERALL, help="overall, register:… or gender:…")
        parser.add_argument("--board", type=int, metavar="ID", help="this snapshot instead")
        parser.add_argument("--live", action="store_true", help="the newest board, public or not")
        parser.add_argument("--bom", action="store_true", help="CSV: byte order mark first")
        parser.add_argument("--output", type=Path, metavar="FILE", help="write here instead")

    def handle(self, *args: Any, **options: Any) -> None:
        """Find the board and write it."""
        study = study_named(options["study"])
        find = self._shown if options["board"] is None else self._numbered
        board = find(study, options)
        content = board_file(board, FORMS[options["format"]], bom=options["bom"])
        deliver(self, content, options["output"], is_text=options["format"] != "parquet")

    def _numbered(self, study: Study, options: dict[str, Any]) -> Board:
        board = board_numbered(options["board"])
        if board.study != study:
            raise CommandError(f"Board {board.pk} is of study “{board.study.slug}”.")
        return board

    def _shown(self, study: Study, options: dict[str, Any]) -> Board:
        keys = [part.key for part in slices_of(study)]
        if options["slice"] not in keys:
            raise CommandError(f"No slice “{options['slice']}”. Slices: {', '.join(keys)}.")
        board = shown_board(study, options["slice"], staff=options["live"])
        if board is None and shown_board(study, options["slice"], staff=True):
            message = f"Study “{study.slug}” has published no board yet; --live gives the newest."
            raise CommandError(message)
        if board is None:
            raise CommandError(f"Study “{study.slug}” has no board yet: it has no votes.")
        return board
