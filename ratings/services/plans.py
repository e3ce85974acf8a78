"""Starting plans of listenings."""

from collections.abc import Sequence
from dataclasses import asdict

from django.contrib.auth.models import User
from django.db import transaction

from corpus.roles import PLAN_VOTES
from corpus.services.jobs import start_job
from ratings.long_work import PLAN_VOTES_KIND
from ratings.models import VotePlan
from ratings.plan_values import PlanValues, seconds_at_most
from ratings.planning import PlanError

MOST_MINUTES = 30  # of one core: a worker has other work as well


@transaction.atomic
def start_plan(
    *, values: PlanValues, names: Sequence[str] = (), by: User | None = None
) -> VotePlan:
    """Begin a search. names: of the systems, best first; without them they are numbered.

    Raises PlanError for a question without sense, and for one that could take too long.
    """
    require_bounded(values)
    systems = len(values.gaps) + 1
    job = start_job(
        kind=PLAN_VOTES_KIND,
        title=f"Plan of votes for {systems} systems",
        permission=PLAN_VOTES,
        by=by,
        parameters={**asdict(values), "names": list(names)},
    )
    return VotePlan.objects.create(job=job)


def require_bounded(values: PlanValues) -> None:
    """Raise PlanError for a search that could keep a worker for too long, or has no sense."""
    minutes = seconds_at_most(values.plan()) / 60
    if minutes > MOST_MINUTES:
        runs = int(values.runs * MOST_MINUTES / minutes)
        fewer = f"at most {runs} simulated listenings, " if runs >= 10 else ""
        raise PlanError(
            f"This search could take about {minutes:,.0f} minutes, more than the {MOST_MINUTES} "
            f"that one may take here. Ask for {fewer}fewer systems or fewer votes to try, or run "
            "“manage.py plan_votes”, which has no limit."
        )
