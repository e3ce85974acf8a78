"""Which places are certain, and what it would take to make more of them so."""

from collections.abc import Sequence

from ratings.details import Neighbours
from ratings.presentation.findings.finding import Finding, NumberTable, Subject
from ratings.presentation.numbers import counted, percent, signed, whole
from ratings.presentation.table import rank_range
from ratings.statistics.components import State
from ratings.statistics.standings import Standing


def ranks(subject: Subject) -> Finding | None:
    """Tiers, rank ranges and the chance of being the best; None without intervals."""
    rated = _ranked(subject.standings)
    if not rated:
        return None
    tables = [(1, rated), *enumerate(map(_ranked, subject.islands), start=2)]
    level = percent(subject.level)
    return Finding(
        key="ranks",
        title="How certain the places are",
        sentence=_first_places(rated, subject),
        tables=tuple(
            _places(rows, f" on island {number}" if subject.islands else "", subject)
            for number, rows in tables
            if rows
        ),
        notes=(
            (
                f"Rank ranges hold for all rated systems {subject.together} with {level} % "
                "confidence. Systems of one tier cannot be told apart by these votes. A new tier "
                "begins with a system that is told apart from one of the tier above, so not all "
                "systems of two tiers need be."
            ),
        ),
    )


def votes_needed(subject: Subject) -> Finding | None:
    """Further votes that would separate neighbours; None without two rated systems."""
    pairs = subject.details["neighbours"]
    if not pairs:
        return None
    rows = tuple(
        (
            subject.labels[pair["better"]],
            subject.labels[pair["worse"]],
            signed(pair["difference"]),
            "–" if pair["error"] is None else f"{pair['error']:.1f}",
            _further(pair),
        )
        for pair in pairs
    )
    return Finding(
        key="needed",
        title="Votes still needed",
        sentence=_next_pair(pairs, subject),
        tables=(
            NumberTable(
                "Further votes on the whole board until neighbours are told apart",
                ("Better", "Next", "Points apart", "Error", "Further votes"),
                rows,
                words=2,
            ),
        ),
        notes=(
            (
                "This carries today’s difference and spread forward, with new votes from new "
                "listeners. The difference itself is uncertain, so it promises nothing."
            ),
        ),
    )


def _ranked(standings: Sequence[Standing]) -> list[Standing]:
    return [s for s in standings if s.rank_low is not None and s.rank_high is not None]


def _places(ranked: list[Standing], where: str, subject: Subject) -> NumberTable:
    best = "Best of all" if _covers_all(subject) else "Best of the rated"
    return NumberTable(
        f"Tier, rank range and probability of being the best{where}",
        ("System", "Tier", "Ranks", "Best of island" if where else best),
        tuple(
            (s.system, "–" if s.tier is None else str(s.tier), rank_range(s), _best(s))
            for s in ranked
        ),
    )


def _first_places(rated: list[Standing], subject: Subject) -> str:
    first = [s for s in rated if s.rank_low == 1]
    tiers = len({s.tier for s in rated if s.tier is not None})
    told = f"There are {counted(tiers, 'tier')}" if tiers > 1 else "All are in one tier"
    if len(first) == 1:
        place = "alone in first place" if _covers_all(subject) else "first of the rated systems"
        return f"{told}; {subject.spoken(first[0].system)} is {place}."
    best = "the best" if _covers_all(subject) else "the best of those rated"
    likely = max(first, key=lambda s: s.best or 0.0)
    if likely.best is None:
        return f"{told}; {len(first)} systems could be {best}."
    return (
        f"{told}; {len(first)} systems could be {best}, "
        f"{subject.spoken(likely.system)} with a probability of {_probability(likely.best)}."
    )


def _covers_all(subject: Subject) -> bool:
    """Whether no system outside of the rated ones could stand above them."""
    below = (State.RATED, State.WINLESS)
    return not subject.islands and all(s.state in below for s in subject.standings)


def _probability(share: float) -> str:
    """Whole percent; never 0 or 100 for what is only close to it."""
    if 0 < share < 0.01:
        return "< 1 %"
    if 0.99 < share < 1:
        return "> 99 %"
    return f"{percent(share)} %"


def _best(standing: Standing) -> str:
    if standing.best is None:
        return "–"
    return _probability(standing.best)


def _further(pair: Neighbours) -> str:
    if pair["votes"] is None:
        return "no end in sight"
    return "told apart" if pair["votes"] == 0 else _rough(pair["votes"])


def _next_pair(pairs: list[Neighbours], subject: Subject) -> str:
    apart = sum(1 for pair in pairs if pair["votes"] == 0)
    waiting = [(pair["votes"], pair) for pair in pairs if pair["votes"]]
    told = f"{apart} of {counted(len(pairs), 'neighbouring pair')} can be told apart"
    if not waiting:
        return f"{told}."
    votes, pair = min(waiting, key=lambda entry: entry[0])
    better, worse = (subject.spoken(subject.labels[pair[end]]) for end in ("better", "worse"))
    return f"{told}; next would be {better} and {worse}, with about {_rough(votes)} more votes."


def _rough(votes: int) -> str:
    """Two figures are more than the forecast is worth."""
    digits = len(str(votes)) - 2
    return whole(votes if digits <= 0 else round(votes, -digits))
