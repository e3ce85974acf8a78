"""`manage.py synthesise`: have a system speak what a corpus lacks, with a progress bar."""

import getpass
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from corpus.management.arguments import corpus_named, version_numbered
from corpus.management.following import follow
from corpus.models import Gender, Synthesizer
from corpus.services.synthesis import (
    Order,
    SynthesisRefused,
    current_voices,
    estimate_of,
    start_synthesis,
)


class Command(BaseCommand):
    """Say what it would take, then do it here, or watch a worker do it."""

    help = (
        "Synthesise the clips that a corpus lacks. What is made is stored at once, so stopping and "
        "starting again loses nothing and pays for nothing twice."
    )

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """``--version`` is the corpus's here; Django's own is had by ``manage.py version``."""
        return super().create_parser(prog_name, subcommand, conflict_handler="resolve", **kwargs)

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Who speaks, what, and how much of it."""
        parser.add_argument("corpus", help="slug of the corpus")
        parser.add_argument("--system", required=True, help="slug of the system")
        parser.add_argument("--voice", choices=Gender.values, help="this voice alone")
        parser.add_argument("--dry-run", action="store_true", help="only say what it would take")
        parser.add_argument("--limit", type=_positive, help="make at most so many clips")
        parser.add_argument("--retry-failed", action="store_true", help="what was given up, alone")
        parser.add_argument("--unreviewed", action="store_true", help="also what nobody approved")
        parser.add_argument(
            "--version",
            type=_positive,
            metavar="NUMBER",
            help="what this frozen version holds, in its wordings, superseded ones included",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Estimate, begin, follow."""
        order = _order(options)
        self._tell(order)
        if options["dry_run"]:
            self.stdout.write("Nothing was sent.")
            return
        try:
            job = start_synthesis(order=order, by_name=getpass.getuser())
        except SynthesisRefused as error:
            raise CommandError(str(error)) from error
        self.stdout.write(follow(self, job, items="clips").summary)

    def _tell(self, order: Order) -> None:
        estimate = estimate_of(order)
        where = estimate.destination
        self.stdout.write(
            f"{estimate.clips:,} clips of {estimate.prompts:,} prompts, "
            f"{estimate.characters:,} characters. Time: {estimate.time_told}. "
            f"Cost: {estimate.cost_told}."
        )
        self.stdout.write(
            f"The texts are sent to {where}." if where else "The texts stay on this machine."
        )
        if estimate.given_up and not order.only_failed:
            self.stdout.write(f"{estimate.given_up:,} failed before: --retry-failed.")


def _order(options: dict[str, Any]) -> Order:
    slug, gender = options["system"], options["voice"]
    synthesizer = Synthesizer.objects.select_related("system").filter(system__slug=slug).first()
    if synthesizer is None:
        known = ", ".join(Synthesizer.objects.values_list("system__slug", flat=True)) or "none yet"
        raise CommandError(
            f"No system “{slug}” has a synthesiser. Those that have: {known}. "
            "What speaks for a system is set under /curate/systems/."
        )
    voices = [v for v in current_voices(synthesizer.system) if gender in {None, v.gender}]
    if not voices:
        raise CommandError(f"{synthesizer.system} has no such voice now. Choose one first.")
    corpus, number = corpus_named(options["corpus"]), options["version"]
    return Order(
        corpus=corpus,
        synthesizer=synthesizer,
        voices=tuple(voices),
        unreviewed=options["unreviewed"],
        only_failed=options["retry_failed"],
        limit=options["limit"],
        version=None if number is None else version_numbered(corpus, number),
    )


def _positive(value: str) -> int:
    number = int(value)
    if number < 1:
        raise ValueError
    return number
