"""Changing a prompt and noting it, so that no change overwrites one that it has not seen."""

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F

from corpus.models import Prompt, PromptChange
from corpus.services.prompts.errors import PromptMoved

# What an undo brings back: these, as they were.
KEPT = (
    "text",
    "topic",
    "register_id",
    "source_id",
    "passage",
    "author_id",
    "state",
    "reviewer_id",
    "reviewed_at",
    "reason",
    "is_acting_heavy",
    "is_current",
)

# What somebody gave a reason for.
GIVEN = {PromptChange.Action.RETURNED, PromptChange.Action.WITHDRAWN}


@transaction.atomic
def change(
    *,
    prompt: Prompt,
    by: User | None,
    seen: int,
    action: PromptChange.Action,
    **fields: Any,
) -> PromptChange:
    """Write *fields* if the prompt is still at the revision *seen*, and note what changed.

    The comparison and the write are one statement, so of two people at once the database lets one
    through. Raises PromptMoved.
    """
    standing = Prompt.objects.get(pk=prompt.pk)
    mine = Prompt.objects.filter(pk=prompt.pk, revision=seen)
    if not mine.update(**fields, revision=F("revision") + 1):
        raise PromptMoved(changes_since(prompt, seen))
    kept = [name for name in fields if name in KEPT and getattr(standing, name) != fields[name]]
    prompt.refresh_from_db()
    return PromptChange.objects.create(
        prompt=prompt,
        action=action,
        by=by,
        revision=prompt.revision,
        before={name: _plain(getattr(standing, name)) for name in kept},
        after={name: _plain(getattr(prompt, name)) for name in kept},
        reason=fields.get("reason", "") if action in GIVEN else "",
    )


def changes_since(prompt: Prompt, seen: int) -> list[PromptChange]:
    """What happened to the prompt after the revision *seen*, oldest first."""
    later = prompt.changes.filter(revision__gt=seen).select_related("by")
    return list(later.order_by("id"))


def begun(
    *, prompt: Prompt, by: User | None, action: PromptChange.Action, after: dict[str, Any]
) -> PromptChange:
    """Note how a prompt came to be."""
    return PromptChange.objects.create(
        prompt=prompt, action=action, by=by, revision=prompt.revision, after=after
    )


def _plain(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else value
