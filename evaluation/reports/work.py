"""The long work of telling agreement: board by board, each stored before the next."""

from typing import TYPE_CHECKING

from corpus.jobs import JobError, JobRun, Report, job
from evaluation.reports.due import KIND
from evaluation.reports.making import make_report
from evaluation.reports.refusals import AgreementRefused
from ratings.models import Board
from ratings.presentation.numbers import counted

if TYPE_CHECKING:
    from evaluation.models import AgreementReport


@job(KIND)
def compare(run: JobRun) -> Report:
    """Compare what is measured with each of the boards."""
    boards = Board.objects.select_related("study").filter(pk__in=run.parameters["boards"])
    made: list[AgreementReport] = []
    run.expect(len(boards))
    for board in boards:
        run.stage(f"Board {board.pk}, {counted(board.vote_count, 'vote')}")
        try:
            made.append(make_report(board=board, job=run.job))
        except AgreementRefused as error:
            raise JobError(str(error)) from error
    said = " ".join(
        f"Board {one.board_id}: {counted(len(one.metrics), 'metric')} compared with "
        f"{counted(one.content['votes'], 'vote')}."
        for one in made
    )
    return Report(said, {"reports": [one.pk for one in made]})
