"""Systems that come and go in a study that has begun: what follows, to be confirmed beforehand."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from hashlib import sha256

from django.db.models import Q

from arena.models import Matchup, Study, Vote
from arena.readiness import Remark, readiness_of
from corpus.models import System


@dataclass(frozen=True, slots=True)
class FieldChange:
    """What follows from other systems in a running study. obstacles: why they cannot be.

    consequences: what somebody confirms who wants them.
    """

    joining: tuple[System, ...]
    leaving: tuple[System, ...]
    obstacles: tuple[Remark, ...]
    consequences: tuple[Remark, ...]

    @property
    def is_none(self) -> bool:
        """Whether all systems stay."""
        return not (self.joining or self.leaving)

    @property
    def fingerprint(self) -> str:
        """Names who comes and goes: whoever confirms that confirms no other change."""
        said = [f"+{one.pk}" for one in self.joining] + [f"-{one.pk}" for one in self.leaving]
        return sha256("\n".join(said).encode()).hexdigest()[:16]


def field_change(study: Study, systems: Collection[System]) -> FieldChange:
    """What follows if a stored study has these systems from now on; a few queries for each."""
    active = list(System.objects.filter(entries__study=study, entries__is_active=True))
    joining = tuple(one for one in systems if one not in active)
    leaving = tuple(one for one in active if one not in systems)
    before, after = readiness_of(study), readiness_of(study, systems)
    obstacles = tuple(one for one in after.obstacles if one not in before.obstacles)
    gaps = [one for one in after.gaps if one not in before.gaps]
    said = [*_joining(study, joining), *_leaving(study, leaving), *gaps]
    return FieldChange(joining, leaving, obstacles, tuple(said))


def _joining(study: Study, joining: Collection[System]) -> Iterator[Remark]:
    known = set(study.entries.values_list("system", flat=True))
    for system in joining:
        if system.pk in known:
            votes = _votes(study, system)
            yield Remark(f"{system} comes back, with the {votes} that it had.")
        else:
            yield Remark(f"{system} joins: listeners hear it from their next matchup on.")
    if joining:
        yield Remark(
            "Once newcomers have votes, the ratings of all others are centred anew. Differences "
            "between them stay."
        )


def _leaving(study: Study, leaving: Collection[System]) -> Iterator[Remark]:
    for system in leaving:
        if Matchup.objects.filter(_of(system), study=study).exists():
            yield Remark(
                f"{system} is switched off: it is in no further matchup. Its "
                f"{_votes(study, system)} and its rows on boards stay."
            )
        else:
            yield Remark(f"{system} is taken out: nobody was asked about it yet.")


def _votes(study: Study, system: System) -> str:
    number = Vote.objects.filter(_of(system), study=study).count()
    return f"{number} vote{'' if number == 1 else 's'}"


def _of(system: System) -> Q:
    return Q(left_system=system) | Q(right_system=system)
