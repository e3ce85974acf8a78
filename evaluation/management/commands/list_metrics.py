"""`manage.py list_metrics`: what can be measured here."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from evaluation.configured import registry
from evaluation.measuring.listing import listed
from evaluation.measuring.writing import listing_as_json, listing_as_table
from evaluation.metrics.choice import BadChoice

FORMATS = {"table": listing_as_table, "json": listing_as_json}


class Command(BaseCommand):
    """List all metrics."""

    help = (
        "List all metrics: whether they are available here or which command brings them, the model "
        "behind them with digest and licence, what they need, direction, range, and what their "
        "authors claim."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The form."""
        parser.add_argument("--format", choices=FORMATS, default="table")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print."""
        try:
            metrics = registry()
        except BadChoice as error:
            raise CommandError(str(error)) from error
        for line in FORMATS[options["format"]](listed(metrics)):
            self.stdout.write(line)
