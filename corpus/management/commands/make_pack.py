"""`manage.py make_pack`: a corpus, or a file, of plausible prompts made of templates."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_slug

from corpus.management.writing import write_file
from corpus.pack.breaking import COLUMNS, rows_of, with_broken_rows
from corpus.pack.making import PackError, PackPrompt, make_prompts
from corpus.prompt_files.tables import Form
from corpus.prompt_files.writing import write_table
from corpus.services.pack import PackRefused, store_pack


class Command(BaseCommand):
    """Make a development pack; never a benchmark."""

    help = (
        "Make a development pack: plausible prompts in all registers, from templates, the same for "
        "the same seed. As a private corpus marked as synthetic (SLUG), as a CSV file to practise "
        "imports with (--csv), or both. Never a benchmark."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How many, from which seed, whereto, by whom."""
        parser.add_argument("slug", nargs="?", help="slug of the corpus that is made")
        parser.add_argument("--size", type=int, default=500)
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument("--author", help="account that counts as the author of the texts")
        parser.add_argument("--reviewed-by", help="another account, which approves them in bulk")
        parser.add_argument("--csv", type=Path, help="write the prompts to this file")
        parser.add_argument(
            "--broken", type=int, default=0, help="add so many broken rows of all kinds to the file"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Make, store, write, say what was made."""
        _check(options)
        author, reviewer = _account(options["author"]), _account(options["reviewed_by"])
        try:
            prompts = make_prompts(options["size"], seed=options["seed"])
            if options["slug"]:
                pack = store_pack(
                    slug=options["slug"],
                    prompts=prompts,
                    seed=options["seed"],
                    author=author,
                    reviewer=reviewer,
                )
                self.stdout.write(
                    f"Corpus “{pack.corpus.slug}”: {len(prompts):,} prompts, {pack.approved:,} "
                    "approved. Synthetic: not a benchmark."
                )
                if pack.doubtful:
                    self.stdout.write(f"{pack.doubtful:,} are too like prompts of other corpora.")
                self.stdout.write(_next_step(options["slug"], author, reviewer))
        except (PackError, PackRefused) as error:
            raise CommandError(str(error)) from error
        if options["csv"]:
            self._write(prompts, options)

    def _write(self, prompts: list[PackPrompt], options: dict[str, Any]) -> None:
        rows = with_broken_rows(rows_of(prompts), options["broken"], seed=options["seed"])
        cells = [[row[column] for column in COLUMNS] for row in rows]
        write_file(options["csv"], write_table(Form.CSV, COLUMNS, cells))
        self.stdout.write(
            f"{options['csv']}: {len(rows):,} rows, {options['broken']:,} of them broken."
        )


def _next_step(slug: str, author: User | None, reviewer: User | None) -> str:
    if reviewer is None:
        return (
            f"Next: review them at /curate/corpora/{slug}/review/, as another account than the "
            "author. Or make another pack with --reviewed-by ACCOUNT, which approves them in bulk."
        )
    told = f"Next: open /curate/corpora/{slug}/ for readings, clips and difficulty."
    if author is None:
        told += " The texts have no author (--author ACCOUNT names one)."
    return told


def _check(options: dict[str, Any]) -> None:
    if not options["slug"] and not options["csv"]:
        raise CommandError("Say where to: the slug of a new corpus, --csv FILE, or both.")
    if options["broken"] < 0 or (options["broken"] and not options["csv"]):
        raise CommandError("Broken rows are for a file: give --csv FILE too.")
    try:
        validate_slug(options["slug"] or "none")
    except ValidationError as error:
        raise CommandError("A slug has letters, digits, hyphens and underscores alone.") from error


def _account(name: str | None) -> User | None:
    if name is None:
        return None
    account = User.objects.filter(username=name).first()
    if account is None:
        raise CommandError(f"There is no account “{name}”.")
    return account
