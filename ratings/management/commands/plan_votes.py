"""`manage.py plan_votes`: how many votes and listeners a planned study needs."""

import math
from argparse import ArgumentParser
from dataclasses import fields
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ratings.plan_values import PlanValues
from ratings.planning import PlanError, Point, answer_sentence, plan
from ratings.presentation.numbers import reached

BAR = 30  # characters
ROUNDING = 1e-9


class Command(BaseCommand):
    """Simulate listenings of growing size until every pair of neighbours is separated."""

    help = (
        "Say how many votes, from how many listeners, separate systems that lie the given Elo "
        "points apart. Simulates whole listenings, so it takes a while."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Gaps in Elo points, spread of the listeners, wished power."""
        parser.add_argument(
            "gaps", type=float, nargs="+", help="Elo points between neighbours, best pair first"
        )
        parser.add_argument(
            "--taste",
            type=float,
            default=100.0,
            help="how much a listener's own taste shifts a system, Elo points (100)",
        )
        parser.add_argument("--votes-per-listener", type=int, default=20, help="(20)")
        parser.add_argument("--power", type=float, default=0.8, help="for each pair (0.8)")
        parser.add_argument("--level", type=float, default=0.95, help="of the rank sets (0.95)")
        parser.add_argument("--runs", type=int, default=100, help="simulations per size (100)")
        parser.add_argument("--most", type=int, default=200_000, help="votes to try (200000)")
        parser.add_argument("--seed", type=int, default=0)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print every size tried with its power as a bar, then the answer."""
        values = PlanValues(**{field.name: options[field.name] for field in fields(PlanValues)})
        try:
            question = values.plan()
            answer = plan(question, progress=self._show)
        except PlanError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(answer_sentence(answer, question))

    def _show(self, point: Point) -> None:
        bar = "█" * math.floor(BAR * point.power + ROUNDING)  # full only if all were told apart
        self.stdout.write(
            f"{point.votes:>9,} votes  {point.listeners:>7,} listeners  "
            f"{bar:<{BAR}} {reached(point.power)}%"
        )
