"""`manage.py evaluate`: have machines measure the clips of a study, with a progress bar."""

from argparse import ArgumentParser
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from corpus.management.following import follow
from corpus.models import Job
from corpus.models.jobs import SILENCE
from evaluation.metrics.registry import UnknownMetric
from evaluation.services import AlreadyMeasuring, EvaluationRefused, start_evaluation
from ratings.management.arguments import study_named


class Command(BaseCommand):
    """Measure here, or watch a worker do it."""

    help = (
        "Measure the clips of a study: only what is missing, or whose metric, model or "
        "rendition is another one now. What is measured is stored at once, so stopping "
        "and starting again loses nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which study, and by which metrics."""
        parser.add_argument("study", metavar="STUDY", help="slug of the study")
        parser.add_argument(
            "--metrics",
            metavar="A,B",
            default="",
            help="families or metrics; without it all that a study allows",
        )
        parser.add_argument(
            "--retry-failed", action="store_true", help="also try again what failed"
        )
        parser.add_argument(
            "--background", action="store_true", help="leave it to a worker and return at once"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Begin, follow, tell how it ended."""
        study = study_named(options["study"])
        names = [name.strip() for name in options["metrics"].split(",") if name.strip()]
        begin = partial(
            start_evaluation, study=study, families=names, retry_failed=options["retry_failed"]
        )
        try:
            try:
                job = begin()
            except AlreadyMeasuring as busy:
                if options["background"]:
                    raise
                self._wait_for(busy.job)
                job = begin()
        except (UnknownMetric, EvaluationRefused) as error:
            raise CommandError(str(error)) from error
        if options["background"]:
            self.stdout.write(f"A worker does it: /curate/jobs/{job.pk}/")
            return
        self.stdout.write(follow(self, job, items="measurements").summary)

    def _wait_for(self, job: Job) -> None:
        """See a job to its end that was begun before, such as one whose worker was killed."""
        self.stderr.write(
            "Clips of this study are being measured already: following that job. If its worker "
            f"stays silent, it is taken over here after {SILENCE.seconds} s."
        )
        self.stdout.write(follow(self, job, items="measurements", own=False).summary)
