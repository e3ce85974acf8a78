"""A plan as its page shows it: what was asked, and what was found so far. No markup."""

from dataclasses import dataclass
from itertools import pairwise

from ratings.long_work import points_of, tallies_of, values_of
from ratings.models import VotePlan
from ratings.planning import Plan, Point, answer_of
from ratings.presentation.numbers import points, reached, whole


@dataclass(frozen=True, slots=True)
class PointRow:
    """One number of votes. pairs: power in percent of each pair of neighbours, best pair first."""

    votes: str
    listeners: str
    power: str
    pairs: tuple[str, ...]
    suffices: bool
    is_answer: bool


@dataclass(frozen=True, slots=True)
class PlanPage:
    """asked: pairs of a word and a value. rows: by number of votes. pairs: names of neighbours."""

    asked: tuple[tuple[str, str], ...]
    pairs: tuple[str, ...]
    rows: tuple[PointRow, ...]


def plan_page(vote_plan: VotePlan) -> PlanPage:
    """What the page of a plan shows."""
    parameters = vote_plan.job.parameters
    values = values_of(parameters)
    question = values.plan()
    tried = points_of(question, tallies_of(vote_plan))
    enough = answer_of(question, tried).enough if not vote_plan.job.is_open else None
    asked = (
        ("Expected gaps", f"{', '.join(points(gap) for gap in values.gaps)} Elo points"),
        ("Listeners differ by", f"{points(values.taste)} Elo points"),
        ("Votes per listener", whole(values.votes_per_listener)),
        ("Power", f"{100 * values.power:g} % for each pair of neighbours"),
        ("Simulated listenings", f"{whole(values.runs)} per number of votes"),
        ("Level of rank ranges", f"{100 * values.level:g} %"),
        ("Give up at", f"{whole(values.most)} votes"),
        ("Seed", str(values.seed)),
    )
    rows = tuple(_row(point, question, enough) for point in sorted(tried, key=lambda p: p.votes))
    return PlanPage(asked, _pair_names(parameters["names"], len(values.gaps)), rows)


def form_values(vote_plan: VotePlan) -> dict[str, object]:
    """What the form holds to ask the same again."""
    parameters = dict(vote_plan.job.parameters)
    names, gaps = parameters.pop("names"), parameters.pop("gaps")
    if not names:
        return {**parameters, "gaps": " ".join(f"{gap:g}" for gap in gaps)}
    lines, rating = [], 1000 + sum(gaps) / 2
    for name, gap in zip(names, [*gaps, 0.0], strict=True):
        lines.append(f"{name}, {rating:g}")
        rating -= gap
    return {**parameters, "ratings": "\n".join(lines)}


def _row(point: Point, question: Plan, enough: Point | None) -> PointRow:
    return PointRow(
        votes=whole(point.votes),
        listeners=whole(point.listeners),
        power=reached(point.power),
        pairs=tuple(reached(share) for share in point.pairs),
        suffices=point.power >= question.power,
        is_answer=point == enough,
    )


def _pair_names(names: list[str], pairs: int) -> tuple[str, ...]:
    named = names or [str(k) for k in range(1, pairs + 2)]
    return tuple(f"{better} – {worse}" for better, worse in pairwise(named))
