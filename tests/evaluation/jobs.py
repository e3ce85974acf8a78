"""Measuring the clips of the small study of the tests."""

from arena.models import Study
from corpus.models import Job
from corpus.services.jobs import run_to_its_end
from evaluation.services import start_evaluation

CLIPS = 24  # three systems, two voices, four prompts


def measured(study: Study, *names: str, retry: bool = False) -> Job:
    """A job that has come to its end."""
    return run_to_its_end(job=start_evaluation(study=study, families=names, retry_failed=retry))
