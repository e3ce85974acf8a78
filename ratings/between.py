"""The votes between two boards, fitted alone: other votes than those of the earlier board."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from django.db.models import Q

from arena.models import Study, Vote
from corpus.models import System
from ratings.columns import VoteColumns, votes_between
from ratings.models import Board, VotesBetween
from ratings.reading import DataCut, read_votes
from ratings.slices import Slice
from ratings.statistics.intervals import Estimate
from ratings.statistics.rate import rate
from ratings.statistics.standings import Ratings

MOST_VOTES = 200_000  # fitted while a reader waits
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Between:
    """votes: counted ones. against_human: by system id, human left out. note: why it is empty."""

    votes: int
    against_human: dict[int, Estimate]
    degrees_of_freedom: int
    note: str


Pair = tuple[Board, Board]


def known_between(pairs: Iterable[Pair]) -> dict[tuple[int, int], Between]:
    """What is stored already of these pairs of boards, by their ids, in one query."""
    wanted = Q(pk__in=())
    for before, after in pairs:
        wanted |= Q(before=before.pk, after=after.pk)
    rows = VotesBetween.objects.filter(wanted)
    return {(row.before_id, row.after_id): _read(row) for row in rows}


def between(before: Board, after: Board) -> Between:
    """As stored, or measured now, which reads the votes."""
    known = known_between([(before, after)])
    return known.get((before.pk, after.pk)) or measured_between(before, after)


def measured_between(before: Board, after: Board) -> Between:
    """The votes after the data cut of one board up to that of a later one of the same slice."""
    cut = DataCut(after.last_vote, after.last_exclusion)
    since = before.last_vote
    given = Vote.objects.filter(id__gt=since, id__lte=after.last_vote, study=after.study)
    if given[: MOST_VOTES + 1].count() > MOST_VOTES:
        votes = max(0, after.vote_count - before.vote_count)
        return Between(votes, {}, 0, "Too many votes lie between to be fitted while you wait.")
    systems = _systems(after)
    read = read_votes(after.study, systems, cut, source=partial(_columns, since))
    chosen = Slice(after.slice_key, "", "").of(read) & read.counted
    votes = int(np.count_nonzero(chosen))
    human = next((system.slug for system in systems if system.is_human), None)
    if human is None or votes == 0:
        return Between(votes, {}, 0, "No vote came between." if human else "No human anchor.")
    labels = [system.slug for system in systems]
    ratings = rate(read.votes.where(chosen), systems=labels, anchor=human, level=LEVEL)
    ratings = _table_of(ratings, human)
    against = _against_human(ratings, systems, human)
    return Between(votes, against, (ratings.clusters or 1) - 1, _note(ratings, against))


def fields_of(measured: Between) -> dict[str, object]:
    """The columns in which it is stored."""
    return {
        "vote_count": measured.votes,
        "against_human": {
            str(key): [e.value, e.error, e.low, e.high] for key, e in measured.against_human.items()
        },
        "degrees_of_freedom": measured.degrees_of_freedom,
        "note": measured.note,
    }


def _read(row: VotesBetween) -> Between:
    against = {int(key): Estimate(*numbers) for key, numbers in row.against_human.items()}
    return Between(row.vote_count, against, row.degrees_of_freedom, row.note)


def _systems(board: Board) -> list[System]:
    systems = System.objects.filter(pk__in=board.standings.values("system"))
    return sorted(systems, key=lambda system: system.slug)


def _table_of(ratings: Ratings, system: str) -> Ratings:
    """The island on which a system is rated, else the first table."""
    tables = (island.ratings for island in ratings.islands)
    return next((t for t in tables if any(row.system == system for row in t.rated)), ratings)


def _columns(after: int, study: Study, last_vote: int) -> VoteColumns:
    return VoteColumns.joined(votes_between(study, after, last_vote))


def _against_human(ratings: Ratings, systems: Sequence[System], human: str) -> dict[int, Estimate]:
    return {
        systems[row.index].pk: row.against_anchor.difference
        for row in ratings.standings
        if row.system != human and row.against_anchor and row.against_anchor.difference
    }


def _note(ratings: Ratings, against: dict[int, Estimate]) -> str:
    if not against:
        return "The votes between are too few to be fitted alone."
    if ratings.clusters is None:
        return "(Nearly) all votes between are of one listener: nothing says how listeners differ."
    return ""
