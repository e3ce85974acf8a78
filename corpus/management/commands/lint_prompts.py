"""``manage.py lint_prompts``: check a whole corpus by today's rules."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from corpus.management.arguments import corpus_named
from corpus.services.prompts.linting_all import lint_corpus


class Command(BaseCommand):
    """Lints every prompt that stands, beside all others, and prints what keeps from approval."""

    help = "Lint all prompts of a corpus anew, as after a change of the rules; print the errors."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which corpus."""
        parser.add_argument("corpus", help="slug of the corpus")

    def handle(self, *args: Any, **options: Any) -> None:
        """Lint, store, print."""
        corpus = corpus_named(options["corpus"])
        count = lint_corpus(corpus=corpus)
        wrong = 0
        for prompt in corpus.prompts.all().current().order_by("external_id"):
            errors = [found for found in prompt.findings if found["severity"] == "error"]
            wrong += bool(errors)
            for found in errors:
                self.stdout.write(f"{prompt.external_id}: {found['code']}: {found['explanation']}")
        self.stdout.write(f"{count} prompts linted; {wrong} have errors.")
