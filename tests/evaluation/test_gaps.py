"""What has no value: why, and whether another attempt is made."""

import logging
from dataclasses import replace

import pytest

from arena.models import Study
from corpus.models import Clip, Job
from corpus.services.jobs import take_turn
from evaluation.gaps import gaps_of
from evaluation.metrics.base import Outcomes, Subject, Value
from evaluation.models import UNHEARD_REFERENCE, Measurement
from evaluation.services import start_evaluation
from evaluation.services.subjects import MISSING
from tests.evaluation.conftest import Install
from tests.evaluation.families import (
    MIT,
    SECONDS,
    Family,
    closeness,
    deaf,
    duration,
    facts,
    pace,
    refusing,
    timed,
)
from tests.evaluation.jobs import CLIPS, measured

pytestmark = pytest.mark.django_db


def test_an_error_that_quotes_the_text_tells_the_log_its_place_alone(
    study: Study, install: Install, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    family = pace()
    install(family)

    def quote(subject: Subject) -> Outcomes:
        raise ValueError(subject.text)

    family.compute = quote
    measured(study)
    assert "pace failed on a clip" in caplog.text
    assert "in quote" in caplog.text
    for clip in Clip.objects.select_related("prompt"):
        assert clip.prompt.text not in caplog.text
    assert Measurement.objects.filter(reason__contains="ValueError").count() == CLIPS


def test_failures_are_rows_and_are_retried_when_asked(study: Study, install: Install) -> None:
    family = refusing()
    install(family)
    job = measured(study)
    assert job.summary == "0 values measured. 24 are not available: Too early."
    assert len(family.seen) == CLIPS
    measured(study)
    assert len(family.seen) == CLIPS, "without being asked"
    again = measured(study, retry=True)
    assert (again.done, again.total) == (CLIPS, CLIPS), "each once, though it fails again"
    family.compute = lambda subject: {"seconds": Value(subject.sound.seconds)}
    measured(study, retry=True)
    assert not Measurement.objects.not_available().exists()
    assert Measurement.objects.count() == CLIPS


def test_what_another_model_failed_at_is_no_gap_any_more(study: Study, install: Install) -> None:
    install(replace(refusing(), behind=(MIT,)))
    measured(study)
    assert [gap.clips for gap in gaps_of(study)] == [CLIPS]
    install(replace(duration(), name="grump", behind=(replace(MIT, digest="b" * 64),)))
    measured(study)
    assert Measurement.objects.failed().count() == CLIPS, "kept"
    assert gaps_of(study) == [], "nobody can try that model again"


def test_retrying_goes_on_over_turns_and_tries_each_once(study: Study, install: Install) -> None:
    family = refusing()
    install(family)
    measured(study)
    job = start_evaluation(study=study, retry_failed=True)
    turns = 1
    while take_turn(pk=job.pk, turn_seconds=0.0):
        turns += 1
    assert turns > 5
    assert len(family.seen) == 2 * CLIPS


def test_a_family_that_breaks_on_a_clip_holds_up_nothing(study: Study, install: Install) -> None:
    broken = Family("broken", (SECONDS,), lambda _: 1 / 0)  # type: ignore[arg-type, return-value]
    install(broken, facts())
    job = measured(study)
    assert job.state == Job.State.DONE
    assert Measurement.objects.filter(metric="peak").exclude(amount=None).count() == CLIPS
    reasons = Measurement.objects.filter(metric="seconds").values_list("reason", flat=True)
    assert all("ZeroDivisionError" in reason for reason in reasons)


def test_details_that_are_no_json_are_a_reason(study: Study, install: Install) -> None:
    strange = Value(1.0, {"rate": float("nan")})
    install(Family("strange", (SECONDS,), lambda _: {"seconds": strange}))
    assert measured(study).state == Job.State.DONE
    assert not Measurement.objects.exclude(amount=None).exists()


def test_a_missing_sound_is_a_reason_and_the_rest_is_measured(
    study: Study, install: Install
) -> None:
    install(duration())
    clip = Clip.objects.all()[0]
    Clip.objects.filter(pk=clip.pk).update(rendition="absent.wav")
    assert measured(study).state == Job.State.DONE
    failed = Measurement.objects.not_available().get()
    assert failed.clip == clip
    assert "missing from the storage" in failed.reason
    assert Measurement.objects.count() == CLIPS


def test_a_sound_that_is_not_the_one_that_was_made_is_a_reason(
    study: Study, install: Install
) -> None:
    install(duration())
    Clip.objects.filter(pk=Clip.objects.all()[0].pk).update(rendition_digest="0" * 64)
    assert measured(study).state == Job.State.DONE
    assert "SHA-256 is another" in Measurement.objects.not_available().get().reason


def test_what_a_metric_says_of_a_clip_is_not_asked_twice(study: Study, install: Install) -> None:
    install(deaf(), timed())
    Clip.objects.update(generation_seconds=None)
    measured(study)
    assert Measurement.objects.not_available().count() == 2 * CLIPS
    assert not Measurement.objects.failed().exists()
    assert measured(study, retry=True).total == 0


def test_an_error_is_tried_again(study: Study, install: Install) -> None:
    family = duration()
    sound = family.compute
    family.compute = lambda _: 1 / 0  # type: ignore[assignment, return-value]
    install(family, deaf())
    measured(study)
    family.compute = sound
    assert measured(study, retry=True).total == CLIPS
    assert Measurement.objects.not_available().count() == CLIPS
    assert not Measurement.objects.failed().exists()


def test_a_reading_that_is_unheard_of_is_waited_for(study: Study, install: Install) -> None:
    install(closeness())
    reading = Clip.objects.filter(voice__system__kind="human")[0]
    name = str(reading.rendition.name)
    Clip.objects.filter(pk=reading.pk).update(rendition="absent.wav")
    measured(study)
    failed = Measurement.objects.failed()
    assert set(failed.values_list("reason", flat=True)) == {UNHEARD_REFERENCE, MISSING}
    compared = failed.exclude(clip=reading)
    assert {row.clip.prompt_id for row in compared} == {reading.prompt_id}
    assert compared.count() == 2, "of the same gender, by two systems"
    Clip.objects.filter(pk=reading.pk).update(rendition=name)
    assert measured(study, retry=True).total == 3
    assert not Measurement.objects.failed().exists()
