"""Would other defensible choices have changed the board? The same votes, rated several ways."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from ratings.statistics.caps import cap_per_listener
from ratings.statistics.model import FitError
from ratings.statistics.rate import rate
from ratings.statistics.standings import Method, Ratings
from ratings.statistics.votes import Outcome, Ties, Votes


@dataclass(frozen=True, slots=True)
class Alternative:
    """One other way to rate the same systems, compared with the board's own.

    ratings: None when this way has no answer; `refusal` then says why.
    largest_shift: of a rating, Elo points, on the systems rated both ways; `system` is the one.
    moved: systems whose position among those differs.
    """

    label: str
    ratings: Ratings | None = None
    refusal: str = ""
    largest_shift: float | None = None
    system: str | None = None
    moved: tuple[str, ...] = ()


def sensitivity(
    votes: Votes,
    *,
    systems: Sequence[str],
    method: Method,
    cap: float = 0.05,
    others: Mapping[str, Votes] | None = None,
    base: Ratings | None = None,
) -> tuple[Alternative, ...]:
    """Rate again with each choice changed on its own, and compare.

    method: of the board. cap: share of a pair's votes that one listener may have at most.
    others: further vote sets by label, such as the votes with the excluded ones put back.
    base: the board's own ratings, where they are at hand.
    """
    base = base or _rated(votes, systems, method)
    ways: dict[str, Callable[[], Ratings]] = {}
    if (votes.outcome == Outcome.TIE).any():
        for ties in set(Ties) - {method.ties}:
            ways[f"ties: {ties}"] = _way(votes, systems, replace(method, ties=ties))
    if votes.sided:
        label = "without order effect" if method.order_effect else "with order effect"
        changed = replace(method, order_effect=not method.order_effect)
        ways[label] = _way(votes, systems, changed)
    if votes.listener is not None:
        capped = replace(votes, weight=cap_per_listener(votes, share=cap))
        ways[cap_label(cap)] = _way(capped, systems, method)
    for label, other in (others or {}).items():
        ways[label] = _way(other, systems, method)
    return compared(base, ways)


def compared(base: Ratings, ways: Mapping[str, Callable[[], Ratings]]) -> tuple[Alternative, ...]:
    """Ratings made in other ways, by label, set against those of a board."""
    return tuple(_alternative(label, base, ways[label]) for label in sorted(ways))


def cap_label(cap: float) -> str:
    """What the cap per listener does; where a pair has too few of them it cannot hold."""
    return f"listeners capped at {cap:.0%} of a pair, or to equal weight where too few"


def _way(votes: Votes, systems: Sequence[str], method: Method) -> Callable[[], Ratings]:
    return lambda: _rated(votes, systems, method)


def _rated(votes: Votes, systems: Sequence[str], method: Method) -> Ratings:
    return rate(
        votes,
        systems=systems,
        anchor=method.anchor,
        ties=method.ties,
        order_effect=method.order_effect,
        level=method.level,
        seed=method.seed,
        clustering=method.clustering,
    )


def _alternative(label: str, base: Ratings, way: Callable[[], Ratings]) -> Alternative:
    try:
        ratings = way()
    except FitError as error:
        return Alternative(label, refusal=str(error))
    before, after = _values(base), _values(ratings)
    common = [system for system in before if system in after]
    if not common:
        return Alternative(label, ratings, refusal="No system is rated both ways.")
    shifts = {system: after[system] - before[system] for system in common}
    most = max(common, key=lambda system: (abs(shifts[system]), system))
    order = [system for system in after if system in before]
    moved = tuple(a for a, b in zip(common, order, strict=True) if a != b)
    return Alternative(label, ratings, "", shifts[most], most, moved)


def _values(ratings: Ratings) -> dict[str, float]:
    """Ratings by system, best first."""
    return {row.system: row.rating.value for row in ratings.rated if row.rating is not None}
