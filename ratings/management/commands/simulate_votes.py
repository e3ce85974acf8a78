"""``manage.py simulate_votes STUDY --listeners 40 --votes 2000 --seed 1``."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from arena.models import Study
from arena.services.listening import NoMatchupLeft
from arena.services.simulation import Simulation, simulate_votes
from ratings.boards import newest_board
from ratings.management.arguments import study_named
from ratings.services import refit_study
from ratings.slices import OVERALL
from ratings.statistics.elo import POINTS_PER_UNIT


class Command(BaseCommand):
    """Fill a study with votes of simulated listeners, and hold the board against the truth."""

    help = "Fill a study with votes of simulated listeners, marked as simulated wherever they show."

    def add_arguments(self, parser: CommandParser) -> None:
        """STUDY and how much of what."""
        parser.add_argument("study", metavar="STUDY", help="slug of the study")
        parser.add_argument("--listeners", type=int, default=40)
        parser.add_argument("--votes", type=int, default=2000)
        parser.add_argument("--seed", type=int, default=1, help="a whole number from 0 on")

    def handle(self, *args: Any, **options: Any) -> None:
        """Simulate, refit, compare."""
        study = study_named(options["study"])
        listeners, votes = options["listeners"], options["votes"]
        if not 1 <= listeners <= votes:
            raise CommandError("Ask for at least one listener, and at least one vote for each.")
        if options["seed"] < 0:
            raise CommandError(f"The seed {options['seed']} is below 0: choose 0 or more.")
        try:
            simulation = simulate_votes(
                study=study,
                listeners=listeners,
                votes=votes,
                seed=options["seed"],
            )
        except NoMatchupLeft as error:
            message = f"Study “{study.slug}” has no two ready clips to compare."
            raise CommandError(message) from error
        refit_study(study=study)
        self._report(study, simulation)

    def _report(self, study: Study, simulation: Simulation) -> None:
        self.stdout.write(f"{simulation.votes} simulated votes added to “{study.slug}”.\n\n")
        board = newest_board(study, OVERALL)
        if board is None:
            return
        mean = sum(simulation.strengths.values()) / len(simulation.strengths)
        truth = {
            system.pk: 1000 + POINTS_PER_UNIT * (strength - mean)
            for system, strength in simulation.strengths.items()
        }
        self.stdout.write(f"{'system':<28}{'simulated':>10}{'rating':>8}{'interval':>14}\n")
        for row in board.standings.select_related("system").order_by("position"):
            self.stdout.write(
                f"{row.system!s:<28}{truth[row.system_id]:>10.0f}{_shown(row.rating):>8}"
                f"{_shown(row.rating_low):>8}–{_shown(row.rating_high)}\n",
            )


def _shown(value: float | None) -> str:
    return "–" if value is None else f"{value:.0f}"
