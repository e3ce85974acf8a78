"""Adding prompts and changing their words; a text that may have been heard is superseded."""

from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from corpus.models import Corpus, Prompt, PromptChange, Register, Source
from corpus.services.prompts.errors import IdTaken, PromptError, PromptMoved, WrongState
from corpus.services.prompts.history import begun, change, changes_since
from corpus.services.prompts.linting import LINT_VERSION, all_findings
from corpus.text.findings import Finding
from corpus.text.linting import apply

Action = PromptChange.Action
EDITABLE = ("text", "register", "topic", "source", "passage")
# A changed prompt is looked at anew by somebody else.
UNREVIEWED: dict[str, Any] = {
    "state": Prompt.State.WAITING,
    "reviewer_id": None,
    "reviewed_at": None,
    "reason": "",
    "is_acting_heavy": False,
}
UNMEASURED: dict[str, Any] = {"perplexity": None, "language_model_id": None}


@transaction.atomic
def add_prompt(
    *,
    corpus: Corpus,
    by: User | None,
    external_id: str,
    text: str,
    register: Register,
    topic: str,
    source: Source,
    passage: str = "",
) -> Prompt:
    """Write a new prompt, which then waits for review.

    Raises:
        IdTaken: the corpus has a prompt with this external id.
        PromptError: there is no text or no id, or the id cannot be seen whole.
    """
    if not text.strip() or not external_id.strip():
        raise PromptError("A prompt needs an external id and a text.")
    if not external_id.strip().isprintable():
        raise PromptError("The external id holds characters that cannot be seen. Retype it.")
    prompt = Prompt(
        corpus=corpus,
        external_id=external_id.strip(),
        text=text.strip(),
        register=register,
        topic=topic.strip(),
        source=source,
        passage=passage.strip(),
        author=by,
    )
    _insert(prompt)
    begun(prompt=prompt, by=by, action=Action.ADDED, after=content(prompt))
    return prompt


@transaction.atomic
def edit_prompt(*, prompt: Prompt, by: User, seen: int, **fields: Any) -> Prompt:
    """Change text, register, topic, source or passage, and give the prompt back to review.

    seen: the revision that the person looked at. Who changes the text becomes its author. Returns
    the prompt as it stands, which is a new one where what changes is kept: a text that listeners
    may have heard, a register that a frozen version names.

    Raises:
        PromptMoved: somebody else was quicker; its changes say what they did.
        WrongState: the prompt is withdrawn or superseded.
        PromptError: nothing is left of the text.
    """
    changed = _changed(prompt, fields)
    _check_editable(prompt, seen)
    if not changed:
        return prompt
    if not changed.get("text", prompt.text):
        raise PromptError("A prompt needs a text. Withdraw it if it should not be spoken.")
    if prompt.kept_fields & changed.keys():
        return supersede_prompt(prompt=prompt, by=by, seen=seen, action=Action.EDITED, **changed)
    _apply(prompt, by, changed)
    change(prompt=prompt, by=by, seen=seen, action=Action.EDITED, **_columns(prompt, changed))
    return prompt


@transaction.atomic
def supersede_prompt(
    *, prompt: Prompt, by: User | None, seen: int, action: PromptChange.Action, **fields: Any
) -> Prompt:
    """Put a new prompt of the same external id in the place of one that may have been heard."""
    old = Prompt.objects.get(pk=prompt.pk)
    change(prompt=old, by=by, seen=seen, action=Action.SUPERSEDED, is_current=False)
    newer = Prompt(
        corpus=old.corpus,
        external_id=old.external_id,
        supersedes=old,
        revision=old.revision,
        author=old.author,
        **{name: getattr(old, name) for name in EDITABLE},
    )
    _apply(newer, by, fields)
    _insert(newer)
    begun(prompt=newer, by=by, action=action, after=content(newer))
    return newer


def accept_proposal(*, prompt: Prompt, by: User, seen: int, finding: Finding) -> Prompt:
    """Write the words that linting proposes. Raises as :func:`edit_prompt`."""
    if finding.to_record() not in prompt.findings:
        if prompt.revision != seen:
            raise PromptMoved(changes_since(prompt, seen))
        raise PromptError("This was found in another text. Look at the prompt as it is now.")
    return edit_prompt(prompt=prompt, by=by, seen=seen, text=apply(prompt.text, finding))


def lint_prompt(*, prompt: Prompt) -> list[Finding]:
    """Lint a prompt as it stands beside all others, and store what is found."""
    findings = _findings(prompt)
    prompt.findings = [finding.to_record() for finding in findings]
    prompt.lint_version = LINT_VERSION
    Prompt.objects.filter(pk=prompt.pk, revision=prompt.revision).update(
        findings=prompt.findings, lint_version=LINT_VERSION
    )
    return findings


def content(prompt: Prompt) -> dict[str, str]:
    """What a prompt says, in the words of a file: register by slug, source by name."""
    return {
        "text": prompt.text,
        "register": prompt.register.slug,
        "topic": prompt.topic,
        "source": prompt.source.name,
        "passage": prompt.passage,
    }


def _changed(prompt: Prompt, fields: dict[str, Any]) -> dict[str, Any]:
    unknown = fields.keys() - set(EDITABLE)
    if unknown:
        raise TypeError(f"Not to be edited: {', '.join(sorted(unknown))}.")
    tidy = {
        name: value.strip() if isinstance(value, str) else value for name, value in fields.items()
    }
    return {name: value for name, value in tidy.items() if value != getattr(prompt, name)}


def _check_editable(prompt: Prompt, seen: int) -> None:
    standing = Prompt.objects.get(pk=prompt.pk)
    if standing.revision != seen:
        raise PromptMoved(changes_since(prompt, seen))
    if not standing.is_current:
        raise WrongState("This text is superseded. Edit the one that stands.")
    if standing.state == Prompt.State.WITHDRAWN:
        raise WrongState("This prompt is withdrawn. Restore it before you edit it.")


def _apply(prompt: Prompt, by: User | None, fields: dict[str, Any]) -> None:
    """Set fields and what follows from them, on the object alone."""
    for name, value in (fields | UNREVIEWED).items():
        setattr(prompt, name, value)
    if "text" in fields:
        prompt.author = by
        for name, value in UNMEASURED.items():
            setattr(prompt, name, value)
    prompt.findings = [finding.to_record() for finding in _findings(prompt)]
    prompt.lint_version = LINT_VERSION


def _columns(prompt: Prompt, fields: dict[str, Any]) -> dict[str, Any]:
    """What is to be written, by column."""
    names = [f"{name}_id" if name in {"register", "source"} else name for name in fields]
    names += [*UNREVIEWED, *UNMEASURED, "author_id", "findings", "lint_version"]
    return {name: getattr(prompt, name) for name in names}


def _findings(prompt: Prompt) -> list[Finding]:
    return all_findings(
        corpus=prompt.corpus,
        external_id=prompt.external_id,
        text=prompt.text,
        passage=prompt.passage,
        register=prompt.register.slug,
    )


def _insert(prompt: Prompt) -> None:
    if not prompt.findings:
        prompt.findings = [finding.to_record() for finding in _findings(prompt)]
        prompt.lint_version = LINT_VERSION
    try:
        with transaction.atomic():
            prompt.save(force_insert=True)
    except IntegrityError as error:
        if "external_id" not in str(error):
            raise
        raise IdTaken(
            f"“{prompt.corpus}” has a prompt “{prompt.external_id}” already. "
            "Choose another id, or edit that prompt."
        ) from error
