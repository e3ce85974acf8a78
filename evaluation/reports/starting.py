"""Beginning to tell agreement, which is left to a worker."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction

from arena.models import Study
from corpus.models import Job
from corpus.roles import MEASURE_CLIPS
from corpus.services.jobs import start_job
from evaluation.agreement.report import METHOD_VERSION
from evaluation.reports.due import KIND, boards_of, due_boards, jobs_of
from evaluation.reports.refusals import AgreementRefused
from evaluation.results import measurements_of
from ratings.models import Board


@transaction.atomic
def start_agreement(*, study: Study, by: User | None = None) -> Job:
    """Have the newest board, and the one that the public sees, compared with what is measured.

    Raises AgreementRefused: there is no board, nothing is measured, or it is being done.
    """
    Study.objects.select_for_update().get(pk=study.pk)  # whoever comes second sees the first
    if jobs_of(study).open().filter(cancel_requested=False).exists():
        raise AgreementRefused(f"The agreement of “{study.title}” is being computed already.")
    boards = boards_of(study)
    if not boards:
        raise AgreementRefused(
            f"“{study.title}” has no board yet. Agreement can be told once listeners have voted "
            "and the first board is made."
        )
    if not measurements_of(study).exclude(amount=None).exists():
        raise AgreementRefused(
            f"Nothing is measured of the clips of “{study.title}”. Have them measured first."
        )
    return _started(study, boards, by)


def start_due_agreements() -> list[Job]:
    """Begin what is due in the studies that the public sees."""
    return [
        job
        for study in Study.objects.public().select_related("version__corpus")
        if (job := _started_if_due(study)) is not None
    ]


@transaction.atomic
def _started_if_due(study: Study) -> Job | None:
    if not due_boards(study):  # no lock for what is rarely so
        return None
    Study.objects.select_for_update().get(pk=study.pk)
    boards = due_boards(study)
    return _started(study, boards, None) if boards else None


def _started(study: Study, boards: Sequence[Board], by: User | None) -> Job:
    return start_job(
        kind=KIND,
        title=f"Compare metrics with listeners: {study.title}"[:200],
        permission=MEASURE_CLIPS,
        by=by,
        corpus=study.version.corpus,
        parameters={
            "study": study.pk,
            "boards": [board.pk for board in boards],
            "method": METHOD_VERSION,
        },
    )
