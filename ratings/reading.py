"""Reading votes: the only place where the database's rows become arrays."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db import connection, transaction
from django.db.models import Exists, Max, OuterRef
from numpy.typing import NDArray

from arena.models import Exclusion, Listener, Side, Study, Vote
from corpus.models import Prompt, System
from ratings.statistics.votes import Outcome, Votes


@dataclass(frozen=True, slots=True)
class DataCut:
    """The highest ids of votes and exclusions that a board has read; 0: none."""

    last_vote: int
    last_exclusion: int


@dataclass(frozen=True, slots=True, eq=False)
class BoardVotes:
    """The votes of a study up to a cut, and what slices need of them, parallel arrays."""

    votes: Votes
    register: NDArray[np.str_]
    gender: NDArray[np.str_]
    simulated: NDArray[np.bool_]
    excluded: int


def data_cut(study: Study) -> DataCut:
    """The cut below which nothing can appear any more.

    PostgreSQL hands out ids before it commits, so a lower id may become visible after a higher
    one. The lock waits for the inserts under way; ids handed out later are higher. SQLite has one
    writer, whose ids are in order.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("LOCK TABLE arena_vote, arena_exclusion IN SHARE MODE")
        votes = Vote.objects.filter(study=study).aggregate(last=Max("id"))["last"]
        exclusions = Exclusion.objects.filter(vote__study=study).aggregate(last=Max("id"))["last"]
    return DataCut(votes or 0, exclusions or 0)


def read_votes(study: Study, systems: list[System], cut: DataCut) -> BoardVotes:
    """Read the votes up to the cut, less those with an exclusion up to the cut."""
    upto = Vote.objects.filter(study=study, id__lte=cut.last_vote)
    excluded = Exclusion.objects.filter(vote=OuterRef("pk"), id__lte=cut.last_exclusion)
    counted = upto.exclude(Exists(excluded)).order_by("id")
    rows = list(
        counted.values_list(
            "left_system", "right_system", "choice", "listener", "prompt", "gender"
        ),
    )
    columns: list[tuple[Any, ...]] = list(zip(*rows, strict=True)) or [()] * 6
    left, right, choice, listener, prompt, gender = columns
    place = {system.pk: index for index, system in enumerate(systems)}
    registers = dict(
        Prompt.objects.filter(selections__version=study.version_id).values_list(
            "pk",
            "register__slug",
        ),
    )
    simulated = _simulated_listeners(study)
    return BoardVotes(
        votes=Votes(
            left=_integers(place[s] for s in left),
            right=_integers(place[s] for s in right),
            outcome=_integers(Outcome.LEFT if c == Side.LEFT else Outcome.RIGHT for c in choice),
            listener=_integers(listener),
            prompt=_integers(prompt),
        ),
        register=np.asarray([registers[p] for p in prompt], dtype=np.str_),
        gender=np.asarray(gender, dtype=np.str_),
        simulated=np.asarray([who in simulated for who in listener], dtype=np.bool_),
        excluded=upto.count() - len(rows),
    )


def _simulated_listeners(study: Study) -> set[int]:
    listeners = Listener.objects.filter(kind=Listener.Kind.SIMULATED, votes__study=study)
    return set(listeners.distinct().values_list("pk", flat=True))


def _integers(values: Any) -> NDArray[np.int64]:
    return np.fromiter(values, dtype=np.int64)
