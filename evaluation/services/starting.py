"""Beginning to measure a study's clips, which is left to a worker."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction

from arena.models import Study
from corpus.models import Job
from corpus.models.jobs import JobQuerySet
from corpus.roles import MEASURE_CLIPS
from corpus.services.jobs import start_job
from evaluation import configured
from evaluation.clips import clips_of
from evaluation.services.subjects import suits_studies

KIND = "evaluate"


class EvaluationRefused(ValueError):  # noqa: N818 - the name says what is wrong
    """Nothing was begun; the sentence says why and what to do."""


class AlreadyMeasuring(EvaluationRefused):
    """Another job of the study is open. job: which."""

    def __init__(self, study: Study, job: Job) -> None:
        super().__init__(
            f"Clips of “{study.title}” are being measured already. Wait for that job, or cancel it."
        )
        self.job = job


@transaction.atomic
def start_evaluation(
    *,
    study: Study,
    families: Sequence[str] = (),
    retry_failed: bool = False,
    by: User | None = None,
) -> Job:
    """Have what is missing measured.

    families: names of families or metrics; none: all that may have a value of a study's clips.

    What is due is read by the worker, who has the models. Whether a family can run is the worker's
    affair too: the site may lack what the worker has.

    Raises:
        UnknownMetric: a name stands for nothing.
        AlreadyMeasuring: a job of the study is open.
        EvaluationRefused: the study has no clips.
    """
    chosen = configured.registry().selected(families)
    if not families:
        chosen = tuple(family for family in chosen if suits_studies(family))
    Study.objects.select_for_update().get(pk=study.pk)  # whoever comes second sees the first
    if open_job := jobs_of(study).open().filter(cancel_requested=False).first():
        raise AlreadyMeasuring(study, open_job)
    if not chosen:
        raise EvaluationRefused("This installation has no metrics.")
    if not clips_of(study).exists():
        raise EvaluationRefused(
            f"“{study.title}” has no clips that are ready. Upload or synthesise them first."
        )
    return start_job(
        kind=KIND,
        title=f"Measure clips: {study.title}"[:200],
        permission=MEASURE_CLIPS,
        by=by,
        corpus=study.version.corpus,
        parameters={
            "study": study.pk,
            "families": [family.name for family in chosen],
            "retry_failed": retry_failed,
        },
    )


def jobs_of(study: Study) -> JobQuerySet:
    """The jobs that measured this study, newest first."""
    return Job.objects.filter(kind=KIND, parameters__study=study.pk).order_by("-pk")
