"""A study whose systems fall into islands: votes between the groups are left out."""

from collections.abc import Sequence

from django.db.models import Q

from arena.models import Study, Vote
from arena.services import exclude_votes
from arena.services.simulation import simulate_votes
from tests.large_studies import make_large_study

HUMAN = "human-anchor"


def divide(study: Study, *groups: Sequence[str]) -> None:
    """Leave out every vote between two groups of systems, given by slug."""
    together = Q()
    for group in groups:
        together |= Q(left_system__slug__in=group, right_system__slug__in=group)
    exclude_votes(votes=Vote.objects.filter(study=study).exclude(together), detail="divided")


def make_unbeaten(study: Study, slug: str) -> None:
    """Leave out every vote that a system lost."""
    lost_left = Q(left_system__slug=slug, choice="right")
    lost_right = Q(right_system__slug=slug, choice="left")
    lost = Vote.objects.filter(lost_left | lost_right, study=study, exclusions__isnull=True)
    exclude_votes(votes=Vote.objects.filter(pk__in=lost), detail="unbeaten")


def make_divided_study(*, votes: int = 900) -> Study:
    """Eight systems: five with the human reader among them, and three apart, one of them unbeaten.

    Island 1: system-0 to system-3 and the human reader. Island 2: system-4 and system-5, and
    system-6, which beat both of them and lost to nobody.
    """
    study = make_large_study("divided", systems=8, prompts=3)
    simulate_votes(study=study, listeners=20, votes=votes, seed=3)
    divide(study, [HUMAN, *(f"system-{k}" for k in range(4))], [f"system-{k}" for k in (4, 5, 6)])
    make_unbeaten(study, "system-6")
    return study
