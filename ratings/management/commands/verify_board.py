"""``manage.py verify_board ID``: recount a stored board from the votes."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ratings.management.arguments import board_numbered
from ratings.recount import Outcome
from ratings.verification import verify_board


class Command(BaseCommand):
    """Recount a board and say whether it holds."""

    help = (
        "Recount a board from the votes and exclusions up to its data cut. "
        "Exit code 0: byte for byte; 3: but for rounding; 1: it does not hold; 2: not checked."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """ID."""
        parser.add_argument("board", type=int, metavar="ID", help="number of the board")

    def handle(self, *args: Any, **options: Any) -> None:
        """Recount, say what was found."""
        board = board_numbered(options["board"])
        try:
            finding = verify_board(board)
        except (ValueError, ArithmeticError, LookupError) as error:
            message = f"Board {board.pk}: its votes cannot be counted. {error}"
            raise CommandError(message, returncode=Outcome.DIFFERS) from error
        said = "\n".join(finding.lines)
        self.stdout.write(f"Board {board.pk} ({board.slice_key}). {said}\n")
        if finding.outcome is not Outcome.IDENTICAL:
            sys.exit(finding.outcome)
