"""`manage.py fit_votes FILE.csv`: a leaderboard from anyone's votes, without the database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ratings.leaderboard import Format, facts_of, render
from ratings.statistics.rate import rate
from ratings.statistics.votes import Ties
from ratings.votefile import VoteFileError, read_votes


class Command(BaseCommand):
    """Read a vote file, rate, print."""

    help = (
        "Rate the systems of a vote file. Columns: left, right, winner (left, right or tie), or "
        "winner, loser; optionally listener (for clustered intervals) and count."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """File, format, rule for ties, anchor, level and seed."""
        parser.add_argument("file", type=Path, help="CSV file in UTF-8")
        parser.add_argument("--format", choices=[form.value for form in Format], default="table")
        parser.add_argument("--ties", choices=[rule.value for rule in Ties], default="half")
        parser.add_argument(
            "--order-effect", action="store_true", help="estimate the advantage of the left side"
        )
        parser.add_argument("--anchor", help="measure the others against this system")
        parser.add_argument("--level", type=float, default=0.95, help="of the intervals (0.95)")
        parser.add_argument("--seed", type=int, default=0, help="of the rank sets (0)")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print the leaderboard, or say in a sentence why there is none."""
        try:
            source = read_votes(options["file"])
            ratings = rate(
                source.votes,
                systems=source.systems,
                anchor=options["anchor"],
                ties=Ties(options["ties"]),
                order_effect=options["order_effect"],
                level=options["level"],
                seed=options["seed"],
            )
        except (VoteFileError, ValueError) as error:
            raise CommandError(str(error)) from error
        text = render(ratings.standings, facts_of(ratings), Format(options["format"]))
        self.stdout.write(text, ending="")
