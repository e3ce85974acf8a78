"""Filling a study with votes of simulated listeners, marked as such."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
from django.db import transaction
from django.utils import timezone

from arena import pairing, pairs
from arena.models import Listener, Matchup, Side, Study, Vote
from arena.pools import pool_of
from arena.services.listening import NoMatchupLeft, copied_fields, matchup_of, renditions_of
from arena.simulation import SimulatedListener, draw_listener, draw_strengths
from corpus.models import System

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Simulation:
    """What was simulated: votes, and the true strengths (natural-log odds) by system."""

    votes: int
    strengths: dict[System, float]


def simulate_votes(
    *,
    study: Study,
    listeners: int,
    votes: int,
    seed: int,
    progress: Progress = lambda done: None,
) -> Simulation:
    """Add ``votes`` votes of ``listeners`` simulated listeners; the same seed gives the same ones.

    Each listener's votes are a transaction of their own: people who vote meanwhile wait for one
    such batch at most, and what was added before an interruption stays.

    Raises:
        NoMatchupLeft: the study has no pair of ready clips.
    """
    rng = np.random.default_rng(seed)
    systems = list(System.objects.filter(entries__study=study).order_by("slug"))
    keys = [system.pk for system in systems]
    human = next((system.pk for system in systems if system.is_human), None)
    strengths = draw_strengths(keys, rng, human)
    done = 0
    for share in np.array_split(np.arange(votes), listeners):
        done += _votes_of_one(study, draw_listener(keys, rng), strengths, len(share), rng)
        progress(done)
    return Simulation(done, {system: strengths[system.pk] for system in systems})


@transaction.atomic
def _votes_of_one(
    study: Study,
    who: SimulatedListener,
    strengths: dict[int, float],
    votes: int,
    rng: np.random.Generator,
) -> int:
    listener = Listener.objects.create(kind=Listener.Kind.SIMULATED)
    matchups = _matchups(study, listener, votes, rng)
    Matchup.objects.bulk_create(matchups)
    ballots = [_ballot(matchup, who, strengths, rng) for matchup in matchups]
    Vote.objects.bulk_create(ballots)
    return len(ballots)


def _matchups(
    study: Study,
    listener: Listener,
    count: int,
    rng: np.random.Generator,
) -> list[Matchup]:
    pool = pool_of(study)
    seen: list[pairs.PromptAndPair] = []
    draws = []
    for _ in range(count):
        drawn = pairing.draw(pool, rng, seen)
        if drawn is None:
            raise NoMatchupLeft
        seen.append(pairs.prompt_and_pair(drawn.prompt, drawn.left.system, drawn.right.system))
        draws.append((drawn, _issued_at(rng)))
    renditions = renditions_of(drawn for drawn, _ in draws)
    return [
        matchup_of(drawn, renditions, study, listener, Matchup.Purpose.SCORED, issued_at)
        for drawn, issued_at in draws
    ]


def _issued_at(rng: np.random.Generator) -> datetime:
    """So long ago as listeners take for an answer: about twelve seconds."""
    return timezone.now() - timedelta(seconds=float(rng.gamma(6, 2)))


def _ballot(
    matchup: Matchup,
    who: SimulatedListener,
    strengths: dict[int, float],
    rng: np.random.Generator,
) -> Vote:
    chance = who.left_chance(strengths, matchup.left_system_id, matchup.right_system_id)
    now = timezone.now()
    return Vote(
        matchup=matchup,
        choice=Side.LEFT if rng.random() < chance else Side.RIGHT,
        created_at=now,
        response_seconds=(now - matchup.issued_at).total_seconds(),
        **copied_fields(matchup),
    )
