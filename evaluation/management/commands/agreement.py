"""`manage.py agreement STUDY --format table|json|csv|markdown`."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from arena.models import Study
from corpus.management.writing import deliver
from evaluation.models import AgreementReport
from evaluation.reports.files import report_file
from evaluation.reports.making import computed, make_report, material_of
from evaluation.reports.refusals import AgreementRefused
from ratings.boards import newest_board
from ratings.management.arguments import board_numbered, study_named
from ratings.models import Board
from ratings.publication import shown_board
from ratings.slices import OVERALL


class Command(BaseCommand):
    """Tell how well what was measured agrees with the listeners."""

    help = (
        "How well metrics agree with the listeners of a study: per clip, per system and per "
        "matchup, with intervals, ceilings and a ranking. JSON and CSV are the same bytes as the "
        "addresses on the curators' page, with --public as those on the public one."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """STUDY, format, which board and which metrics."""
        parser.add_argument("study", metavar="STUDY", help="slug of the study")
        forms = ("table", "json", "csv", "markdown")
        parser.add_argument("--format", choices=forms, default="table")
        parser.add_argument("--board", type=int, metavar="ID", help="without it the newest board")
        parser.add_argument(
            "--metrics",
            metavar="A,B",
            default="",
            help="metrics or families; the ranking is then among these, and nothing is stored",
        )
        parser.add_argument(
            "--public", action="store_true", help="the public board, and no single clips"
        )
        parser.add_argument("--output", type=Path, metavar="FILE", help="write here instead")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Take what is stored, or compute and store it; write."""
        study = study_named(options["study"])
        names = [name.strip() for name in options["metrics"].split(",") if name.strip()]
        board = self._board(study, options)
        try:
            stored = self._report(board, names)
        except AgreementRefused as error:
            raise CommandError(str(error)) from error
        content = report_file(stored, options["format"], clips=not options["public"])
        deliver(self, content, options["output"], is_text=True)

    def _report(self, board: Board, names: list[str]) -> AgreementReport:
        if names:
            return computed(board, *material_of(board, names))
        return make_report(board=board)

    def _board(self, study: Study, options: dict[str, Any]) -> Board:
        if options["board"] is not None:
            board = board_numbered(options["board"])
            if board.study_id != study.pk:
                raise CommandError(
                    f"Board {board.pk} is of the study “{board.study.slug}”, not of “{study.slug}”."
                )
            return board
        if options["public"]:
            found = shown_board(study, OVERALL, staff=False)
        else:
            found = newest_board(study, OVERALL)
        if found is None:
            kind = "public board" if options["public"] else "board"
            raise CommandError(
                f"“{study.slug}” has no {kind} yet. Agreement can be told once listeners have "
                "voted and the first one is made."
            )
        return found
