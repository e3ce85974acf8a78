"""Why a prompt was not written."""

from corpus.models import PromptChange


class PromptError(ValueError):
    """Nothing was written; the sentence says why and what to do."""


class IdTaken(PromptError):  # noqa: N818 - the name says what is wrong
    """Another prompt of the corpus has the external id."""


class NeedsReason(PromptError):  # noqa: N818
    """Sending back and withdrawing need a reason."""


class OwnPrompt(PromptError):  # noqa: N818
    """Nobody approves what they contributed to."""


class CannotApprove(PromptError):  # noqa: N818
    """Something stands between the prompt and its approval."""


class WrongState(PromptError):  # noqa: N818
    """What is asked for does not fit the state of the prompt."""


class PromptMoved(PromptError):  # noqa: N818
    """Somebody else was quicker. changes: what they did, oldest first."""

    def __init__(self, changes: list[PromptChange]) -> None:
        self.changes = changes
        super().__init__(
            f"{told(changes)} Nothing of yours was saved. Look at the prompt as it is now, "
            "then decide."
        )


def told(changes: list[PromptChange]) -> str:
    """Sentences on what happened meanwhile."""
    if not changes:
        return "Somebody has changed this prompt meanwhile."
    return " ".join(
        f"{change.by.get_username() if change.by else 'A program'} has {change.deed} this prompt "
        "meanwhile."
        for change in changes
    )
