"""`manage.py compare_sampling`: the rules of drawing pairs, tried on simulated listeners."""

from argparse import ArgumentParser
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand, CommandError

from ratings.sampling_comparison import Result, Rule, Trial, compare
from ratings.simulation import Population
from ratings.statistics import elo


class Command(BaseCommand):
    """Try uniform, precision and ranking draws on the same listeners, over many seeds."""

    help = (
        "Compare the rules by which pairs of systems are drawn: error of the ratings, pairs in "
        "the wrong order, neighbours told apart; means over many simulated studies."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The field, the size of a study, how many of them."""
        parser.add_argument("--systems", type=int, default=12, help="(12)")
        parser.add_argument("--span", type=float, default=870.0, help="Elo, best to last (870)")
        parser.add_argument("--taste", type=float, default=0.0, help="of a listener, Elo (0)")
        parser.add_argument("--batches", type=int, default=6, help="(6)")
        parser.add_argument("--votes-per-batch", type=int, default=500, help="(500)")
        parser.add_argument("--listeners-per-batch", type=int, default=10, help="(10)")
        parser.add_argument("--seeds", type=int, default=100, help="simulated studies (100)")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Simulate with progress, then print a table."""
        if options["systems"] < 2 or options["seeds"] < 1:
            raise CommandError("Ask for at least two systems and one seed.")
        theta = np.linspace(options["span"], 0, options["systems"]) / elo.POINTS_PER_UNIT
        trial = Trial(
            Population(theta, taste=options["taste"] / elo.POINTS_PER_UNIT),
            batches=options["batches"],
            votes_per_batch=options["votes_per_batch"],
            listeners_per_batch=options["listeners_per_batch"],
        )
        seeds = options["seeds"]

        def show(rule: Rule, seed: int) -> None:
            self.stderr.write(f"\r{rule.value:<10}{seed + 1:>5} of {seeds}", ending="")
            self.stderr.flush()

        try:
            results = compare(trial, seeds=seeds, progress=show)
        except ValueError as error:
            raise CommandError(str(error)) from error
        self.stderr.write("")
        self.stdout.write(_table(results))


def _table(results: tuple[Result, ...]) -> str:
    lines = [f"{'rule':<12}{'error, Elo':>12}{'inversions':>12}{'neighbours told apart':>24}"]
    lines += [
        f"{r.rule.value:<12}{r.error:>12.1f}{r.inversions:>12.2f}{r.resolved:>24.0%}"
        for r in results
    ]
    return "\n".join(lines)
