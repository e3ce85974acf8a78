"""Long work on files of prompts: checking and importing many rows."""

from corpus.jobs import JobError, JobRun, Report, job
from corpus.models import PromptImport
from corpus.prompt_files.limits import UnreadableFile
from corpus.services.imports import ImportRefused, check_import, confirm_import, lint_some
from corpus.services.imports.checking import rows_of
from corpus.services.imports.staging import CHECK
from corpus.services.imports.storing import STORE


@job(CHECK)
def check_prompts(run: JobRun) -> Report:
    """Lint and compare every row of a staged file."""
    staged = _staged(run)
    try:
        rows = rows_of(staged)
        run.expect(len(rows) - len(staged.findings))
        while done := lint_some(staged=staged, rows=rows):
            run.advance(done)
        run.stage("Comparing the rows with all other prompts")
        check_import(staged=staged)
    except (ImportRefused, UnreadableFile) as error:
        raise JobError(str(error)) from error
    counts = staged.counts
    return Report(
        f"{counts['new']:,} new, {counts['changed']:,} changed, {counts['same']:,} the same, "
        f"{counts['wrong']:,} wrong. Look at the preview, then import."
    )


@job(STORE)
def import_prompts(run: JobRun) -> Report:
    """Import what the preview of a staged file showed."""
    run.stage("Writing the prompts, all or none")
    staged = PromptImport.objects.select_related("corpus").get(pk=run.parameters["import"])
    if staged.state == PromptImport.State.DONE:  # by a worker that died before it could say so
        return Report("The prompts are imported.")
    try:
        stored = confirm_import(staged=staged, by=run.job.started_by)
    except (ImportRefused, UnreadableFile) as error:
        raise JobError(str(error)) from error
    return Report(f"{stored:,} prompts imported.")


def _staged(run: JobRun) -> PromptImport:
    return PromptImport.objects.select_related("corpus").get(pk=run.parameters["import"])
