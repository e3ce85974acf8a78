"""What curators do with a study: make it, change it, open it, let it rest, close it."""

from collections.abc import Collection, Iterable
from hashlib import sha256

from django.db import transaction
from django.db.models import ProtectedError

from arena.field_change import FieldChange, field_change
from arena.models import Matchup, Study, StudySystem
from arena.readiness import FEWEST_SYSTEMS, readiness_of
from arena.services.sampling import entries_edited, join_study, leave_study
from corpus.models import System

State = Study.State


class StudyError(ValueError):
    """What was asked of a study cannot be done; the message says why and what to do."""


class StudyChanged(StudyError):  # noqa: N818 - the name says what is wrong
    """Somebody else changed the study since it was looked at."""

    def __init__(self) -> None:
        super().__init__("Somebody else changed this study meanwhile. Nothing of yours was saved.")


class FieldUnconfirmed(StudyError):  # noqa: N818 - the name says what is wrong
    """Systems of a study that has begun would come or go, and nobody has confirmed that."""

    def __init__(self, change: FieldChange) -> None:
        super().__init__("Not saved yet: read what happens, and tick that it may.")
        self.change = change


def fingerprint_of(study: Study, fields: Iterable[str]) -> str:
    """Names the values of *fields*, the state and the active systems of a stored study."""
    active = study.entries.filter(is_active=True).values_list("system_id", flat=True)
    return _fingerprint(study, fields, active)


def _fingerprint(study: Study, fields: Iterable[str], systems: Iterable[int]) -> str:
    values = [str(getattr(study, name)) for name in sorted(fields)]
    keys = [str(key) for key in sorted(systems)]
    return sha256("\x00".join([study.state, *values, "", *keys]).encode()).hexdigest()[:16]


@transaction.atomic
def make_study(*, study: Study, systems: Collection[System]) -> Study:
    """Store a new study as a draft with these systems."""
    study.state = State.DRAFT
    study.save(force_insert=True)
    StudySystem.objects.bulk_create(StudySystem(study=study, system=one) for one in systems)
    return study


@transaction.atomic
def change_study(
    *,
    study: Study,
    fields: Collection[str],
    systems: Collection[System],
    seen: str,
    confirmed: str = "",
) -> None:
    """Store *fields* of a study and let systems come and go. seen: :func:`fingerprint_of` then.

    What already is so is left so, whoever did it: a form that was sent twice is no conflict.

    confirmed: fingerprint of the :class:`FieldChange` of a study that has begun. A system that
    listeners were asked about stays in the study, switched off.

    Raises:
        StudyChanged, FieldUnconfirmed, or StudyError where a study that has begun is left with
        too few systems or would get one that is in no matchup.
    """
    stored = Study.objects.select_for_update().get(pk=study.pk)
    stands = fingerprint_of(stored, fields)
    if stands == _fingerprint(study, fields, (system.pk for system in systems)):
        return  # nothing new, or sent twice
    if stands != seen:
        raise StudyChanged
    if stored.is_closed:
        raise StudyError("A closed study stays as it is.")
    if not stored.is_draft:
        _check_field(stored, systems, confirmed)
    study.save(update_fields=[*fields])
    wanted = {system.pk for system in systems}
    for entry in stored.entries.filter(is_active=True).exclude(system__in=wanted):
        _remove(entry)
    active = set(stored.entries.filter(is_active=True).values_list("system", flat=True))
    for system in systems:
        if system.pk not in active:
            join_study(study=stored, system=system)
    entries_edited(study=stored)


@transaction.atomic
def start_study(*, study: Study, accepted: str = "") -> None:
    """Let a drafted or paused study take votes. accepted: fingerprint of the gaps it may have.

    Raises:
        StudyError: it cannot be opened, or has gaps that nobody has accepted.
    """
    stored = _taken(study, State.DRAFT, State.PAUSED)
    ready = readiness_of(stored)
    if ready.obstacles:
        raise StudyError(" ".join(one.sentence for one in ready.obstacles))
    if ready.gaps and accepted != ready.fingerprint:
        raise StudyError("Not opened: read what is missing, and tick that it may open as it is.")
    _move(stored, State.OPEN)


@transaction.atomic
def pause_study(*, study: Study) -> None:
    """Take no votes until the study is opened again. Raises StudyError if it is not open."""
    _move(_taken(study, State.OPEN), State.PAUSED)


@transaction.atomic
def close_study(*, study: Study) -> None:
    """Take no votes any more, for good. Raises StudyError if it has not begun or is closed."""
    _move(_taken(study, State.OPEN, State.PAUSED), State.CLOSED)


@transaction.atomic
def discard_study(*, study: Study) -> None:
    """Remove a draft that nobody has listened to. Raises StudyError."""
    stored = _taken(study, State.DRAFT)
    try:
        stored.delete()
    except ProtectedError as error:
        raise StudyError(
            "This study has been listened to, or publication times were declared for it: its "
            "record is kept."
        ) from error


def _check_field(study: Study, systems: Collection[System], confirmed: str) -> None:
    if len(systems) < FEWEST_SYSTEMS:
        raise StudyError("Leave at least two systems in a study that has begun, or close it.")
    change = field_change(study, systems)
    if change.is_none:
        return
    if change.obstacles:
        raise StudyError(" ".join(one.sentence for one in change.obstacles))
    if confirmed != change.fingerprint:
        raise FieldUnconfirmed(change)


def _remove(entry: StudySystem) -> None:
    asked = Matchup.objects.filter(study=entry.study_id)
    sides = asked.filter(left_system=entry.system_id) | asked.filter(right_system=entry.system_id)
    if sides.exists():
        leave_study(study=entry.study, system=entry.system)
    else:
        entry.delete()


def _taken(study: Study, *states: State) -> Study:
    """The stored study, locked, if it is in one of these states."""
    stored = Study.objects.select_for_update().filter(pk=study.pk).first()
    if stored is None:
        raise StudyError("This study is there no more.")
    if stored.state not in states:
        raise StudyError(f"This study is {stored.state} by now. Nothing was done.")
    return stored


def _move(study: Study, state: State) -> None:
    study.state = state
    study.save(update_fields=["state"])
