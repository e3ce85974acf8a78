"""Telling agreement: the service, the job, what is due."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from arena.models import Study
from arena.services.simulation import simulate_votes
from config.celery import app
from corpus.models import Job
from corpus.services.jobs import run_to_its_end
from evaluation.agreement.report import METHOD_VERSION, Agreement, Report
from evaluation.agreement.stored import from_json
from evaluation.metrics.base import Direction, NotAvailable
from evaluation.models import AgreementReport, Measurement
from evaluation.reports.due import due_boards, shown_report
from evaluation.reports.making import make_report
from evaluation.reports.refusals import AgreementRefused
from evaluation.reports.starting import start_agreement, start_due_agreements
from evaluation.services import start_evaluation
from ratings.boards import newest_board
from ratings.models import Board
from ratings.services import refit_study
from ratings.services.publish import declare_publications, publish
from ratings.slices import OVERALL
from tests.evaluation.conftest import Install
from tests.evaluation.families import facts
from tests.evaluation.measuring import measure_as

pytestmark = pytest.mark.django_db


def judge(study: Study, *, votes: int = 600, seed: int = 1) -> dict[str, float]:
    """Votes and a board; returns the true strengths by slug."""
    simulation = simulate_votes(study=study, listeners=20, votes=votes, seed=seed)
    refit_study(study=study)
    return {system.slug: strength for system, strength in simulation.strengths.items()}


def overall(study: Study) -> Board:
    board = newest_board(study, OVERALL)
    assert board is not None
    return board


def told(study: Study) -> Report:
    return from_json(Report, make_report(board=overall(study)).content)


def of(report: Report, name: str) -> Agreement:
    return next(one for one in report.metrics if one.metric == name)


def test_the_truth_comes_close_to_the_ceiling_and_its_opposite_far_below_chance(
    study: Study,
) -> None:
    truth = judge(study, votes=3_000)
    measure_as(study, "truth", lambda clip: truth[clip.voice.system.slug])
    measure_as(study, "lie", lambda clip: -truth[clip.voice.system.slug])
    measure_as(
        study,
        "faults",
        lambda clip: -truth[clip.voice.system.slug],
        direction=Direction.LOWER,
    )
    report = told(study)
    ceiling = report.ceilings.model
    assert not isinstance(ceiling, NotAvailable)
    for name in ("truth", "faults"):
        found = of(report, name).per_matchup
        assert not isinstance(found, NotAvailable)
        assert found.share.value == pytest.approx(ceiling.share.value, abs=0.02)
    lie = of(report, "lie").per_matchup
    assert not isinstance(lie, NotAvailable)
    assert lie.share.value == pytest.approx(1 - ceiling.share.value, abs=0.02)
    assert report.ranking.rows[-1].name == "lie"


def test_a_constant_metric_is_not_available(study: Study) -> None:
    judge(study)
    measure_as(study, "constant", lambda _: 3.0)
    found = of(told(study), "constant")
    assert isinstance(found.per_clip, NotAvailable)
    assert isinstance(found.per_matchup, NotAvailable)
    assert "same" in found.per_matchup.reason


def test_a_report_is_made_once_for_a_board_and_what_is_measured(study: Study) -> None:
    judge(study)
    measure_as(study, "naturalness", lambda clip: float(clip.pk))
    first = make_report(board=overall(study))
    assert make_report(board=overall(study)) == first
    Measurement.objects.update(amount=1.0)
    second = make_report(board=overall(study))
    assert second != first
    assert shown_report(study, staff=False) == second


def test_a_report_is_never_changed(study: Study) -> None:
    judge(study)
    measure_as(study, "naturalness", lambda clip: float(clip.pk))
    report = make_report(board=overall(study))
    with pytest.raises(IntegrityError, match="never edited"), transaction.atomic():
        AgreementReport.objects.update(digest="0" * 64)
    with pytest.raises(IntegrityError, match="never edited"), transaction.atomic():
        report.delete()


def test_the_same_report_twice_is_refused_by_the_database(study: Study) -> None:
    judge(study)
    measure_as(study, "naturalness", lambda clip: float(clip.pk))
    report = make_report(board=overall(study))
    report.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        report.save(force_insert=True)


def test_a_report_names_the_clips_to_listen_to(study: Study) -> None:
    truth = judge(study)
    measure_as(study, "lie", lambda clip: -truth[clip.voice.system.slug])
    report = make_report(board=overall(study))
    (lie,) = from_json(Report, report.content).metrics
    assert lie.disagreements
    for pair in lie.disagreements:
        for position, value in (
            (pair.chosen, pair.value_chosen),
            (pair.other, pair.value_other),
        ):
            clip, rendition = report.clips[str(position)]
            row = Measurement.objects.get(clip=clip, rendition_digest=rendition)
            assert row.amount == value


def test_what_is_missing_is_said(study: Study) -> None:
    with pytest.raises(AgreementRefused, match="no board yet"):
        start_agreement(study=study)
    judge(study)
    with pytest.raises(AgreementRefused, match="Have them measured first"):
        start_agreement(study=study)
    with pytest.raises(AgreementRefused, match=r"manage\.py evaluate first-light"):
        make_report(board=overall(study))
    part = Board.objects.exclude(slice_key=OVERALL)[0]
    with pytest.raises(AgreementRefused, match="boards over all votes"):
        make_report(board=part)


def test_a_board_without_votes_is_said(study: Study) -> None:
    refit_study(study=study)
    measure_as(study, "naturalness", lambda clip: float(clip.pk))
    job = run_to_its_end(job=start_agreement(study=study))
    assert job.state == Job.State.FAILED
    assert "counted no votes" in job.summary


def test_the_job_stores_the_report_and_is_not_begun_twice(study: Study) -> None:
    judge(study)
    measure_as(study, "naturalness", lambda clip: float(clip.pk))
    job = start_agreement(study=study)
    with pytest.raises(AgreementRefused, match="already"):
        start_agreement(study=study)
    job = run_to_its_end(job=job)
    assert job.state == Job.State.DONE, job.summary
    assert "1 metric compared with 600 votes" in job.summary
    assert AgreementReport.objects.get().job == job


def test_agreement_is_due_once_measuring_has_ended(study: Study, install: Install) -> None:
    install(facts())
    judge(study)
    assert start_due_agreements() == []
    measuring = start_evaluation(study=study)
    assert start_due_agreements() == []
    run_to_its_end(job=measuring)
    (job,) = start_due_agreements()
    assert start_due_agreements() == []
    run_to_its_end(job=job)
    assert start_due_agreements() == []
    run_to_its_end(job=start_evaluation(study=study))
    assert len(start_due_agreements()) == 1


def test_the_beat_begins_what_is_due(study: Study, install: Install) -> None:
    install(facts())
    judge(study)
    run_to_its_end(job=start_evaluation(study=study))
    app.loader.import_default_modules()
    for entry in app.conf.beat_schedule.values():
        assert entry["task"] in app.tasks
    name = app.conf.beat_schedule["compare-with-listeners"]["task"]
    assert app.tasks[name]() == 1
    assert app.tasks[name]() == 0
    assert Job.objects.filter(kind="agreement").count() == 1


def test_agreement_that_failed_is_not_tried_over_and_over(study: Study, install: Install) -> None:
    install(facts())
    refit_study(study=study)
    run_to_its_end(job=start_evaluation(study=study))
    (job,) = start_due_agreements()
    assert run_to_its_end(job=job).state == Job.State.FAILED
    assert start_due_agreements() == []


def test_another_method_makes_the_same_board_due_once_more(
    study: Study, install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(facts())
    judge(study)
    run_to_its_end(job=start_evaluation(study=study))
    run_to_its_end(job=start_due_agreements()[0])
    for module in ("agreement.report", "reports.due", "reports.making", "reports.starting"):
        monkeypatch.setattr(f"evaluation.{module}.METHOD_VERSION", METHOD_VERSION + 1)
    assert shown_report(study, staff=True) is None
    run_to_its_end(job=start_due_agreements()[0])
    assert shown_report(study, staff=True) is not None
    assert start_due_agreements() == []


def test_a_live_board_is_due_again_with_a_tenth_more_votes(study: Study, install: Install) -> None:
    install(facts())
    judge(study)
    run_to_its_end(job=start_evaluation(study=study))
    run_to_its_end(job=start_due_agreements()[0])
    judge(study, votes=59, seed=2)
    assert due_boards(study) == []
    judge(study, votes=1, seed=3)
    assert due_boards(study) == [overall(study)]


def test_a_published_board_is_due_and_nobody_sees_what_is_not_public(
    study: Study, install: Install
) -> None:
    install(facts())
    declare_publications(study=study, first_at=timezone.now() + timedelta(hours=1), every_hours=24)
    judge(study)
    run_to_its_end(job=start_evaluation(study=study))
    run_to_its_end(job=start_due_agreements()[0])
    assert shown_report(study, staff=True) is not None
    assert shown_report(study, staff=False) is None
    judge(study, votes=10, seed=2)
    publish(study=study, moment=timezone.now())
    assert due_boards(study) == [overall(study)]
    run_to_its_end(job=start_due_agreements()[0])
    shown = shown_report(study, staff=False)
    assert shown is not None
    assert shown.board == overall(study)


def test_looking_for_what_is_due_does_not_grow_with_votes(study: Study, install: Install) -> None:
    install(facts())
    judge(study, votes=20)
    run_to_its_end(job=start_evaluation(study=study))
    run_to_its_end(job=start_due_agreements()[0])
    with CaptureQueriesContext(connection) as few:
        start_due_agreements()
    judge(study, votes=21, seed=2)
    with CaptureQueriesContext(connection) as many:
        assert due_boards(study)
    assert len(many) <= len(few)
