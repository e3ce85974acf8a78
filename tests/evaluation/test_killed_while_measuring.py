"""A kill -9 of the worker in the middle of measuring loses nothing that was stored."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from config.processes import Program, Running, kill
from tests.evaluation.families import HELD_AT
from tests.sites import Site, new_site

pytestmark = [pytest.mark.database, pytest.mark.heavy]

CLIPS = 24
ROWS = 3 * CLIPS
START = """
from arena.models import Study
import tests.evaluation.worker
from evaluation.services import start_evaluation
print(start_evaluation(study=Study.objects.get()).pk)
"""
VALUES = """
import json
from evaluation.models import Measurement
rows = Measurement.objects.order_by("clip", "metric")
print(json.dumps(list(rows.values_list("pk", "clip", "metric", "amount", "reason"))))
"""
HEAL = """
from datetime import timedelta
from django.utils import timezone
from corpus.models import Job
from corpus.tasks import heal_jobs
Job.objects.update(heard_at=timezone.now() - timedelta(minutes=10))
print(heal_jobs())
"""
STATE = """
from corpus.models import Job
job = Job.objects.get()
print(job.state, job.done, job.total)
"""
ALONE = """
from arena.models import Study
from evaluation.models import Measurement
from evaluation.services import start_evaluation
from corpus.services.jobs import run_to_its_end
Measurement.objects.all().delete()
print(run_to_its_end(job=start_evaluation(study=Study.objects.get())).state)
"""


@contextmanager
def worker(site: Site) -> Iterator[Running]:
    celery = [sys.executable, "-m", "celery", "--app", "tests.evaluation.worker", "--quiet"]
    quiet = ["--without-gossip", "--without-mingle", "--loglevel", "WARNING"]
    with site._run(Program("worker", [*celery, "worker", "--concurrency", "1", *quiet])) as running:
        yield running
        kill(running)


def values(site: Site) -> list[list[object]]:
    found: list[list[object]] = json.loads(site.python(VALUES))
    return found


def test_a_killed_worker_loses_nothing_and_the_next_ends_in_equal_values(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with new_site(tmp_path_factory.mktemp("measured")) as site:
        site.python("from tests.studies import make_study; make_study()")
        gate, held = site.var / "gate", site.var / "held"
        gate.touch()
        site.python(START)
        with worker(site) as running:
            site.until(held.exists, running)
        before = values(site)
        assert len(before) == 3 * HELD_AT, "all but the clip at hand"
        gate.unlink()
        assert site.python(HEAL).strip() == "1"
        with worker(site) as running:
            site.until(lambda: site.python(STATE).startswith("done"), running)
        after = values(site)
        assert len(after) == ROWS
        assert all(row in after for row in before), "kept, and not measured again"
        _, done, total = site.python(STATE).split()
        assert done == total
        assert site.python(ALONE).strip() == "done"
        assert [row[1:] for row in values(site)] == [row[1:] for row in after]
