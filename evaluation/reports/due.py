"""For which boards agreement is to be told anew, read from the database alone."""

from datetime import datetime

from arena.models import Study
from corpus.models import Job
from corpus.models.jobs import JobQuerySet
from evaluation.agreement.report import METHOD_VERSION
from evaluation.models import AgreementReport
from evaluation.services import jobs_of as measuring_jobs_of
from ratings.boards import newest_board
from ratings.models import Board
from ratings.publication import shown_board, visible_boards
from ratings.slices import OVERALL

KIND = "agreement"
GROWTH = 1.1  # a live board has so many times the votes of the last one that was compared


def jobs_of(study: Study) -> JobQuerySet:
    """The jobs that told this study's agreement, newest first."""
    return Job.objects.filter(kind=KIND, parameters__study=study.pk).order_by("-pk")


def boards_of(study: Study) -> list[Board]:
    """The boards that agreement is told of: the newest one, and the one that the public sees."""
    found = (newest_board(study, OVERALL), shown_board(study, OVERALL, staff=False))
    return list({board.pk: board for board in found if board is not None}.values())


def shown_report(study: Study, *, staff: bool) -> AgreementReport | None:
    """The report on the board of the latest data cut that this reader may see."""
    boards = visible_boards(study, staff=staff).filter(slice_key=OVERALL)
    return (
        AgreementReport.objects.filter(board__in=boards, method=METHOD_VERSION)
        .select_related("board")
        .order_by("-board__last_vote", "-board__last_exclusion", "-board_id", "-pk")
        .first()
    )


def due_boards(study: Study) -> list[Board]:
    """Boards whose agreement is due: measured anew, grown, or published for a declared time.

    None while clips are being measured, none that this method has tried since they were measured
    last: another method's reports are no longer shown, also of studies that have ended. So a study
    costs one computation for each measuring and each tenth more votes, not one per board.
    """
    if measuring_jobs_of(study).open().exists() or jobs_of(study).open().exists():
        return []
    ended = measuring_jobs_of(study).exclude(ended_at=None).order_by("-ended_at")
    measured_at = ended.values_list("ended_at", flat=True).first()
    if measured_at is None:
        return []
    tried = jobs_of(study).filter(created_at__gte=measured_at, parameters__method=METHOD_VERSION)
    boards = {
        pk for parameters in tried.values_list("parameters") for pk in parameters[0]["boards"]
    }
    return [
        board
        for board in boards_of(study)
        if board.pk not in boards and _is_due(study, board, measured_at)
    ]


def _is_due(study: Study, board: Board, measured_at: datetime) -> bool:
    last = (
        AgreementReport.objects.filter(
            board__study=study, method=METHOD_VERSION, board__last_vote__lte=board.last_vote
        )
        .select_related("board")
        .order_by("-board__last_vote", "-pk")
        .first()
    )
    return (
        last is None
        or last.made_at < measured_at
        or board.vote_count >= GROWTH * last.board.vote_count
        or board.publications.exists()
    )
