"""Work that the beat asks for; each task is one thin call of a service."""

from celery import shared_task

from evaluation.reports.starting import start_due_agreements


@shared_task
def compare_with_listeners() -> int:
    """Begin to tell agreement where something was measured, or a board has come that counts.

    What is due is read from the database, so neither measuring nor publishing has to know of it.
    """
    return len(start_due_agreements())
