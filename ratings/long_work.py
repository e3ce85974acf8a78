"""Long work of this app that curators start and watch: one function per kind."""

import time

from corpus.jobs import JobRun, Report, job
from ratings.models import VotePlan
from ratings.plan_values import PlanValues
from ratings.planning import (
    Plan,
    Point,
    Tally,
    answer_of,
    answer_sentence,
    further_run,
    next_votes,
    no_run,
    point_of,
)

PLAN_VOTES_KIND = "plan-votes"
STORE_EVERY_SECONDS = 0.5


@job(PLAN_VOTES_KIND)
def plan_votes(run: JobRun) -> Report:
    """Simulate until the answer is known, from wherever an earlier turn ended."""
    vote_plan = VotePlan.objects.get(job=run.job)
    question = values_of(run.parameters).plan()
    tallies = tallies_of(vote_plan)
    while (tally := _next(question, tallies)) is not None:
        if not tally.runs:
            tallies.append(tally)
        run.stage(f"{tally.votes:,} votes: {tally.runs} of {question.runs} listenings simulated")
        tallies[-1], made = _batch(question, tally)
        store_tallies(vote_plan, tallies)
        run.advance(made)
    answer = answer_of(question, points_of(question, tallies))
    return Report(answer_sentence(answer, question))


def values_of(parameters: dict[str, object]) -> PlanValues:
    """What was asked, from the parameters of a job."""
    asked = {key: value for key, value in parameters.items() if key != "names"}
    return PlanValues(**{**asked, "gaps": tuple(asked["gaps"])})  # type: ignore[arg-type]


def tallies_of(vote_plan: VotePlan) -> list[Tally]:
    """What has been simulated, in the order in which it was tried."""
    return [Tally(votes, runs, tuple(hits)) for votes, runs, hits in vote_plan.tallies]


def points_of(question: Plan, tallies: list[Tally]) -> list[Point]:
    """The numbers of votes that have all their runs."""
    return [point_of(question, tally) for tally in tallies if tally.runs >= question.runs]


def store_tallies(vote_plan: VotePlan, tallies: list[Tally]) -> None:
    """Keep what has been simulated."""
    vote_plan.tallies = [[tally.votes, tally.runs, list(tally.hits)] for tally in tallies]
    vote_plan.save(update_fields=["tallies"])


def _next(question: Plan, tallies: list[Tally]) -> Tally | None:
    """The tally to go on with; a new one when the last is full, None when the search is over."""
    if tallies and tallies[-1].runs < question.runs:
        return tallies[-1]
    votes = next_votes(question, points_of(question, tallies))
    return None if votes is None else no_run(question, votes)


def _batch(question: Plan, tally: Tally) -> tuple[Tally, int]:
    """Further runs for about as long as a reader waits for news, and how many they were."""
    begun, before = time.monotonic(), tally.runs
    tally = further_run(question, tally)
    while tally.runs < question.runs and time.monotonic() - begun < STORE_EVERY_SECONDS:
        tally = further_run(question, tally)
    return tally, tally.runs - before
