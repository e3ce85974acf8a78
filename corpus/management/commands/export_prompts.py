"""``manage.py export_prompts``: the prompts of a corpus as a file."""

import getpass
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from corpus.management.arguments import corpus_named
from corpus.management.writing import write_file
from corpus.models import Prompt
from corpus.prompt_files.tables import Form
from corpus.services.exports import export_prompts


class Command(BaseCommand):
    """Writes what stands in a corpus, to be read, edited or imported again."""

    help = (
        "Export the prompts of a corpus as CSV, JSON Lines or .xlsx. Exports of private corpora "
        "are logged, with the name of the system's user."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which corpus, which file."""
        parser.add_argument("corpus", help="slug of the corpus")
        parser.add_argument("file", type=Path, help="its ending says the form: csv, jsonl, xlsx")
        parser.add_argument("--state", choices=Prompt.State.values, help="only these")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, log, write."""
        path: Path = options["file"]
        form = path.suffix.removeprefix(".").lower()
        if form not in {known.value for known in Form}:
            raise CommandError(f"{path}: the name must end in .csv, .jsonl or .xlsx.")
        corpus = corpus_named(options["corpus"])
        prompts = corpus.prompts.current()
        if options["state"]:
            prompts = corpus.prompts.filter(is_current=True, state=options["state"])
        related = prompts.select_related("register", "source", "author", "reviewer")
        taker = f"{getpass.getuser()} (command)"
        content = export_prompts(corpus=corpus, prompts=related, form=Form(form), by_name=taker)
        write_file(path, content)
        self.stdout.write(f"{len(related)} prompts written to {path}.")
