"""Files of prompts on their way into a corpus: staged, checked, imported or discarded."""

from corpus.services.imports.checking import check_import, lint_some
from corpus.services.imports.errors import ImportClosed, ImportMoved, ImportRefused
from corpus.services.imports.staging import (
    MANY_ROWS,
    discard_import,
    map_columns,
    stage_import,
    start_checking,
)
from corpus.services.imports.storing import confirm_import, start_storing

__all__ = [
    "MANY_ROWS",
    "ImportClosed",
    "ImportMoved",
    "ImportRefused",
    "check_import",
    "confirm_import",
    "discard_import",
    "lint_some",
    "map_columns",
    "stage_import",
    "start_checking",
    "start_storing",
]
