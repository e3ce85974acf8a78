"""What is drawn more often: pairs that tell more, systems that joined late."""

from collections.abc import Mapping
from datetime import datetime
from statistics import median

from django.db import transaction
from django.db.models import Count, F
from django.utils import timezone

from arena.models import Study, StudySystem, Vote
from arena.sampling import Sampling, SystemPair
from corpus.models import System

CAUGHT_UP_AT = 0.5  # of the median votes of the systems that were there before


@transaction.atomic
def set_pair_gain(*, study: Study, gain: Mapping[SystemPair, float]) -> None:
    """Store what a vote on each pair of systems would tell; the next draws lean that way.

    Raises:
        ValueError: a gain is negative or not a number.
    """
    Sampling(pair_gain=gain)  # refuses what makes no sense
    rows = [[low, high, value] for (low, high), value in sorted(gain.items())]
    Study.objects.filter(pk=study.pk).update(
        pair_gain=rows,
        sampling_revision=F("sampling_revision") + 1,
    )


@transaction.atomic
def join_study(*, study: Study, system: System, now: datetime | None = None) -> StudySystem:
    """Let a system join a study, or join again after it has left. Nothing older changes."""
    joined_at = now or timezone.now()
    entry, created = StudySystem.objects.get_or_create(
        study=study,
        system=system,
        defaults={"joined_at": joined_at},
    )
    if not created and not entry.is_active:
        entry.is_active, entry.joined_at, entry.left_at = True, joined_at, None
        entry.save(update_fields=["is_active", "joined_at", "left_at"])
    _systems_changed(study)
    update_catching_up(study=study)
    return entry


@transaction.atomic
def leave_study(*, study: Study, system: System, now: datetime | None = None) -> None:
    """Issue no further matchup with a system; its votes and rows stay."""
    StudySystem.objects.filter(study=study, system=system, is_active=True).update(
        is_active=False,
        is_catching_up=False,
        left_at=now or timezone.now(),
    )
    _systems_changed(study)


@transaction.atomic
def entries_edited(*, study: Study, now: datetime | None = None) -> None:
    """Settle what follows from systems that were switched on or off, or rules that changed."""
    gone = study.entries.filter(is_active=False)
    gone.filter(left_at__isnull=True).update(left_at=now or timezone.now(), is_catching_up=False)
    back = study.entries.filter(is_active=True, left_at__isnull=False)
    back.update(joined_at=now or timezone.now(), left_at=None)
    _systems_changed(study)
    Study.objects.filter(pk=study.pk).update(sampling_revision=F("sampling_revision") + 1)
    update_catching_up(study=study)


@transaction.atomic
def update_catching_up(*, study: Study, counted: Mapping[int, int] | None = None) -> set[int]:
    """Decide which systems catch up, and return their ids.

    A system that joined after the first vote catches up until it has half the median votes of the
    systems that were there at the first vote. A worker's work: it counts votes, unless they are
    given as `counted`, by the id of the system.
    """
    # The first entry of an index: a minimum would look at all votes.
    votes_in_order = Vote.objects.filter(study=study).order_by("id")
    first_vote = votes_in_order.values_list("created_at", flat=True).first()
    entries = list(study.entries.filter(is_active=True))
    late = {e.system_id for e in entries if first_vote and e.joined_at > first_vote}
    if not late and not any(entry.is_catching_up for entry in entries):
        return set()
    votes = _votes_by_system(study) if counted is None else counted
    established = [votes.get(e.system_id, 0) for e in entries if e.system_id not in late]
    enough = CAUGHT_UP_AT * median(established) if established else 0
    catching_up = {system for system in late if votes.get(system, 0) < enough}
    if catching_up != {e.system_id for e in entries if e.is_catching_up}:
        study.entries.update(is_catching_up=False)
        study.entries.filter(system__in=catching_up).update(is_catching_up=True)
        Study.objects.filter(pk=study.pk).update(sampling_revision=F("sampling_revision") + 1)
    return catching_up


def _votes_by_system(study: Study) -> dict[int, int]:
    counted: dict[int, int] = {}
    for side in ("left_system", "right_system"):
        rows = Vote.objects.filter(study=study).order_by().values_list(side).annotate(Count("id"))
        for system, count in rows:
            counted[system] = counted.get(system, 0) + count
    return counted


def _systems_changed(study: Study) -> None:
    Study.objects.filter(pk=study.pk).update(revision=F("revision") + 1)
