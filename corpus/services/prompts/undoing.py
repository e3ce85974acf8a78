"""Taking back the last thing that one did to a prompt."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from corpus.models import Prompt, PromptChange
from corpus.services.prompts.errors import PromptError, PromptMoved
from corpus.services.prompts.history import change, changes_since
from corpus.services.prompts.writing import UNMEASURED, lint_prompt

Action = PromptChange.Action
UNDOABLE = (Action.EDITED, Action.APPROVED, Action.RETURNED, Action.WITHDRAWN, Action.RESTORED)


@transaction.atomic
def undo_change(*, change_id: int, by: User) -> Prompt:
    """Bring a prompt back to what it was before one's own change, if that was the last one.

    The history keeps both. Raises PromptMoved when something happened since, PromptError when the
    change is another person's or of a kind that cannot be undone.
    """
    undone = PromptChange.objects.select_related("prompt").get(pk=change_id)
    prompt = undone.prompt
    if undone.by_id != by.pk:
        raise PromptError("Only who made a change can undo it. Edit the prompt instead.")
    if undone.action not in UNDOABLE or not undone.before:
        raise PromptError("This cannot be undone. Edit the prompt instead.")
    fields = {name: _value(name, value) for name, value in undone.before.items()}
    if prompt.revision != undone.revision:
        raise PromptMoved(changes_since(prompt, undone.revision))
    if prompt.kept_fields & {name.removesuffix("_id") for name in fields}:
        raise PromptError("It has been spoken or frozen meanwhile. Edit the prompt instead.")
    measures = UNMEASURED if "text" in fields else {}
    change(
        prompt=prompt,
        by=by,
        seen=undone.revision,
        action=Action.UNDONE,
        **fields,
        **measures,
    )
    lint_prompt(prompt=prompt)
    return prompt


def _value(name: str, value: Any) -> Any:
    return datetime.fromisoformat(value) if name == "reviewed_at" and value else value


def last_own_change(*, prompt: Prompt, by: User) -> PromptChange | None:
    """The person's own change that an undo would take back, if it was the last one."""
    last = prompt.changes.order_by("-id").first()
    if last is None or last.by_id != by.pk or last.action not in UNDOABLE or not last.before:
        return None
    return last if last.revision == prompt.revision else None
