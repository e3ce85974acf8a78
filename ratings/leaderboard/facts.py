"""What holds for all rows of a leaderboard: votes, method, fit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ratings.leaderboard.numbers import whole
from ratings.statistics.components import State
from ratings.statistics.intervals import Estimate
from ratings.statistics.standings import Island, Ratings, Standing

Facts = Mapping[str, object]
SAME_AS_FIRST = ("order_effect", "nu", "deviance", "degrees_of_freedom", "notes")


@dataclass(frozen=True, slots=True)
class IslandTable:
    """The table of one island: its rows, best first, and what holds for it alone."""

    standings: Sequence[Standing]
    facts: Facts


def island_tables(ratings: Ratings) -> list[IslandTable]:
    """A table for each island of a rating, largest first."""
    return [
        IslandTable(island.ratings.standings, island_facts(island)) for island in ratings.islands
    ]


def island_facts(island: Island) -> dict[str, object]:
    """What differs from island to island, as plain values for any format."""
    facts = facts_of(island.ratings)
    return {
        "reason": island.reason,
        "votes": facts["votes"],
        "listeners": facts["listeners"],
        "width": island.ratings.width,
        "clusters": island.ratings.clusters,
        "effective_clusters": island.ratings.effective,
        "rank_critical_value": island.ratings.critical_value,
        **{name: facts[name] for name in SAME_AS_FIRST},
    }


def first_table(standings: Sequence[Standing], islands: Sequence[IslandTable]) -> list[Standing]:
    """The rows that stand on no island: the rated component, and who has no table at all."""
    elsewhere = {row.system for island in islands for row in island.standings}
    return [row for row in standings if row.system not in elsewhere]


def island_number(row: Standing, island: int) -> int | None:
    """The number of the table in which a row is measured, 1 is the first; None if in none."""
    apart = island == 1 and row.state in (State.NO_VOTES, State.ISLAND)
    return None if apart else island


def facts_of(ratings: Ratings) -> dict[str, object]:
    """Facts of a rating, as plain values for any format."""
    method = ratings.method
    return {
        "votes": whole(ratings.votes),
        "listeners": ratings.listeners,
        "method": {
            "model": "Bradley-Terry, maximum likelihood",
            "scale": "Elo, mean 1000",
            "ties": method.ties.value,
            "order_effect": method.order_effect,
            "anchor": method.anchor,
            "independent": method.clustering.value,
            "level": method.level,
            "width": ratings.width,
            "clusters": ratings.clusters,
            "effective_clusters": ratings.effective,
            "rank_critical_value": ratings.critical_value,
            "seed": method.seed,
        },
        "order_effect": _plain(ratings.order_effect),
        "nu": ratings.nu,
        "deviance": ratings.deviance,
        "degrees_of_freedom": ratings.degrees_of_freedom,
        "notes": list(ratings.notes),
    }


def _plain(estimate: Estimate | None) -> dict[str, float | None] | None:
    if estimate is None:
        return None
    return {
        "value": estimate.value,
        "error": estimate.error,
        "low": estimate.low,
        "high": estimate.high,
    }
