"""Long work: turns, progress, cancelling, healing."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from corpus import jobs
from corpus.jobs import JobError, JobRun, Report, job
from corpus.models import Job
from corpus.services.jobs import abandoned_jobs, cancel_job, run_to_its_end, start_job, take_turn
from corpus.tasks import heal_jobs, run_job

pytestmark = pytest.mark.django_db

ITEMS = 5


@pytest.fixture
def said() -> Iterator[list[int]]:
    """What a job of kind "count" has done: it counts to five and knows where it was."""
    done: list[int] = []

    @job("count")
    def count(run: JobRun) -> Report:
        run.expect(ITEMS - len(done))
        while len(done) < ITEMS:
            done.append(len(done))
            run.advance()
        return Report(f"Counted to {len(done)}.")

    @job("refuse")
    def refuse(run: JobRun) -> Report:
        raise JobError("There is nothing to count. Add something.")

    @job("break")
    def break_down(run: JobRun) -> Report:
        raise ZeroDivisionError

    yield done
    for kind in ("count", "refuse", "break"):
        del jobs._kinds[kind]


def begin(kind: str) -> Job:
    return start_job(kind=kind, title="Counting", permission="corpus.curate")


def test_a_job_is_done_and_says_how_it_ended(said: list[int]) -> None:
    started = begin("count")
    run_job(started.pk)
    started.refresh_from_db()
    assert (started.state, started.done, started.total) == (Job.State.DONE, ITEMS, ITEMS)
    assert started.summary == "Counted to 5."
    assert started.ended_at is not None


def test_turns_add_up_to_the_whole(said: list[int]) -> None:
    started = begin("count")
    turns = 0
    while take_turn(pk=started.pk, turn_seconds=0.0):
        turns += 1
    started.refresh_from_db()
    assert said == list(range(ITEMS))
    assert (started.state, started.done, started.total) == (Job.State.DONE, ITEMS, ITEMS)
    assert turns == ITEMS


def test_an_unknown_kind_is_refused_at_once(said: list[int]) -> None:
    with pytest.raises(KeyError):
        begin("unheard of")
    assert not Job.objects.exists()


def test_a_kind_that_a_worker_does_not_know_ends_with_advice(said: list[int]) -> None:
    started = begin("count")
    Job.objects.filter(pk=started.pk).update(kind="of-next-year")
    assert not take_turn(pk=started.pk)
    started.refresh_from_db()
    assert (started.state, "Restart the workers" in started.summary) == (Job.State.FAILED, True)


def test_a_job_that_cannot_be_done_says_why(said: list[int]) -> None:
    started = run_to_its_end(job=begin("refuse"))
    assert (started.state, started.summary) == (
        Job.State.FAILED,
        "There is nothing to count. Add something.",
    )


def test_an_unexpected_error_ends_the_job_with_a_sentence(said: list[int]) -> None:
    started = run_to_its_end(job=begin("break"))
    assert started.state == Job.State.FAILED
    assert "ZeroDivisionError" in started.summary


def test_a_waiting_job_is_cancelled_at_once(said: list[int]) -> None:
    started = begin("count")
    cancel_job(job=started)
    run_job(started.pk)
    started.refresh_from_db()
    assert (started.state, said) == (Job.State.CANCELLED, [])


def test_a_running_job_ends_after_the_item_at_hand(said: list[int]) -> None:
    started = begin("count")
    assert take_turn(pk=started.pk, turn_seconds=0.0)
    Job.objects.filter(pk=started.pk).update(state=Job.State.RUNNING)  # as if a worker had it
    cancel_job(job=started)
    Job.objects.filter(pk=started.pk).update(heard_at=timezone.now() - timedelta(hours=1))
    take_turn(pk=started.pk, turn_seconds=0.0)
    started.refresh_from_db()
    assert (started.state, said) == (Job.State.CANCELLED, [0, 1])


def test_only_one_worker_has_a_job(said: list[int]) -> None:
    started = begin("count")
    Job.objects.filter(pk=started.pk).update(state=Job.State.RUNNING)
    run_job(started.pk)
    assert said == []


def test_a_worker_that_lost_its_job_changes_nothing_more(said: list[int]) -> None:
    @job("robbed")
    def robbed(run: JobRun) -> Report:
        Job.objects.filter(pk=run.job.pk).update(turn=F("turn") + 1)  # another took it
        run.advance()
        return Report("Never said.")

    started = begin("robbed")
    take_turn(pk=started.pk, turn_seconds=0.0)
    del jobs._kinds["robbed"]
    started.refresh_from_db()
    assert (started.state, started.done, started.summary) == (Job.State.RUNNING, 0, "")


def test_a_job_whose_worker_died_is_sent_again(said: list[int]) -> None:
    started = begin("count")
    long_ago = timezone.now() - timedelta(hours=1)
    Job.objects.filter(pk=started.pk).update(state=Job.State.RUNNING, heard_at=long_ago)
    assert abandoned_jobs() == [started.pk]
    run_job(started.pk)
    started.refresh_from_db()
    assert started.state == Job.State.DONE


def test_nothing_is_healed_while_all_goes_well(said: list[int]) -> None:
    begin("count")
    assert heal_jobs() == 0
