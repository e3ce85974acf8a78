"""Bradley-Terry on the same votes: this project's statistics beside other programs."""

import argparse
import resource
from functools import partial

import choix
import numpy as np

from benchmarks import competitors
from benchmarks.competitors import Battles
from benchmarks.timing import Contest, Task, best_times, table
from ratings.simulation import Population, simulate
from ratings.statistics.analysis import analyse
from ratings.statistics.blas import single_threaded
from ratings.statistics.bootstrap import score_bootstrap
from ratings.statistics.counts import count_keys, count_votes, encode, wins
from ratings.statistics.fit import fit
from ratings.statistics.rate import rate
from ratings.statistics.votes import Votes

VOTES_PER_LISTENER = 100
SLOW_SHARE = 0.01  # of the replicates that the programs which fit each one are made to do


def main() -> None:
    """Simulate, compare, print."""
    options = _options()
    names = tuple(f"system {i:02}" for i in range(options.systems))
    population = Population(np.linspace(-1.0, 1.0, options.systems), taste=0.5)
    votes = simulate(
        population,
        votes=options.votes,
        listeners=max(2, options.votes // VOTES_PER_LISTENER),
        rng=np.random.default_rng(1),
    )
    print(f"{options.votes:,} votes, {options.systems} systems, one BLAS thread for ours\n")
    battles = Battles.of(votes, names)
    _check_agreement(votes, names, battles)
    for contest in (
        _from_keys(votes, options.systems),
        _ready_counts(votes, options.systems),
        _point_fits(votes, options.systems, battles),
        _replicates(votes, names, battles, options.replicates),
        _whole_board(votes, names),
    ):
        print(table(contest, best_times(contest)), end="\n\n")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"Peak memory, all programs and all copies of the votes: {peak:,.0f} MB")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--votes", type=int, default=1_000_000)
    parser.add_argument("--systems", type=int, default=30)
    parser.add_argument("--replicates", type=int, default=1000)
    return parser.parse_args()


def _check_agreement(votes: Votes, names: tuple[str, ...], battles: Battles) -> None:
    """A race between different answers would mean nothing."""
    ours = fit(count_votes(votes, systems=len(names))[0]).theta
    theirs = {
        "logistic regression": np.asarray(competitors.with_logistic_regression(battles)),
        "arena-rank": np.asarray(competitors.with_arena_rank(battles)),
        "arenakit": np.asarray(competitors.with_arenakit(battles).scores),
        "evalica": np.log(competitors.with_evalica(battles).scores.reindex(list(names)).to_numpy()),
    }
    for name, theta in theirs.items():
        gap = float(np.abs(theta - theta.mean() - ours).max())
        print(f"  largest difference from {name}: {gap:.1e} natural-log odds")
    print()


def _from_keys(votes: Votes, systems: int) -> Contest:
    keys = encode(votes, systems=systems).astype(np.int32)  # 900 pairs need no more
    return Contest(
        "From stored keys (32 bit), against one pass over them",
        {
            "one pass (sum)": keys.sum,
            "keys → counts": partial(count_keys, keys, systems=systems),
            "keys → counts → fit": single_threaded(
                lambda: fit(count_keys(keys, systems=systems)[0])
            ),
        },
        {},
    )


def _ready_counts(votes: Votes, systems: int) -> Contest:
    counts = count_votes(votes, systems=systems)[0]
    won = wins(counts)
    return Contest(
        "From ready counts",
        {
            "choix.ilsr_pairwise_dense": single_threaded(lambda: choix.ilsr_pairwise_dense(won)),
            "ours, with information and deviance": single_threaded(lambda: fit(counts)),
        },
        {},
    )


def _point_fits(votes: Votes, systems: int, battles: Battles) -> Contest:
    keys = encode(votes, systems=systems)
    ours: dict[str, Task] = {
        "ours, from stored keys": single_threaded(
            lambda: fit(count_keys(keys, systems=systems)[0])
        ),
        "ours, from columns": single_threaded(lambda: fit(count_votes(votes, systems=systems)[0])),
    }
    others: dict[str, Task] = {
        name: partial(task, battles) for name, task in competitors.POINT_FITS.items()
    }
    return Contest("From votes to a point fit", ours | others, {})


def _replicates(votes: Votes, names: tuple[str, ...], battles: Battles, replicates: int) -> Contest:
    ours: Task = partial(score_bootstrap, analyse(votes, systems=names), replicates=replicates)
    few = max(2, round(replicates * SLOW_SHARE))
    slow: dict[str, Task] = {
        "choix on resampled counts": partial(_choix_bootstrap, votes, len(names), few),
        "evalica (votes)": partial(competitors.evalica_bootstrap, battles, 2),
        "logistic regression (votes)": partial(competitors.logistic_bootstrap, battles, few),
        "arenakit (voters)": partial(competitors.arenakit_bootstrap, battles, few),
    }
    share = dict.fromkeys(slow, few / replicates) | {"evalica (votes)": 2 / replicates}
    return Contest(
        f"{replicates} replicates (those that fit each one: scaled up from {few}, evalica from 2)",
        {"ours (listeners)": ours} | slow,
        share,
    )


@single_threaded
def _choix_bootstrap(votes: Votes, systems: int, replicates: int) -> None:
    won = wins(count_votes(votes, systems=systems)[0])
    rng = np.random.default_rng(1)
    total = int(won.sum())
    for _ in range(replicates):
        choix.ilsr_pairwise_dense(
            rng.multinomial(total, won.ravel() / total).reshape(won.shape).astype(float)
        )


def _whole_board(votes: Votes, names: tuple[str, ...]) -> Contest:
    return Contest(
        "A whole board: checks, counts, fit, clustered intervals, rank sets",
        {"rate": partial(rate, votes, systems=names, anchor=names[0])},
        {},
    )


if __name__ == "__main__":
    main()
