"""Prompts made and remade from the rows of a file."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from corpus.models import Corpus, Prompt, PromptChange, Register, Source
from corpus.prompt_files.known import COMPARED
from corpus.prompt_files.plans import RowPlan
from corpus.services.prompts.linting import LINT_VERSION
from corpus.services.prompts.writing import UNMEASURED, UNREVIEWED

WRITTEN = [
    "text",
    "register",
    "topic",
    "source",
    "passage",
    "author",
    "findings",
    "lint_version",
    "perplexity",
    "language_model",
    "state",
    "reviewer",
    "reviewed_at",
    "reason",
    "is_acting_heavy",
    "revision",
]


@dataclass(frozen=True, slots=True)
class Given:
    """What rows refer to: registers by slug, sources by name, and who imports."""

    corpus: Corpus
    by: User | None
    registers: dict[str, Register]
    sources: dict[str, Source]


def new_prompt(plan: RowPlan, given: Given) -> Prompt:
    """The prompt that a row describes, not stored yet."""
    prompt = Prompt(
        corpus=given.corpus, external_id=plan.external_id, author=given.by, revision=plan.revision
    )
    _fill(prompt, plan, given)
    return prompt


def newer_prompt(plan: RowPlan, given: Given, old: Prompt) -> Prompt:
    """The prompt that takes the place of one that may have been heard, not stored yet."""
    prompt = new_prompt(plan, given)
    prompt.supersedes = old
    prompt.revision = old.revision + 1
    if "passage" not in plan.values:
        prompt.passage = old.passage
    if prompt.text == old.text:
        prompt.author_id = old.author_id
    return prompt


def rewrite(prompt: Prompt, plan: RowPlan, given: Given) -> dict[str, Any]:
    """Change a prompt to what a row says, not stored yet. Returns what the history keeps."""
    before = {
        "text": prompt.text,
        "register": prompt.register.slug,
        "topic": prompt.topic,
        "source": prompt.source.name,
        "passage": prompt.passage,
        "state": prompt.state,
    }
    if plan.values["text"] != prompt.text:
        prompt.author = given.by
        for name, value in UNMEASURED.items():
            setattr(prompt, name, value)
    for name, value in UNREVIEWED.items():
        setattr(prompt, name, value)
    _fill(prompt, plan, given)
    prompt.revision += 1
    return {name: before[name] for name in (*plan.differs, "state")}


def imported(prompt: Prompt, plan: RowPlan, given: Given, before: dict[str, Any]) -> PromptChange:
    """The row of history, not stored yet. Its content tells what a file last said."""
    after = {name: plan.values[name] for name in COMPARED if name in plan.values}
    return PromptChange(
        prompt=prompt,
        action=PromptChange.Action.IMPORTED,
        by=given.by,
        revision=prompt.revision,
        before=before,
        after=after,
    )


def _fill(prompt: Prompt, plan: RowPlan, given: Given) -> None:
    values = plan.values
    prompt.text = values["text"]
    prompt.register = given.registers[values["register"]]
    prompt.topic = values["topic"]
    prompt.source = given.sources[values["source"]]
    prompt.passage = values.get("passage", prompt.passage)
    prompt.findings = [finding.to_record() for finding in plan.findings]
    prompt.lint_version = LINT_VERSION
