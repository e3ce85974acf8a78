"""The long work of measuring: what is left, clip by clip, each stored before the job goes on."""

import logging
from collections import Counter
from collections.abc import Iterator, Sequence

from arena.models import Study
from corpus.jobs import JobError, JobRun, Report, job
from corpus.models import Clip
from corpus.storage import STORAGE_TROUBLES
from evaluation import configured
from evaluation.due import Due
from evaluation.identities import has_changed, identity_of
from evaluation.metrics.base import Family
from evaluation.metrics.registry import UnknownMetric
from evaluation.models import Measurement
from evaluation.services.measuring import Measuring
from evaluation.services.planning import Plan, plan_of
from evaluation.services.starting import KIND
from evaluation.services.subjects import References
from evaluation.services.suspicion import KILLED, Suspicion, suspecting

log = logging.getLogger(__name__)

CHUNK = 50  # clips whose rows are in memory; their sounds come one by one


@job(KIND)
def evaluate(run: JobRun) -> Report:
    """Measure what is due, from wherever an earlier turn or a killed worker ended."""
    study = Study.objects.select_related("version__corpus").filter(pk=run.parameters["study"])
    found = study.first()
    if found is None:
        raise JobError("The study is gone, so there is nothing to measure.")
    families, absent = _families(run)
    plan = plan_of(run, found, families)
    run.expect(sum(len(one.families) for one in plan.due))
    run.stage(f"By {', '.join(family.name for family in families)}")
    try:
        with suspecting(run, plan.due) as suspicion:
            _measure(run, families, plan, suspicion)
    except STORAGE_TROUBLES as error:
        raise JobError(
            f"The storage of the clips cannot be reached ({type(error).__name__}). Once it "
            "answers, start again: what was measured is kept."
        ) from error
    return _report(run, absent)


def _measure(run: JobRun, families: list[Family], plan: Plan, suspicion: Suspicion) -> None:
    measuring = Measuring(
        run=run,
        families={family.name: family for family in families},
        references=References(plan.readings),
        over_with=plan.done,
        is_careful=suspicion.is_careful,
    )
    with measuring:
        if suspicion.is_hopeless:
            first = plan.due[0]
            reason = KILLED.format(family=first.families[0], deaths=suspicion.deaths)
            measuring.give_up(plan.heard[first.clip], first.families[0], reason)
        for one, clip in _with_clips(plan.left()):
            measuring.measure(clip, plan.heard[one.clip], one.families)


def _families(run: JobRun) -> tuple[list[Family], dict[str, str]]:
    """What can measure here, and why the others cannot. Raises JobError if nothing can."""
    try:
        chosen = configured.registry().selected(run.parameters["families"])
    except UnknownMetric as error:
        raise JobError(f"The worker knows other metrics than the site. {error}") from error
    able, absent = [], {}
    for family in chosen:
        if (reason := family.missing() or _unreadable(family)) is None:
            able.append(family)
        else:
            absent[family.name] = reason
    if not able:
        reasons = " ".join(f"{name}: {reason}" for name, reason in absent.items())
        raise JobError(f"None of these metrics can run where the worker is. {reasons}")
    return able, absent


def _unreadable(family: Family) -> str | None:
    """Why a family's models cannot be told, or are not those on the disk; None if they are."""
    try:
        identity_of(family)
        if has_changed(family):
            return (
                "The files of its model have changed since this worker read them. Restart the "
                "worker, then start again: it measures by the new model."
            )
    except MemoryError:
        raise
    except Exception as error:
        log.exception("The models of %s cannot be told", family.name)
        return (
            f"Its models cannot be read ({type(error).__name__}); the worker's log says more. "
            "Fetch them again."
        )
    return None


def _with_clips(plan: Sequence[Due]) -> Iterator[tuple[Due, Clip | None]]:
    """The plan with its clips, some at a time; None for a clip that is gone."""
    for start in range(0, len(plan), CHUNK):
        chunk = plan[start : start + CHUNK]
        clips = Clip.objects.select_related("prompt", "voice").in_bulk([one.clip for one in chunk])
        for one in chunk:
            yield one, clips.get(one.clip)


def _report(run: JobRun, absent: dict[str, str]) -> Report:
    mine = Measurement.objects.filter(job=run.job)
    failed = Counter(mine.not_available().order_by().values_list("reason", flat=True))
    values, without = mine.exclude(amount=None).count(), sum(failed.values())
    summary = (
        f"{values:,} values measured." if values or without else "Nothing was left to measure."
    )
    if failed:
        reason, number = failed.most_common(1)[0]
        some = "" if number == without else f", {number:,} of them so"
        summary += f" {without:,} are not available{some}: {reason}"
    for name, reason in absent.items():
        summary += f"\nLeft out: {name}. {reason}"  # a line each: commands to copy stand in it
    details = {"values": values, "not_available": without, "left_out": absent}
    return Report(summary, details | {"reasons": failed.most_common()})
