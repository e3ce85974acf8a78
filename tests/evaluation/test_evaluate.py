"""Measuring a study: the service and the job."""

from datetime import timedelta
from typing import Any

import numpy as np
import pytest
from django.core.files.base import ContentFile
from django.db import IntegrityError, connection, transaction
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from arena.models import Study
from corpus import jobs
from corpus.models import Clip, Job
from corpus.services.jobs import cancel_job, run_to_its_end, take_turn
from evaluation.metrics.base import Model
from evaluation.models import OWN_REFERENCE, Measurement
from evaluation.services import EvaluationRefused, measuring, start_evaluation, suspicion
from evaluation.services.measuring import Measuring
from tests.corpus.audio.recordings import with_sndfile
from tests.evaluation.conftest import Install
from tests.evaluation.families import (
    Family,
    absent,
    aligned,
    closeness,
    duration,
    facts,
    pace,
)
from tests.evaluation.jobs import CLIPS, measured

pytestmark = pytest.mark.django_db


def values() -> list[tuple[object, ...]]:
    rows = Measurement.objects.order_by("clip", "metric", "version", "model_digest")
    return list(rows.values_list("clip", "metric", "version", "amount", "reason"))


def test_every_clip_is_measured_by_every_family(study: Study, install: Install) -> None:
    install(duration(), facts(), pace())
    job = measured(study)
    assert job.state == Job.State.DONE, job.summary
    assert (job.done, job.total) == (3 * CLIPS, 3 * CLIPS)
    assert Measurement.objects.count() == 4 * CLIPS
    clip = Clip.objects.all()[0]
    row = Measurement.objects.get(clip=clip, metric="seconds")
    assert row.amount == pytest.approx(clip.duration, abs=1e-6)
    assert (row.unit, row.direction, row.version, row.job) == ("s", "neither", "1", job)
    assert row.rendition_digest == clip.rendition_digest
    peak = Measurement.objects.get(clip=clip, metric="peak")
    assert "ruler sha256:aaaa" in peak.model
    assert len(peak.model_digest) == 64
    assert row.amount
    pace_row = Measurement.objects.get(clip=clip, metric="pace")
    assert pace_row.amount == pytest.approx(len(clip.prompt.text) / row.amount)


def test_what_no_clip_of_a_study_can_have_is_measured_if_named_alone(
    study: Study, install: Install
) -> None:
    install(duration(), aligned())
    assert measured(study).parameters["families"] == ["duration"]
    assert not Measurement.objects.filter(amount=None).exists()
    measured(study, "aligned")
    reasons = set(Measurement.objects.filter(family="aligned").values_list("reason", flat=True))
    assert reasons == {"Needs what this clip does not have: time-aligned reference."}


def test_nothing_is_measured_twice(study: Study, install: Install) -> None:
    family = duration()
    install(family)
    measured(study)
    job = measured(study)
    assert job.summary == "Nothing was left to measure."
    assert len(family.seen) == CLIPS


def test_a_new_version_and_a_new_model_stand_beside_the_old(study: Study, install: Install) -> None:
    install(facts())
    measured(study)
    install(Family("facts", facts().metrics, facts().compute, version="2", behind=facts().behind))
    measured(study)
    other = Model("ruler", "b" * 64, "MIT", "")
    install(Family("facts", facts().metrics, facts().compute, version="2", behind=(other,)))
    measured(study)
    kinds = Measurement.objects.order_by().values_list("version", "model_digest").distinct()
    assert len(kinds) == 3
    assert Measurement.objects.count() == 3 * 2 * CLIPS


def test_a_model_that_changed_under_a_worker_measures_nothing(
    study: Study, install: Install
) -> None:
    family = facts()
    install(family, duration())
    measured(study)
    clip = Clip.objects.all()[0]
    renew(clip, seconds=2.0)
    family.behind = (Model("ruler", "b" * 64, "MIT", ""),)
    job = measured(study)
    assert job.state == Job.State.DONE
    assert "Left out: facts. The files of its model have changed" in job.summary
    assert set(Measurement.objects.filter(job=job).values_list("family", flat=True)) == {"duration"}
    install(Family("facts", family.metrics, family.compute, behind=family.behind), duration())
    assert measured(study).total == CLIPS


def test_a_clip_with_other_bytes_is_measured_anew(study: Study, install: Install) -> None:
    family = duration()
    install(family)
    measured(study)
    clip = Clip.objects.all()[0]
    renew(clip, seconds=2.0)
    job = measured(study)
    assert len(family.seen) == CLIPS + 1
    assert job.total == 1
    rows = Measurement.objects.filter(clip=clip)
    assert rows.count() == 2
    assert rows.of_what_is_heard().get().amount == pytest.approx(2.0)


def renew(clip: Clip, *, seconds: float) -> None:
    import hashlib  # noqa: PLC0415

    noise = np.random.default_rng(1).normal(0, 0.05, round(seconds * 24_000))
    wav = with_sndfile(noise, 24_000, "WAV", "PCM_16")
    clip.rendition.save("rendition", ContentFile(wav), save=False)
    clip.rendition_digest = hashlib.sha256(wav).hexdigest()
    clip.save()


def test_the_human_reading_is_compared_with_and_not_with_itself(
    study: Study, install: Install
) -> None:
    install(closeness())
    measured(study)
    human = Measurement.objects.filter(clip__voice__system__kind="human")
    assert set(human.values_list("amount", "reason")) == {(None, OWN_REFERENCE)}
    assert measured(study, retry=True).total == 0, "no attempt could change that"
    clip = Clip.objects.filter(voice__system__slug="zorblat-speech")[0]
    reading = Clip.objects.get(
        prompt=clip.prompt, voice__gender=clip.voice.gender, voice__system__kind="human"
    )
    assert clip.duration
    assert reading.duration
    lengths = clip.duration, reading.duration
    row = Measurement.objects.get(clip=clip)
    assert row.amount == pytest.approx(min(lengths) / max(lengths), abs=1e-6)
    assert row.reference_digest == reading.rendition_digest


def test_another_human_reading_makes_comparisons_due(study: Study, install: Install) -> None:
    family = closeness()
    install(family, duration())
    measured(study)
    reading = Clip.objects.filter(voice__system__kind="human")[0]
    renew(reading, seconds=1.5)
    job = measured(study)
    # Its own length, its own refusal to be compared, and two systems' clips.
    assert job.total == 4
    assert job.done == 4


def test_turns_and_a_killed_worker_lose_nothing(study: Study, install: Install) -> None:
    family = duration()
    install(family)
    job = start_evaluation(study=study)
    assert take_turn(pk=job.pk, turn_seconds=0.0)
    assert Measurement.objects.count() == 1
    long_ago = timezone.now() - timedelta(hours=1)
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, heard_at=long_ago)
    run_to_its_end(job=job)
    assert Measurement.objects.count() == CLIPS
    assert (job.state, job.done, job.total) == (Job.State.DONE, CLIPS, CLIPS)


def test_what_ends_its_worker_again_and_again_is_given_up(
    study: Study, install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A killed process takes no note away; here the note is put back after each turn."""
    family = duration()
    install(family, facts())
    job = start_evaluation(study=study)
    long_ago = timezone.now() - timedelta(hours=1)
    for deaths in range(1, 4):
        notes: list[dict[str, Any]] = []
        with monkeypatch.context() as patch:
            patch.setattr(suspicion, "_note", lambda _, note, kept=notes: kept.append(note))
            patch.setattr(Measuring, "measure", killed)
            with pytest.raises(Killed):
                take_turn(pk=job.pk)
        assert notes[0][suspicion.NOTE]["deaths"] == deaths
        Job.objects.filter(pk=job.pk).update(
            state=Job.State.RUNNING, heard_at=long_ago, report=notes[0]
        )
    run_to_its_end(job=job)
    failed = Measurement.objects.not_available().get()
    assert (failed.family, failed.metric) == ("duration", "seconds")
    assert "ended its worker 3 times" in failed.reason
    assert Measurement.objects.count() == 3 * CLIPS
    assert len(family.seen) == CLIPS - 1
    assert measured(study, retry=True).total == 1


class Killed(BaseException):
    """Stands for SIGKILL: no handler of errors sees it."""


def killed(*_: object) -> None:
    raise Killed


def test_a_cancelled_job_keeps_what_it_has(study: Study, install: Install) -> None:
    install(duration())
    job = start_evaluation(study=study)
    take_turn(pk=job.pk, turn_seconds=0.0)
    cancel_job(job=job)
    run_to_its_end(job=job)
    assert job.state == Job.State.CANCELLED
    assert Measurement.objects.count() == 1
    assert measured(study).total == CLIPS - 1


def test_a_clip_that_is_rendered_anew_meanwhile_stays_due(study: Study, install: Install) -> None:
    family = duration()
    install(family)
    job = start_evaluation(study=study)
    take_turn(pk=job.pk, turn_seconds=0.0)
    last = Clip.objects.order_by("prompt", "voice__gender", "pk").last()
    assert last
    renew(last, seconds=1.0)
    run_to_its_end(job=job)
    assert (job.state, job.done) == (Job.State.DONE, CLIPS)
    assert not Measurement.objects.filter(clip=last).exists()
    assert measured(study).total == 1


def test_another_worker_between_two_turns_is_noticed(study: Study, install: Install) -> None:
    family = duration()
    install(family)
    job = start_evaluation(study=study)
    take_turn(pk=job.pk, turn_seconds=0.0)
    # As the other one leaves it: a turn more, in which a clip was measured.
    Job.objects.filter(pk=job.pk).update(turn=F("turn") + 1, done=F("done") + 1)
    first = Measurement.objects.get()
    second = Clip.objects.exclude(pk=first.clip_id).order_by("prompt", "voice__gender", "pk")[0]
    first.pk, first.clip, first.rendition_digest = None, second, second.rendition_digest
    first.save()
    run_to_its_end(job=job)
    assert (job.done, job.total) == (CLIPS, CLIPS)
    assert len(family.seen) == CLIPS - 1


def test_what_is_not_installed_is_left_out_and_told(study: Study, install: Install) -> None:
    install(duration(), absent())
    job = measured(study)
    assert job.state == Job.State.DONE
    assert "Left out: heavy. Needs torch: pip install" in job.summary
    assert not Measurement.objects.filter(family="heavy").exists()
    install(absent())
    job = measured(study)
    assert job.state == Job.State.FAILED
    assert "pip install -r requirements-evaluation.txt" in job.summary


def test_a_second_job_of_a_study_is_refused(study: Study, install: Install) -> None:
    install(duration())
    start_evaluation(study=study)
    with pytest.raises(EvaluationRefused, match="already"):
        start_evaluation(study=study)


def test_a_study_without_clips_is_refused(study: Study, install: Install) -> None:
    install(duration())
    Clip.objects.all().delete()
    with pytest.raises(EvaluationRefused, match="no clips"):
        start_evaluation(study=study)


def test_queries_do_not_grow_with_the_clips(
    study: Study, install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What is written by the clock would make the count depend on the machine.
    monkeypatch.setattr(measuring, "STORE_EVERY_SECONDS", 1e9)
    monkeypatch.setattr(jobs, "TELL_EVERY_SECONDS", 1e9)
    install(duration())
    few = Clip.objects.exclude(voice__system__slug="zorblat-speech").values_list("pk", flat=True)
    Clip.objects.filter(pk__in=list(few)).update(state=Clip.State.PENDING)
    job = start_evaluation(study=study)
    with CaptureQueriesContext(connection) as of_eight:
        take_turn(pk=job.pk, turn_seconds=600.0)
    Measurement.objects.all().delete()
    Clip.objects.update(state=Clip.State.READY)
    job = start_evaluation(study=study)
    with CaptureQueriesContext(connection) as of_all:
        take_turn(pk=job.pk, turn_seconds=600.0)
    assert Measurement.objects.count() == CLIPS
    assert len(of_all) <= len(of_eight)


@pytest.mark.parametrize(
    "wrong",
    [
        {"amount": None, "reason": ""},
        {"amount": 1.0, "reason": "both"},
        {"amount": float("inf"), "reason": ""},
        {"amount": float("-inf"), "reason": ""},
        {"amount": float("nan"), "reason": ""},
        {"amount": 1.0, "direction": "other"},
        {"amount": 1.0, "rendition_digest": ""},
        {"amount": 1.0, "is_retryable": True},
    ],
)
def test_the_database_refuses(study: Study, wrong: dict[str, object]) -> None:
    right = {
        "clip": Clip.objects.all()[0],
        "family": "f",
        "metric": "m",
        "version": "1",
        "rendition_digest": "d",
        "direction": "higher",
    }
    with pytest.raises(IntegrityError), transaction.atomic():
        Measurement.objects.create(**right | wrong)
    Measurement.objects.create(**right, amount=1.0)
    with pytest.raises(IntegrityError), transaction.atomic():
        Measurement.objects.create(**right, amount=2.0)
