"""A study with many synthetic votes, written straight into the tables."""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice, repeat
from typing import Any

import numpy as np
from django.core.management import call_command
from django.db import connection

from arena.guards import GUARDS
from arena.models import Exclusion, Listener, Study, Vote
from arena.services import open_study
from corpus.models import Corpus, Prompt, Register, Source, Stratum, System
from corpus.services import freeze_version
from corpus.triggers import drop_guards

SYSTEMS = 30
PROMPTS = 498
VOTES_PER_LISTENER = 200
EXCLUDED_SHARE = 0.01
CHUNK = 100_000
HEARD = '{"left": 3.214, "right": 3.448}'
COLUMNS = (
    "choice, gender, left_system_id, right_system_id, listener_id, matchup_id, prompt_id, study_id,"
    "created_at, response_seconds, heard"
)


def study_with(votes: int) -> Study:
    """Migrate an empty database and fill it with a study of so many votes."""
    call_command("migrate", verbosity=0)
    drop_guards(GUARDS, connection)  # votes without matchups would be refused
    study = _study()
    Listener.objects.bulk_create(
        (Listener() for _ in range(max(2, votes // VOTES_PER_LISTENER))), batch_size=1000
    )
    more_votes(study, votes)
    rng = np.random.default_rng(1)
    last = rng.choice(votes, size=int(votes * EXCLUDED_SHARE), replace=False)
    first = Vote.objects.order_by("id").values_list("id", flat=True)[0]
    Exclusion.objects.bulk_create(
        (Exclusion(vote_id=first + int(k), reason=Exclusion.Reason.CURATOR) for k in last),
        batch_size=1000,
    )
    return study


def more_votes(study: Study, votes: int) -> None:
    """Add votes of listeners with tastes of their own."""
    connection.cursor().execute("PRAGMA foreign_keys = OFF")  # there are no matchups
    rows = _rows(study, votes, first=1 + Vote.objects.count())
    holes = ", ".join(["?"] * (COLUMNS.count(",") + 1))
    connection.ensure_connection()
    raw = connection.connection
    raw.execute("BEGIN IMMEDIATE")
    while chunk := list(islice(rows, CHUNK)):
        raw.executemany(f"INSERT INTO arena_vote ({COLUMNS}) VALUES ({holes})", chunk)  # noqa: S608 - constants
    raw.execute("COMMIT")


def _rows(study: Study, votes: int, first: int) -> Iterator[tuple[Any, ...]]:
    rng = np.random.default_rng(first)
    systems = np.array(list(System.objects.order_by("pk").values_list("pk", flat=True)))
    prompts = np.array(list(Prompt.objects.order_by("pk").values_list("pk", flat=True)))
    listeners = np.array(list(Listener.objects.order_by("pk").values_list("pk", flat=True)))
    strength = np.linspace(-1, 1, len(systems))
    taste = np.random.default_rng(0).normal(0, 0.35, (len(listeners), len(systems)))
    now = datetime.now(UTC).isoformat(sep=" ")
    for start in range(0, votes, CHUNK):
        n = min(CHUNK, votes - start)
        left = rng.integers(0, len(systems), n)
        right = (left + rng.integers(1, len(systems), n)) % len(systems)
        who = rng.integers(0, len(listeners), n)
        appeal = strength[left] - strength[right] + taste[who, left] - taste[who, right]
        choice = np.where(rng.random(n) < 1 / (1 + np.exp(-appeal)), "left", "right")
        yield from zip(
            choice.tolist(),
            np.where(rng.random(n) < 0.5, "female", "male").tolist(),
            systems[left].tolist(),
            systems[right].tolist(),
            listeners[who].tolist(),
            range(first + start, first + start + n),
            rng.choice(prompts, n).tolist(),
            repeat(study.pk),
            repeat(now),
            np.round(rng.gamma(6, 2, n), 3).tolist(),
            repeat(HEARD),
            strict=False,
        )


def _study() -> Study:
    corpus = Corpus.objects.create(slug="bench", title="Bench")
    source = Source.objects.create(name="Numbers", licence="CC0")
    registers = list(Register.objects.all()[:3])
    prompts = Prompt.objects.bulk_create(
        Prompt(
            corpus=corpus,
            external_id=f"p{k:03}",
            text=f"Sentence {k}.",
            register=registers[k % len(registers)],
            source=source,
        )
        for k in range(PROMPTS)
    )
    levels = list(Stratum)
    strata = {p.external_id: levels[k // 3 % len(levels)] for k, p in enumerate(prompts)}
    version = freeze_version(corpus=corpus, prompts=prompts, strata=strata)
    systems = [
        System.objects.create(
            slug=f"system-{k:02}",
            name=f"System {k:02}",
            kind=System.Kind.HUMAN if k == 0 else System.Kind.SYNTHETIC,
        )
        for k in range(SYSTEMS)
    ]
    return open_study(slug="bench", title="Bench", version=version, systems=systems)
