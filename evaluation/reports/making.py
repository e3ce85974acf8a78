"""A board's report of agreement: computed from what is stored, and stored."""

from collections.abc import Sequence
from dataclasses import asdict

from django.db import IntegrityError, transaction
from django.utils import timezone

from corpus.models import Job
from evaluation.agreement.report import METHOD_VERSION, Report, report, to_json
from evaluation.models import AgreementReport
from evaluation.reports.judged import BoardInputs, inputs_of
from evaluation.reports.measured import Measured, digest_of, measured_for
from evaluation.reports.refusals import AgreementRefused
from ratings.models import Board
from ratings.slices import OVERALL


def make_report(*, board: Board, job: Job | None = None) -> AgreementReport:
    """Return the report of a board and what is measured by now; it is computed once.

    Raises AgreementRefused where there is nothing to compare.
    """
    begun = timezone.now()
    judged, measured = material_of(board)
    digest = digest_of(measured)
    stored = AgreementReport.objects.filter(board=board, method=METHOD_VERSION, digest=digest)
    if (known := stored.first()) is not None:
        return known
    made = computed(board, judged, measured)
    made.made_at, made.job = begun, job
    try:
        with transaction.atomic():
            made.save()
    except IntegrityError:
        return stored.get()  # another worker has stored this very report
    return made


def computed(board: Board, judged: BoardInputs, measured: Sequence[Measured]) -> AgreementReport:
    """Compute a report; it is not stored."""
    found = report(judged.inputs, [one.values for one in measured])
    return AgreementReport(
        board=board,
        method=METHOD_VERSION,
        digest=digest_of(measured),
        content=to_json(found),
        metrics=identities_of(measured),
        clips=clips_of(found, judged),
    )


def material_of(board: Board, metrics: Sequence[str] = ()) -> tuple[BoardInputs, list[Measured]]:
    """A board and what was measured of its clips. metrics: names of metrics or families; none: all.

    Raises AgreementRefused if it is not over all votes, has no votes, or nothing is measured.
    """
    if board.slice_key != OVERALL:
        raise AgreementRefused(
            f"Board {board.pk} is over “{board.slice_key}”. Agreement is told of boards over all "
            "votes, with a part for each register: choose such a board."
        )
    judged = inputs_of(board)
    if not len(judged.inputs.votes):
        raise AgreementRefused(
            f"Board {board.pk} counted no votes, so there is nothing that a metric could predict."
        )
    measured = measured_for(board, judged)
    if not measured:
        raise AgreementRefused(
            f"Nothing is measured of the clips that board {board.pk} is about. Measure them first: "
            f"manage.py evaluate {board.study.slug}"
        )
    known = {name for one in measured for name in (one.family, one.metric.name)}
    if unknown := [name for name in metrics if name not in known]:
        raise AgreementRefused(
            f"“{unknown[0]}” is no metric that was measured of these clips. Measured: "
            f"{', '.join(sorted(known))}."
        )
    if metrics:
        measured = [one for one in measured if {one.family, one.metric.name} & set(metrics)]
    return judged, measured


def identities_of(measured: Sequence[Measured]) -> list[dict[str, object]]:
    """What pages and files say of each metric besides its numbers."""
    return [
        {
            **asdict(one.metric),
            "direction": one.metric.direction.value,
            "family": one.family,
            "version": one.version,
            "model": one.model,
        }
        for one in measured
    ]


def clips_of(found: Report, judged: BoardInputs) -> dict[str, list[object]]:
    """Clip and rendition at each position that the report names."""
    named = {
        position
        for metric in found.metrics
        for pair in metric.disagreements
        for position in (pair.chosen, pair.other)
    }
    return {str(k): [judged.clips[k].clip, judged.clips[k].rendition] for k in sorted(named)}
