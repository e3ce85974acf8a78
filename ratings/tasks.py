"""Long work on what the votes say; each task is one thin call of a service."""

from celery import shared_task

from ratings.live import announce_board
from ratings.services import refit_due_boards


@shared_task
def refit_boards() -> int:
    """Refit the studies that are due and tell the pages that show them.

    The beat calls it every other second: new votes are noticed in the database, so that a vote
    costs no message and a worker that was down catches up by itself.
    """
    boards = refit_due_boards()
    for study in {board.study for board in boards}:
        announce_board(study.slug, max(b.pk for b in boards if b.study == study))
    return len(boards)
