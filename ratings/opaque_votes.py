"""Votes as they leave the site: ids of listeners and prompts replaced by random ones.

The random ids are given out in the order of the ids that they replace. Nothing but that order is
kept, and it is what makes a recount from the file sum the same numbers in the same order, so that
it ends in the same bytes.
"""

import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from arena.models import Exclusion, Listener, Study, Vote
from ratings.reading import DataCut

ID_BYTES = 9  # 72 random bits: unguessable, and no two alike
ROWS_AT_ONCE = 10_000


@dataclass(frozen=True, slots=True)
class Ballot:
    """One vote. number: 1, 2, … in the order in which votes came. left, right: slugs of systems.

    difficulty: low, middle or high, empty where it is not known. choice: left or right.
    excluded: the reasons for leaving the vote out, separated by spaces.
    """

    number: int
    listener: str
    prompt: str
    register: str
    difficulty: str
    gender: str
    left: str
    right: str
    choice: str
    simulated: bool
    response_seconds: float
    probability: float
    excluded: str


def ballots(study: Study, cut: DataCut) -> Iterator[Ballot]:
    """The votes up to a cut, excluded ones too, under ids that no other call gives out again."""
    votes = Vote.objects.filter(study=study, id__lte=cut.last_vote)
    listeners = _replaced(_distinct(votes, "listener"))
    prompts = _replaced(_distinct(votes, "prompt"))
    simulated = set(
        Listener.objects.filter(kind=Listener.Kind.SIMULATED, votes__in=votes)
        .values_list("pk", flat=True)
        .distinct()
    )
    strata = dict(study.version.selection.values_list("prompt", "stratum"))
    reasons = exclusion_reasons(study, cut)
    rows = votes.order_by("id").values_list(
        "id",
        "listener",
        "prompt",
        "prompt__register__slug",
        "gender",
        "left_system__slug",
        "right_system__slug",
        "choice",
        "response_seconds",
        "matchup__probability",
    )
    for number, row in enumerate(rows.iterator(chunk_size=ROWS_AT_ONCE), start=1):
        pk, listener, prompt, register, gender, left, right, choice, seconds, probability = row
        yield Ballot(
            number=number,
            listener=listeners[listener],
            prompt=prompts[prompt],
            register=register,
            difficulty=strata.get(prompt, ""),
            gender=gender,
            left=left,
            right=right,
            choice=choice,
            simulated=listener in simulated,
            response_seconds=seconds,
            probability=probability,
            excluded=" ".join(sorted(reasons.get(pk, ()))),
        )


def exclusion_reasons(study: Study, cut: DataCut) -> dict[int, list[str]]:
    """Reasons by vote id, of the exclusions up to a cut."""
    rows = Exclusion.objects.filter(
        vote__study=study,
        vote__lte=cut.last_vote,
        id__lte=cut.last_exclusion,
    )
    reasons: dict[int, list[str]] = {}
    for vote, reason in rows.order_by().values_list("vote", "reason"):
        reasons.setdefault(vote, []).append(reason)
    return reasons


def _distinct(votes: QuerySet[Vote], column: str) -> Iterable[int]:
    return votes.order_by(column).values_list(column, flat=True).distinct()


def _replaced(ids: Iterable[int]) -> dict[int, str]:
    """New random ids, ascending as those that they replace."""
    known = sorted(ids)
    fresh: set[str] = set()
    while len(fresh) < len(known):
        fresh.add(secrets.token_hex(ID_BYTES))
    return dict(zip(known, sorted(fresh), strict=True))
