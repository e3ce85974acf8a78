"""Writes of prompts: each in one transaction, with its row of history."""

from corpus.services.prompts.errors import (
    CannotApprove,
    IdTaken,
    NeedsReason,
    OwnPrompt,
    PromptError,
    PromptMoved,
    WrongState,
)
from corpus.services.prompts.reviewing import (
    approve_prompt,
    restore_prompt,
    return_prompt,
    withdraw_prompt,
)
from corpus.services.prompts.undoing import undo_change
from corpus.services.prompts.writing import accept_proposal, add_prompt, edit_prompt, lint_prompt

__all__ = [
    "CannotApprove",
    "IdTaken",
    "NeedsReason",
    "OwnPrompt",
    "PromptError",
    "PromptMoved",
    "WrongState",
    "accept_proposal",
    "add_prompt",
    "approve_prompt",
    "edit_prompt",
    "lint_prompt",
    "restore_prompt",
    "return_prompt",
    "undo_change",
    "withdraw_prompt",
]
