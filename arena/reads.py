"""What a listener is told about the own votes."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count

from arena.models import Listener, Side, Study, Vote
from corpus.models import System

ClipPair = tuple[int, str, int, int]
"""Prompt, gender, and the two systems in ascending order."""


@dataclass(frozen=True, slots=True)
class Progress:
    """``done`` votes of a sitting ``of`` so many."""

    done: int
    of: int


@dataclass(frozen=True, slots=True)
class Sitting:
    """A sitting in numbers, without naming a system.

    ``compared``: votes on two clips that other people judged too; ``agreed``: those in which the
    majority chose the same clip. ``human_heard``: votes with the human anchor on one side.
    """

    progress: Progress
    votes: int
    compared: int
    agreed: int
    human_heard: int
    human_picked: int


def vote_count(study: Study, listener: Listener) -> int:
    """Scored votes of the listener in the study."""
    return Vote.objects.scored().filter(study=study, listener=listener).count()


def progress_before_vote(study: Study, listener: Listener) -> Progress:
    """Progress while a matchup is open: a full sitting has become a new one."""
    per_sitting = study.votes_per_sitting
    return Progress(vote_count(study, listener) % per_sitting, per_sitting)


def progress_after_vote(study: Study, listener: Listener) -> Progress:
    """Progress right after a vote: the last vote of a sitting completes it."""
    votes, per_sitting = vote_count(study, listener), study.votes_per_sitting
    return Progress((votes - 1) % per_sitting + 1 if votes else 0, per_sitting)


def latest_sitting(study: Study, listener: Listener) -> Sitting:
    """The sitting that the listener's last vote belongs to."""
    progress = progress_after_vote(study, listener)
    votes = list(
        Vote.objects.scored()
        .filter(study=study, listener=listener)
        .order_by("-id")[: progress.done],
    )
    compared, agreed = _with_the_crowd(study, listener, votes)
    heard, picked = _with_the_human(votes)
    return Sitting(progress, len(votes), compared, agreed, heard, picked)


def no_sitting(study: Study) -> Sitting:
    """The sitting of someone who has not voted."""
    return Sitting(Progress(0, study.votes_per_sitting), 0, 0, 0, 0, 0)


def _with_the_crowd(study: Study, listener: Listener, votes: list[Vote]) -> tuple[int, int]:
    others = (
        Vote.objects.counted()
        .filter(study=study, prompt__in={v.prompt_id for v in votes}, listener__kind="person")
        .exclude(listener=listener)
        .order_by()
        .values_list("prompt_id", "gender", "left_system_id", "right_system_id", "choice")
        .annotate(Count("id"))
    )
    # Majority of everyone else, per two clips: above zero for the system of lower id.
    lead: Counter[ClipPair] = Counter()
    for prompt, gender, left, right, choice, count in others:
        pair, sign = _pair_and_sign(prompt, gender, left, right, choice)
        lead[pair] += sign * count
    own = [
        _pair_and_sign(v.prompt_id, v.gender, v.left_system_id, v.right_system_id, v.choice)
        for v in votes
    ]
    decided = [(pair, sign) for pair, sign in own if lead[pair] != 0]
    return len(decided), sum(lead[pair] * sign > 0 for pair, sign in decided)


def _pair_and_sign(
    prompt: int,
    gender: str,
    left: int,
    right: int,
    choice: str,
) -> tuple[ClipPair, int]:
    winner = left if choice == Side.LEFT else right
    low, high = min(left, right), max(left, right)
    return (prompt, gender, low, high), 1 if winner == low else -1


def _with_the_human(votes: list[Vote]) -> tuple[int, int]:
    human = System.objects.filter(kind=System.Kind.HUMAN).values_list("id", flat=True).first()
    heard = [v for v in votes if human in {v.left_system_id, v.right_system_id}]
    picked = [v for v in heard if (v.left_system_id == human) == (v.choice == Side.LEFT)]
    return len(heard), len(picked)
