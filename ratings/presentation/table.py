"""The rows of the table of standings."""

from collections.abc import Sequence
from dataclasses import dataclass

from ratings.presentation.axis import Axis, Whisker, whisker_of
from ratings.presentation.numbers import difference_label, points, share_label, whole
from ratings.statistics.standings import Standing

FEW_VOTES = 30
HUMAN_ANCHOR = "human anchor"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table.

    bound: “at least 1420”, of a system without a rating. starts_tier: whether a rule parts it from
    the row above, because the two are in different tiers. limit_x: where the bound is drawn.
    """

    rank_label: str
    system: str
    provider: str
    is_human: bool
    rated: bool
    reason: str
    rating: str | None
    low: str | None
    high: str | None
    bound: str | None
    votes: int
    votes_label: str
    human_share_label: str | None
    difference_label: str | None
    few: bool
    uncertain: bool
    tier: int | None
    starts_tier: bool
    whisker: Whisker | None
    limit_x: float | None


def rows_of(
    standings: Sequence[Standing],
    providers: Sequence[str],
    human: str | None,
    axis: Axis | None,
) -> list[Row]:
    """All standings, in the order given, rounded for reading."""
    above: Standing | None = None
    rows = []
    for standing, provider in zip(standings, providers, strict=True):
        starts = above is not None and (above.tier, above.state) != (standing.tier, standing.state)
        rows.append(_row(standing, provider, human, axis, starts_tier=starts))
        above = standing
    return rows


def bound_label(standing: Standing) -> str | None:
    """The one-sided bound of a system that cannot be rated: “at least 1420”."""
    if standing.at_least is not None:
        return f"at least {points(standing.at_least)}"
    if standing.at_most is not None:
        return f"at most {points(standing.at_most)}"
    return None


def _row(
    standing: Standing, provider: str, human: str | None, axis: Axis | None, *, starts_tier: bool
) -> Row:
    rating = standing.rating
    against = standing.against_anchor
    difference = against.difference if against else None
    few = standing.votes < FEW_VOTES
    return Row(
        rank_label=rank_range(standing),
        system=standing.system,
        provider=_provider(standing.system, provider, human),
        is_human=standing.system == human,
        rated=rating is not None,
        reason=standing.reason,
        rating=None if rating is None else points(rating.value),
        low=None if rating is None or rating.low is None else points(rating.low),
        high=None if rating is None or rating.high is None else points(rating.high),
        bound=bound_label(standing),
        votes=round(standing.votes),
        votes_label=whole(standing.votes),
        human_share_label=None if difference is None else share_label(difference),
        difference_label=None if difference is None else difference_label(difference),
        few=few,
        uncertain=few or rating is None or rating.low is None,
        tier=standing.tier,
        starts_tier=starts_tier,
        whisker=whisker_of(standing, axis),
        limit_x=_limit(standing, axis),
    )


def _provider(system: str, provider: str, human: str | None) -> str:
    """The provider; a human anchor that is not called so is told to be it."""
    if system != human or system.lower() == HUMAN_ANCHOR:
        return provider
    return f"{provider} – the {HUMAN_ANCHOR}" if provider else f"The {HUMAN_ANCHOR}"


def _limit(standing: Standing, axis: Axis | None) -> float | None:
    bound = standing.at_most if standing.at_least is None else standing.at_least
    return None if axis is None or bound is None else axis.place(bound)


def rank_range(standing: Standing) -> str:
    """The rank set: “2–5”, “1”; a dash where it is unknown."""
    if standing.rank_low is None or standing.rank_high is None:
        return "–"
    if standing.rank_low == standing.rank_high:
        return str(standing.rank_low)
    return f"{standing.rank_low}–{standing.rank_high}"
