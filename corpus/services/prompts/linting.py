"""What linting finds in prompts of the site: in the text, beside the passage, beside others."""

from corpus.models import Corpus, Prompt
from corpus.prompt_files.known import Neighbour
from corpus.prompt_files.likeness import neighbour_findings
from corpus.text.findings import Finding, Severity
from corpus.text.linting import lint
from corpus.text.passages import passage_findings

# Grows when the rules change, so that prompts linted before are linted again.
LINT_VERSION = 2


def text_findings(text: str, passage: str, register: str) -> tuple[Finding, ...]:
    """What a text shows by itself and beside its source passage. register: a slug."""
    found = lint(text, register=register)
    return (*found, *passage_findings(text, passage)) if passage else found


def neighbours_of(corpus: Corpus, *, without: str = "") -> list[Neighbour]:
    """Every text to which a prompt of the corpus should not be alike, but the one of an id."""
    rows = (
        Prompt.objects.current()
        .exclude(corpus=corpus, external_id=without)
        .values_list("text", "external_id", "corpus_id", "corpus__title", "corpus__visibility")
        .order_by("corpus_id", "external_id")
    )
    return [
        Neighbour(
            text=text,
            name=external_id,
            external_id=external_id,
            corpus="" if corpus_id == corpus.pk else title,
            is_apart=visibility != corpus.visibility,
        )
        for text, external_id, corpus_id, title, visibility in rows
    ]


def all_findings(
    *, corpus: Corpus, external_id: str, text: str, passage: str, register: str
) -> list[Finding]:
    """Everything that linting finds in a prompt as it would stand in the corpus."""
    neighbours = neighbours_of(corpus, without=external_id)
    return [*text_findings(text, passage, register), *neighbour_findings(text, neighbours)]


def errors_of(findings: list[Finding]) -> list[Finding]:
    """The findings that keep a prompt from approval."""
    return [finding for finding in findings if finding.severity is Severity.ERROR]
