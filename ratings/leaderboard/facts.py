"""What holds for all rows of a leaderboard: votes, method, fit."""

from collections.abc import Mapping

from ratings.leaderboard.numbers import whole
from ratings.statistics.intervals import Estimate
from ratings.statistics.standings import Ratings

Facts = Mapping[str, object]


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
