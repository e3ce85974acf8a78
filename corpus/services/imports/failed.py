"""The wrong rows of a file, as a file."""

from corpus.models import PromptImport
from corpus.prompt_files.columns import REASON
from corpus.prompt_files.plans import Outcome
from corpus.prompt_files.tables import Form
from corpus.prompt_files.writing import write_table
from corpus.services.imports.checking import table_of


def failed_rows(*, staged: PromptImport) -> tuple[Form, bytes]:
    """Return the wrong rows in the form of their file, its columns and a last one of reasons.

    The file can be corrected and imported as it is. Raises UnreadableFile if the file is gone.
    """
    wrong = {row["number"]: " ".join(row["reasons"]) for row in staged.rows_of(Outcome.WRONG)}
    table = table_of(staged)
    columns = [column for column in table.columns if column != REASON]
    rows = [
        [*(row.cells.get(column, "") for column in columns), wrong[row.number]]
        for row in table.rows
        if row.number in wrong
    ]
    return table.form, write_table(table.form, [*columns, REASON], rows)
