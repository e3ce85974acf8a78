"""What a job is to measure, kept from one turn to the next where nobody else had one between."""

from dataclasses import dataclass, field

from arena.models import Study
from corpus.jobs import JobRun
from evaluation.clips import HumanReading, heard_in, human_readings
from evaluation.due import Due, Heard
from evaluation.metrics.base import Family
from evaluation.stored import due_in


@dataclass
class Plan:
    """What is due, and what is known of the clips. done: (clip, family) that are over with."""

    job: int
    turn: int
    due: list[Due]
    heard: dict[int, Heard]
    readings: dict[tuple[int, str], HumanReading]
    done: set[tuple[int, str]] = field(default_factory=set)

    def left(self) -> list[Due]:
        """What is not over with yet."""
        left = (
            Due(one.clip, tuple(name for name in one.families if (one.clip, name) not in self.done))
            for one in self.due
        )
        return [one for one in left if one.families]


_kept: dict[int, Plan] = {}


def plan_of(run: JobRun, study: Study, families: list[Family]) -> Plan:
    """The plan of a turn: what the last one left, if that was this process's own; else read anew.

    Commands have turns of a second, in which reading all that is stored would be a good part.
    """
    kept = _kept.pop(run.job.pk, None)
    _kept.clear()
    if kept is not None and kept.turn == run.job.turn - 1:
        plan = Plan(kept.job, run.job.turn, kept.left(), kept.heard, kept.readings)
    else:
        plan = Plan(
            run.job.pk,
            run.job.turn,
            due_in(study, families, retry_failed=run.parameters["retry_failed"], job=run.job.pk),
            {one.clip: one for one in heard_in(study)},
            human_readings(study),
        )
    _kept[run.job.pk] = plan
    return plan
