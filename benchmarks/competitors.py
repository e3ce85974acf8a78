"""Other Bradley-Terry programs, each called as its documentation shows."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import arenakit
import evalica
import numpy as np
import pandas as pd
from arena_rank.models.bradley_terry import BradleyTerry
from arena_rank.utils.data_utils import PairDataset
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from ratings.statistics.votes import Outcome, Votes


@dataclass(frozen=True, slots=True, eq=False)
class Battles:
    """The same votes in the shapes that the others take; made before any clock starts."""

    names: tuple[str, ...]
    frame: pd.DataFrame
    lefts: list[str]
    rights: list[str]
    winners: list[Any]
    arena: Any

    @classmethod
    def of(cls, votes: Votes, names: tuple[str, ...]) -> "Battles":
        """From votes without ties."""
        lefts = [names[i] for i in votes.left]
        rights = [names[i] for i in votes.right]
        left_won = votes.outcome == Outcome.LEFT
        frame = pd.DataFrame(
            {
                "model_a": lefts,
                "model_b": rights,
                "winner": np.where(left_won, "model_a", "model_b"),
            }
        )
        winners = [evalica.Winner.X if won else evalica.Winner.Y for won in left_won]
        battles = [
            arenakit.Battle(
                model_a=left, model_b=right, winner="a" if won else "b", voter_id=str(listener)
            )
            for left, right, won, listener in zip(
                lefts, rights, left_won, _listeners(votes), strict=True
            )
        ]
        return cls(names, frame, lefts, rights, winners, arenakit.Arena(battles, list(names)))


def _listeners(votes: Votes) -> NDArray[np.int64]:
    return np.zeros(len(votes), dtype=np.int64) if votes.listener is None else votes.listener


def with_evalica(battles: Battles) -> Any:
    """Rust core through Python lists."""
    return evalica.bradley_terry(battles.lefts, battles.rights, battles.winners)


def evalica_bootstrap(battles: Battles, replicates: int) -> object:
    """Resamples votes and fits each time."""
    return evalica.bootstrap(
        evalica.bradley_terry,
        battles.lefts,
        battles.rights,
        battles.winners,
        n_resamples=replicates,
        bootstrap_method="percentile",
        random_state=1,
    )


def with_logistic_regression(battles: Battles) -> object:
    """Wins pivoted into pairs, then a weighted logistic regression, as FastChat rates."""
    return _regression(*_pairs(battles))


def logistic_bootstrap(battles: Battles, replicates: int) -> object:
    """Multinomial resampling of the pivoted pairs, and a regression for each replicate."""
    design, won, weight = _pairs(battles)
    rng = np.random.default_rng(1)
    total = int(weight.sum())
    return [
        _regression(design, won, rng.multinomial(total, weight / total)) for _ in range(replicates)
    ]


def _pairs(
    battles: Battles,
) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.float64]]:
    counts = battles.frame.groupby(["model_a", "model_b", "winner"], sort=True).size()
    left, right, winner = (counts.index.get_level_values(level) for level in range(3))
    position = pd.Index(battles.names)
    design = np.zeros((len(counts), len(battles.names)))
    rows = np.arange(len(counts))
    design[rows, position.get_indexer(left)] = 1.0
    design[rows, position.get_indexer(right)] = -1.0
    return design, np.asarray(winner == "model_a", dtype=np.int64), counts.to_numpy(dtype=float)


def _regression(
    design: NDArray[np.float64], won: NDArray[np.int64], weight: NDArray[Any]
) -> NDArray[np.float64]:
    model = LogisticRegression(fit_intercept=False, C=np.inf, tol=1e-6)
    model.fit(design, won, sample_weight=weight)
    coefficients: NDArray[np.float64] = model.coef_[0]
    return coefficients


def with_arena_rank(battles: Battles) -> object:
    """From data frame to ratings."""
    return _arena_rank(battles).params["ratings"].block_until_ready()


def arena_rank_bootstrap(battles: Battles, replicates: int) -> object:
    """Its own bootstrap, which resamples counts and fits in several processes."""
    dataset = PairDataset.from_pandas(battles.frame)
    model = BradleyTerry(n_competitors=len(battles.names))
    return model.compute_ratings_and_cis(
        dataset, ci_method="bootstrap", num_bootstrap=replicates, n_jobs=2
    )


def _arena_rank(battles: Battles) -> Any:
    dataset = PairDataset.from_pandas(battles.frame)
    model = BradleyTerry(n_competitors=len(battles.names))
    model.fit(dataset)
    return model


def with_arenakit(battles: Battles) -> Any:
    """Counts from its arrays, then minorisation-maximisation; no prior, so the same estimate."""
    return arenakit.fit_bt(battles.arena.counts(), prior=0.0)


def arenakit_bootstrap(battles: Battles, replicates: int) -> object:
    """Resamples whole voters and fits each time."""
    return arenakit.bootstrap(battles.arena, n_resamples=replicates, cluster="voter")


POINT_FITS: dict[str, Callable[[Battles], object]] = {
    "evalica": with_evalica,
    "logistic regression": with_logistic_regression,
    "arena-rank, warm": with_arena_rank,
    "arenakit": with_arenakit,
}
