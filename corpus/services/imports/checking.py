"""What each row of a staged file would do: linted, compared, stored with the import."""

from django.db import transaction
from django.utils import timezone

from corpus.models import PromptImport, Register
from corpus.prompt_files.known import Known, register_slug
from corpus.prompt_files.likeness import beside_each_other
from corpus.prompt_files.limits import UnreadableFile
from corpus.prompt_files.plans import RowPlan, outcomes, plan_rows, values_of, with_findings
from corpus.prompt_files.reading import read_table
from corpus.prompt_files.tables import Row, Table
from corpus.services.imports.errors import ImportClosed
from corpus.services.imports.snapshots import known_of
from corpus.services.prompts.linting import text_findings
from corpus.text.findings import Finding, Severity

AT_A_TIME = 250
GONE = "The file is no longer in the storage. Upload it once more."


def check_import(*, staged: PromptImport) -> list[RowPlan]:
    """Lint what is not linted yet, compare all rows with the site, and store what each would do.

    Raises UnreadableFile if the file is gone, ImportClosed if nobody waits for it any more.
    """
    rows = rows_of(staged)
    while lint_some(staged=staged, rows=rows):
        pass
    plans = plans_of(staged, rows)
    store_plans(staged, plans)
    return plans


def lint_some(*, staged: PromptImport, rows: list[Row], at_most: int = AT_A_TIME) -> int:
    """Lint the next rows and store what was found. Returns how many; 0: all are linted."""
    begin = len(staged.findings)
    batch = rows[begin : begin + at_most]
    registers = dict(Register.objects.values_list("slug", "name"))
    for row in batch:
        values = values_of(row, staged.mapping)
        slug = register_slug(values.get("register", ""), registers) or ""
        found = text_findings(values.get("text", ""), values.get("passage", ""), slug)
        staged.findings.append([finding.to_record() for finding in found])
    if batch:
        _keep(staged, "findings")
    return len(batch)


def rows_of(staged: PromptImport) -> list[Row]:
    """The rows of the staged file. Raises as :func:`table_of`."""
    return list(table_of(staged).rows)


def table_of(staged: PromptImport) -> Table:
    """What the staged file holds. Raises UnreadableFile if the file is gone or damaged."""
    if not staged.file:
        raise UnreadableFile(GONE)
    try:
        with staged.file.open("rb") as file:
            return read_table(file.read())
    except FileNotFoundError as error:
        raise UnreadableFile(GONE) from error


def plans_of(staged: PromptImport, rows: list[Row]) -> list[RowPlan]:
    """What each row would do to the corpus as it is now."""
    return plans_beside(staged, rows, known_of(staged.corpus))


def plans_beside(staged: PromptImport, rows: list[Row], known: Known) -> list[RowPlan]:
    """What each row would do to what is known. Reads nothing; slow with thousands of rows."""
    findings = [tuple(map(Finding.from_record, records)) for records in staged.findings]
    plans = with_findings(plan_rows(rows, staged.mapping, known), findings)
    return beside_each_other(plans, known.neighbours)


def store_plans(staged: PromptImport, plans: list[RowPlan]) -> None:
    """Keep what each row would do, for the preview."""
    staged.rows = [plan.to_record() for plan in plans]
    staged.counts = outcomes(plans) | {"with_errors": sum(map(_needs_work, plans))}
    staged.checked_at = timezone.now()
    _keep(staged, "rows", "counts", "checked_at")


@transaction.atomic
def _keep(staged: PromptImport, *names: str) -> None:
    """Store what was found, if it is still asked for.

    Raises ImportClosed: the file was imported or discarded, or its columns were named anew.
    """
    standing = PromptImport.objects.open().filter(pk=staged.pk).select_for_update()
    if standing.values_list("mapping", flat=True).first() != staged.mapping:
        raise ImportClosed("This file was imported, discarded or given other columns meanwhile.")
    staged.save(update_fields=names)


def _needs_work(plan: RowPlan) -> bool:
    """Whether it is imported although it cannot be approved as it is."""
    return plan.is_stored and any(f.severity is Severity.ERROR for f in plan.findings)
