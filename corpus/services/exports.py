"""Prompts as files, each export of private texts logged."""

from collections.abc import Iterable, Iterator

from django.contrib.auth.models import User
from django.db import transaction

from corpus.models import Corpus, Prompt
from corpus.prompt_files.columns import NAMES
from corpus.prompt_files.tables import Form
from corpus.prompt_files.writing import write_table
from corpus.services.reads import note_bulk_read

# The import's own columns first, so that an export can be edited and imported again.
COLUMNS = (*NAMES, "state", "author", "reviewer", "review_reason", "findings", "perplexity")


@transaction.atomic
def export_prompts(
    *,
    corpus: Corpus,
    prompts: Iterable[Prompt],
    form: Form,
    by: User | None = None,
    by_name: str = "",
) -> bytes:
    """Return a file of *prompts* and log who took it. by_name: who ran a command.

    The log is written before anything is handed out.
    """
    rows = [list(_cells(prompt)) for prompt in prompts]
    note_bulk_read(corpus=corpus, form=form, prompt_count=len(rows), by=by, by_name=by_name)
    return write_table(form, COLUMNS, rows)


def _cells(prompt: Prompt) -> Iterator[str]:
    source = prompt.source
    yield from (prompt.external_id, prompt.text, prompt.register.slug, prompt.topic)
    yield from (source.name, source.licence, source.attribution, source.url, prompt.passage)
    yield str(prompt.state)
    yield prompt.author.get_username() if prompt.author else ""
    yield prompt.reviewer.get_username() if prompt.reviewer else ""
    yield prompt.reason
    yield ", ".join(sorted({finding["code"] for finding in prompt.findings}))
    yield "" if prompt.perplexity is None else f"{prompt.perplexity:.1f}"
