"""Long work on what the votes say; each task is one thin call of a service."""

from celery import shared_task

from ratings.live import announce_board, announce_publication
from ratings.services import publish_due_boards, refit_due_boards


@shared_task
def refit_boards() -> int:
    """Refit the studies that are due and tell the pages that show them.

    The beat calls it every other second: new votes are noticed in the database, so that a vote
    costs no message and a worker that was down catches up by itself.
    """
    boards = refit_due_boards()
    for study in {board.study for board in boards}:
        announce_board(study, max(b.pk for b in boards if b.study == study))
    return len(boards)


@shared_task
def publish_boards() -> int:
    """Publish what is due at a declared time, also late after a stop, and tell open pages."""
    publications = publish_due_boards()
    for publication in publications:
        announce_publication(publication)
    return len(publications)
