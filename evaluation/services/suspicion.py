"""Which measurement ends its worker, found without a write for each.

A turn notes in its job what it begins with, and takes the note away however it ends, unless its
process is killed. Whoever finds a note stores each answer at once, so that a second death points at
the very measurement that it begins with.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from corpus.jobs import JobRun
from corpus.models import Job
from evaluation.due import Due

MOST_DEATHS = 3
KILLED = (
    "Measuring this clip by {family} ended its worker {deaths} times, so it is left alone now. "
    "Look into the worker's log, or give it more memory, then try again."
)
NOTE = "begun_with"


@dataclass(frozen=True, slots=True)
class Suspicion:
    """deaths: of workers, in a row, that began with what this turn begins with.

    is_careful: whether the last turn was killed, so that each answer is stored at once.
    """

    deaths: int = 0
    is_careful: bool = False

    @property
    def is_hopeless(self) -> bool:
        """Whether the first measurement of the plan is to be given up."""
        return self.deaths >= MOST_DEATHS


@contextmanager
def suspecting(run: JobRun, plan: Sequence[Due]) -> Iterator[Suspicion]:
    """Say what the turns before say about the first of *plan*, and note that it is begun."""
    if not plan:
        yield Suspicion()
        return
    note = run.job.report.get(NOTE)
    first = [plan[0].clip, plan[0].families[0]]
    same = bool(note) and note["first"] == first
    deaths = note["deaths"] if same else 0
    _note(run, {NOTE: {"first": first, "deaths": deaths + 1}})
    try:
        yield Suspicion(deaths, is_careful=bool(note))
    finally:
        _note(run, {})


def _note(run: JobRun, report: dict[str, object]) -> None:
    Job.objects.filter(pk=run.job.pk, turn=run.job.turn).update(report=report)
