"""`manage.py measure_difficulty`: how hard the prompts of a corpus are, with a progress bar."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from corpus.difficulty.back_ends import UnknownBackEnd, available
from corpus.management.arguments import corpus_named
from corpus.management.following import follow
from corpus.models import Corpus
from corpus.registers_difficulty import RegisterDifficulty, difficulty_of
from corpus.services.difficulty import choose_language_model, start_measuring


class Command(BaseCommand):
    """Measure what the corpus's language model has not seen; done here, or by a worker at once."""

    help = "Measure the difficulty (language-model perplexity) of a corpus's prompts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which corpus, and another model for it."""
        parser.add_argument("corpus", help="slug of the corpus")
        forms = ", ".join(back_end.form for back_end in available())
        parser.add_argument("--model", help=f"measure all anew by another model: {forms}")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Do the job with a bar, then say how it ended and how each register is spread."""
        corpus = corpus_named(options["corpus"])
        try:
            if options["model"] and options["model"] != corpus.language_model:
                job = choose_language_model(corpus=corpus, name=options["model"])
            else:
                job = start_measuring(corpus=corpus)
        except UnknownBackEnd as error:
            raise CommandError(str(error)) from error
        self.stdout.write(follow(self, job, items="prompts").summary)
        self._tell_spread(corpus)

    def _tell_spread(self, corpus: Corpus) -> None:
        for register in difficulty_of(corpus):
            self.stdout.write(_sentence(register))


def _sentence(register: RegisterDifficulty) -> str:
    spread = register.spread
    if not spread.count:
        return f"{register.register}: nothing measured."
    low, high = spread.percentiles
    narrow = " Narrow: less than a factor of ten." if spread.is_narrow else ""
    return (
        f"{register.register}: {spread.count:,} prompts, perplexity {low:,.0f} to {high:,.0f} "
        f"(5th to 95th percentile), a factor of {high / low:.1f}.{narrow}"
    )
