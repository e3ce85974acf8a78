"""Judging prompts: approving, sending back, withdrawing, restoring."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from corpus.models import Prompt, PromptChange
from corpus.services.prompts.errors import (
    CannotApprove,
    NeedsReason,
    OwnPrompt,
    PromptMoved,
    WrongState,
)
from corpus.services.prompts.history import change, changes_since
from corpus.services.prompts.linting import errors_of
from corpus.services.prompts.writing import UNREVIEWED, lint_prompt

Action = PromptChange.Action
State = Prompt.State


def approve_prompt(*, prompt: Prompt, by: User, seen: int) -> PromptChange:
    """Find a prompt good. seen: the revision that the person looked at.

    What linting finds is stored, also where it forbids the approval.

    Raises:
        PromptMoved: somebody else was quicker.
        WrongState: it does not wait for review.
        OwnPrompt: the person contributed to its text or passage.
        CannotApprove: linting finds an error in it, as it stands now beside all other prompts.
    """
    _check(prompt, seen, State.WAITING)
    if prompt.has_contribution_of(by):
        raise OwnPrompt(
            "You wrote, imported or changed its text or passage, so somebody else approves it."
        )
    errors = errors_of(lint_prompt(prompt=prompt))
    if errors:
        raise CannotApprove(
            f"It cannot be approved: {errors[0].explanation} Correct it, or send it back."
        )
    return change(
        prompt=prompt,
        by=by,
        seen=seen,
        action=Action.APPROVED,
        state=State.APPROVED,
        reviewer_id=by.pk,
        reviewed_at=timezone.now(),
        reason="",
        is_acting_heavy=False,
    )


@transaction.atomic
def return_prompt(
    *, prompt: Prompt, by: User, seen: int, reason: str, is_acting_heavy: bool = False
) -> PromptChange:
    """Send a prompt back to the curators. reason: what they should do about it.

    is_acting_heavy: it asks for acting rather than talking, which is out of scope. An approved
    prompt can be sent back too, as by a reader who stumbles over it.

    Raises PromptMoved, WrongState, NeedsReason.
    """
    _check(prompt, seen, State.WAITING, State.APPROVED)
    return change(
        prompt=prompt,
        by=by,
        seen=seen,
        action=Action.RETURNED,
        reason=_given(reason, "Say why, so that a curator knows what to change."),
        state=State.RETURNED,
        # A returned text may have been judged by its own author: that is no approval.
        reviewer_id=None if prompt.author_id == by.pk else by.pk,
        reviewed_at=timezone.now(),
        is_acting_heavy=is_acting_heavy,
    )


@transaction.atomic
def withdraw_prompt(*, prompt: Prompt, by: User, seen: int, reason: str) -> PromptChange:
    """Take a prompt out of the corpus; frozen versions keep it. Raises as :func:`return_prompt`."""
    _check(prompt, seen, State.WAITING, State.APPROVED, State.RETURNED)
    return change(
        prompt=prompt,
        by=by,
        seen=seen,
        action=Action.WITHDRAWN,
        reason=_given(reason, "Say why it is withdrawn, for whoever looks for it later."),
        state=State.WITHDRAWN,
    )


@transaction.atomic
def restore_prompt(*, prompt: Prompt, by: User, seen: int) -> PromptChange:
    """Take a withdrawn prompt in again; it then waits for review."""
    _check(prompt, seen, State.WITHDRAWN)
    return change(prompt=prompt, by=by, seen=seen, action=Action.RESTORED, **UNREVIEWED)


def _check(prompt: Prompt, seen: int, *states: Prompt.State) -> None:
    """Refuse what was decided on another revision or does not fit the state."""
    prompt.refresh_from_db()
    if prompt.revision != seen:
        raise PromptMoved(changes_since(prompt, seen))
    if not prompt.is_current:
        raise WrongState("This text is superseded. Look at the one that stands.")
    if prompt.state not in states:
        raise WrongState(
            f"This prompt is “{prompt.get_state_display()}”, so there is nothing to do here."
        )


def _given(reason: str, sentence: str) -> str:
    if not reason.strip():
        raise NeedsReason(sentence)
    return reason.strip()
