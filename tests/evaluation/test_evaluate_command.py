"""`manage.py evaluate`."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from arena.models import Study
from corpus.models import Job
from corpus.models.jobs import SILENCE
from corpus.services.jobs import take_turn
from evaluation.metrics.base import NotAvailable, Outcomes, Subject, Value
from evaluation.models import Measurement
from evaluation.services import start_evaluation
from tests.evaluation.conftest import Install
from tests.evaluation.families import (
    duration,
    facts,
)
from tests.evaluation.jobs import CLIPS, measured

pytestmark = pytest.mark.django_db


def test_a_command_that_is_stopped_leaves_no_job_behind(study: Study, install: Install) -> None:
    family = duration()
    install(family)

    def stop(subject: Subject) -> Outcomes:
        if len(family.seen) > 3:
            raise KeyboardInterrupt
        return {"seconds": Value(subject.sound.seconds)}

    family.compute = stop
    with pytest.raises(CommandError, match="is kept"):
        call_command("evaluate", "first-light", stdout=io.StringIO(), stderr=io.StringIO())
    assert Job.objects.get().state == Job.State.CANCELLED
    assert Measurement.objects.count() == 3
    install(duration())
    assert measured(study).total == CLIPS - 3


def test_the_command_goes_on_with_a_job_whose_worker_was_killed(
    study: Study, install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    family = duration()
    install(family)
    job = start_evaluation(study=study)
    take_turn(pk=job.pk, turn_seconds=0.0)
    # As a worker leaves it that is killed in its turn.
    silent = timezone.now() - 2 * SILENCE
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, heard_at=silent)
    call_command("evaluate", study.slug)
    told = capsys.readouterr()
    assert "following that job" in told.err
    job.refresh_from_db()
    assert (job.state, job.done) == (Job.State.DONE, CLIPS)
    assert Measurement.objects.count() == len(family.seen) == CLIPS
    assert "Nothing was left to measure." in told.out


def told(*options: str) -> tuple[str, str]:
    out, err = io.StringIO(), io.StringIO()
    call_command("evaluate", *options, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_the_command_measures_with_a_bar(study: Study, install: Install) -> None:
    install(duration(), facts())
    out, err = told("first-light", "--metrics", "peak")
    assert "48 values measured." in out
    assert "24 of 24 measurements" in err
    assert set(Measurement.objects.values_list("family", flat=True)) == {"facts"}


def test_the_command_can_leave_it_to_a_worker(study: Study, install: Install) -> None:
    install(duration())
    out, _ = told("first-light", "--background")
    job = Job.objects.get()
    assert f"/curate/jobs/{job.pk}/" in out
    assert job.state == Job.State.WAITING


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("first-lite",), "first-light"),
        (("first-light", "--metrics", "durration"), "Did you mean duration"),
    ],
)
def test_the_command_suggests(
    study: Study, install: Install, options: tuple[str, ...], said: str
) -> None:
    install(duration())
    with pytest.raises(CommandError, match=said):
        told(*options)


def test_ctrl_c_ends_the_job_and_keeps_what_was_measured(study: Study, install: Install) -> None:
    family = duration()

    def interrupted(subject: object) -> dict[str, Value | NotAvailable]:
        if len(family.seen) > 5:
            raise KeyboardInterrupt
        return {"seconds": Value(1.0)}

    family.compute = interrupted
    install(family)
    with pytest.raises(CommandError, match="Stopped"):
        told("first-light")
    assert Measurement.objects.count() == 5
    assert Job.objects.get().cancel_requested
    family.compute = duration().compute
    out, _ = told("first-light")
    assert "19 values measured." in out
