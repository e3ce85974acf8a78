"""``manage.py import_prompts``: bring a file of prompts into a corpus."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from corpus.management.arguments import corpus_named
from corpus.models import PromptImport
from corpus.prompt_files.columns import missing_fields
from corpus.prompt_files.limits import UnreadableFile
from corpus.prompt_files.plans import Outcome, RowPlan
from corpus.services.imports import ImportRefused, check_import, confirm_import, stage_import
from corpus.text.findings import Severity


class Command(BaseCommand):
    """Checks every row, prints what was found, and imports all rows that can be."""

    help = (
        "Import prompts from CSV, JSON Lines or .xlsx into a corpus. Columns: external_id, text, "
        "register, topic, source, licence; also attribution, url, passage. What is found is "
        "printed with the external id. Importing a file twice changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which corpus, which file, by whom."""
        parser.add_argument("corpus", help="slug of the corpus")
        parser.add_argument("file", type=Path)
        parser.add_argument("--dry-run", action="store_true", help="only say what would happen")
        parser.add_argument(
            "--author", help="account that brings the texts, and so cannot review them"
        )
        parser.add_argument(
            "--notes", action="store_true", help="print notes too, such as authentic disfluencies"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Stage, check, print, import."""
        author = _author(options["author"], is_needed=not options["dry_run"])
        staged = _staged(options["corpus"], options["file"], author)
        try:
            self._import(staged, author, options)
        except (ImportRefused, UnreadableFile) as error:
            raise CommandError(str(error)) from error
        finally:
            if staged.is_open:
                staged.file.delete(save=False)
                staged.delete()

    def _import(self, staged: PromptImport, author: User | None, options: dict[str, Any]) -> None:
        for note in staged.notes:
            self.stderr.write(note)
        if missing := missing_fields(staged.mapping):
            raise CommandError(
                f"No column was found for: {', '.join(missing)}. The file has: "
                f"{', '.join(staged.columns)}. Rename its columns."
            )
        plans = check_import(staged=staged)
        for plan in plans:
            self._tell(plan, with_notes=options["notes"])
        counts = staged.counts
        self.stdout.write(
            f"{counts['new']} new, {counts['changed']} changed, {counts['same']} the same, "
            f"{counts['wrong']} wrong; {counts['with_errors']} of the new and changed have errors."
        )
        if options["dry_run"]:
            self.stdout.write("Nothing was imported.")
        elif any(plan.is_stored for plan in plans):
            self.stdout.write(f"{confirm_import(staged=staged, by=author)} prompts imported.")
        else:
            self.stdout.write("Nothing to import.")

    def _tell(self, plan: RowPlan, *, with_notes: bool) -> None:
        name = plan.external_id or f"row {plan.number}"
        for reason in plan.reasons:
            self.stdout.write(f"{name}: wrong (row {plan.number}): {reason}")
        if plan.outcome is Outcome.WRONG:
            return
        for note in plan.notes:
            self.stdout.write(f"{name}: {note}")
        for finding in plan.findings:
            if finding.severity is not Severity.NOTE or with_notes:
                proposal = f" → “{finding.proposal}”" if finding.proposal is not None else ""
                self.stdout.write(
                    f"{name}: {finding.severity} {finding.code}: {finding.explanation}{proposal}"
                )


def _staged(slug: str, path: Path, author: User | None) -> PromptImport:
    corpus = corpus_named(slug)
    try:
        content = path.read_bytes()
        return stage_import(corpus=corpus, by=author, name=path.name, content=content)
    except (OSError, UnreadableFile) as error:
        raise CommandError(f"{path}: {error}") from error


def _author(name: str | None, *, is_needed: bool) -> User | None:
    if name is None:
        if is_needed:
            raise CommandError("Say who brings the texts: --author USER.")
        return None
    author = User.objects.filter(username=name).first()
    if author is None:
        raise CommandError(f"There is no account “{name}”.")
    return author
