"""Taking a file in, naming its columns, dropping it again."""

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.db import transaction

from corpus.models import Corpus, Job, PromptImport
from corpus.prompt_files.columns import FIELDS, guess_mapping, missing_fields
from corpus.prompt_files.reading import read_table
from corpus.roles import CURATE
from corpus.services.imports.errors import ImportClosed, ImportRefused
from corpus.services.jobs import cancel_job, start_job

# Up to here a page is answered with the preview at once.
MANY_ROWS = 1_000
CHECK = "check-prompts"


@transaction.atomic
def stage_import(*, corpus: Corpus, by: User | None, name: str, content: bytes) -> PromptImport:
    """Keep a file in private storage, with a guess of which column is what.

    Raises UnreadableFile: it cannot be read; nothing is kept.
    """
    table = read_table(content)
    staged = PromptImport(
        corpus=corpus,
        by=by,
        file_name=name[-255:],
        row_count=len(table.rows),
        columns=list(table.columns),
        notes=list(table.notes),
        mapping=guess_mapping(table.columns),
    )
    staged.file.save(name, ContentFile(content), save=False)
    staged.save()
    return staged


def map_columns(*, staged: PromptImport, mapping: Mapping[str, str]) -> None:
    """Say which column of the file holds which field; what was checked before is forgotten.

    Raises ImportRefused for a column that the file lacks or that is used twice; ImportClosed.
    """
    chosen = {field.name: mapping.get(field.name, "") for field in FIELDS}
    used = [column for column in chosen.values() if column]
    for column in used:
        if column not in staged.columns:
            raise ImportRefused(f"The file has no column “{column}”.")
        if used.count(column) > 1:
            raise ImportRefused(f"“{column}” is chosen for two fields. Choose one column for each.")
    former = staged.job
    staged.mapping = {name: column for name, column in chosen.items() if column}
    staged.findings, staged.rows, staged.counts = [], [], {}
    staged.checked_at = staged.job = None
    changed = ["mapping", "findings", "rows", "counts", "checked_at", "job"]
    fields = {name: getattr(staged, name) for name in changed}
    if not PromptImport.objects.open().filter(pk=staged.pk).update(**fields):
        raise ImportClosed("This file was imported or discarded meanwhile.")
    if former is not None:
        cancel_job(job=former)


def is_mapped(staged: PromptImport) -> bool:
    """Whether there is a column for every field that a prompt needs."""
    return not missing_fields(staged.mapping)


def start_checking(*, staged: PromptImport, by: User | None) -> Job:
    """Have a worker check a file of many rows."""
    job = start_job(
        kind=CHECK,
        title=f"Checking {staged.row_count:,} rows of {staged.file_name}",
        permission=CURATE,
        by=by,
        corpus=staged.corpus,
        parameters={"import": staged.pk},
    )
    staged.job = job
    staged.save(update_fields=["job"])
    return job


@transaction.atomic
def discard_import(*, staged: PromptImport) -> None:
    """Drop a staged file with everything that was found in it. Raises ImportClosed."""
    dropped = PromptImport.objects.open().filter(pk=staged.pk)
    name = str(staged.file.name)
    if not dropped.update(state=PromptImport.State.DISCARDED, rows=[], findings=[], file=""):
        raise ImportClosed("This file was imported or discarded before.")
    storage = staged.file.storage
    transaction.on_commit(lambda: storage.delete(name))
    staged.refresh_from_db()
