"""The main job: a matchup goes out, a vote comes back."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import numpy as np
from django.db import IntegrityError, transaction
from django.utils import timezone

from arena import pairing, pairs
from arena.models import ClipReport, Exclusion, Listener, Matchup, Side, Study, Vote
from arena.pools import pool_of
from corpus.models import Clip

MAX_PENDING = 2  # the one that is judged and the one that loads meanwhile


class VotingError(Exception):
    """A request of a listener that cannot be met; each kind has its own answer."""


class StudyNotOpen(VotingError):  # noqa: N818 - the names say what is wrong
    """The study takes no votes now."""


class NoMatchupLeft(VotingError):  # noqa: N818
    """No two systems of the study share a ready clip."""


class TooManyPending(VotingError):  # noqa: N818
    """The listener holds as many open matchups as one may."""


class MatchupExpired(VotingError):  # noqa: N818
    """The matchup's time is over."""


class MatchupClosed(VotingError):  # noqa: N818
    """The matchup was skipped after a report."""


class MatchupWithdrawn(VotingError):  # noqa: N818
    """One of the clips has another rendition by now than the listener was to hear."""


class AlreadyVoted(VotingError):  # noqa: N818
    """The matchup has its vote."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """An answer as it came in: the choice, and what the page says was heard."""

    choice: Side
    heard: dict[str, Any]


def issue_matchup(
    *,
    study: Study,
    listener: Listener,
    holding: Collection[str] = (),
    practice: bool = False,
    rng: np.random.Generator | None = None,
) -> Matchup:
    """The listener's oldest open matchup that is not in ``holding``, or a newly drawn one.

    A page that is loaded again, or a second tab, thus shows what the first one showed.

    Raises:
        StudyNotOpen, NoMatchupLeft, TooManyPending
    """
    _check_open(study)
    purpose = Matchup.Purpose.PRACTICE if practice else Matchup.Purpose.SCORED
    matchup = _open_matchup(study, listener, purpose, holding)
    if matchup is not None:
        return matchup
    with transaction.atomic():
        # Simultaneous requests of one listener queue, so that each sees what the others got.
        Listener.objects.select_for_update(no_key=True).get(pk=listener.pk)
        return _open_matchup(study, listener, purpose, holding) or _draw_matchup(
            study, listener, purpose, rng or np.random.default_rng()
        )


def _open_matchup(
    study: Study,
    listener: Listener,
    purpose: Matchup.Purpose,
    holding: Collection[str],
) -> Matchup | None:
    of_listener = Matchup.objects.filter(study=study, listener=listener, purpose=purpose)
    pending = list(of_listener.pending().order_by("id")[:MAX_PENDING])
    for matchup in pending:
        if matchup.token not in holding:
            return matchup
    if len(pending) >= MAX_PENDING:
        raise TooManyPending
    return None


def _draw_matchup(
    study: Study,
    listener: Listener,
    purpose: Matchup.Purpose,
    rng: np.random.Generator,
) -> Matchup:
    issued = Matchup.objects.filter(study=study, listener=listener)
    rows = issued.values_list("prompt_id", "left_system_id", "right_system_id")
    seen = [pairs.prompt_and_pair(*row) for row in rows]
    drawn = pairing.draw(pool_of(study), rng, seen)
    if drawn is None:
        raise NoMatchupLeft
    matchup = matchup_of(drawn, renditions_of([drawn]), study, listener, purpose, timezone.now())
    matchup.save(force_insert=True)
    return matchup


def renditions_of(draws: Iterable[pairing.Draw]) -> dict[int, str]:
    """Digests of the renditions that are heard in these draws, by clip."""
    clips = {side.clip for drawn in draws for side in (drawn.left, drawn.right)}
    return dict(Clip.objects.filter(pk__in=clips).values_list("pk", "rendition_digest"))


def matchup_of(
    drawn: pairing.Draw,
    renditions: Mapping[int, str],
    study: Study,
    listener: Listener,
    purpose: Matchup.Purpose,
    now: datetime,
) -> Matchup:
    """The matchup of a draw, not yet stored."""
    return Matchup(
        study=study,
        listener=listener,
        purpose=purpose,
        prompt_id=drawn.prompt,
        gender=drawn.gender,
        left_clip_id=drawn.left.clip,
        right_clip_id=drawn.right.clip,
        left_rendition=renditions[drawn.left.clip],
        right_rendition=renditions[drawn.right.clip],
        left_system_id=drawn.left.system,
        right_system_id=drawn.right.system,
        probability=drawn.probability,
        issued_at=now,
        expires_at=now + timedelta(minutes=study.matchup_minutes),
    )


def record_vote(*, matchup: Matchup, ballot: Ballot) -> Vote:
    """Store the answer to a matchup: one insert under the matchup's lock.

    The database decides between simultaneous answers, between an answer and a report, and between
    an answer and another rendition of what was heard.

    Raises:
        AlreadyVoted, MatchupExpired, MatchupClosed, MatchupWithdrawn, StudyNotOpen
    """
    if hasattr(matchup, "vote"):
        raise AlreadyVoted
    if matchup.closed_at is not None:
        raise MatchupClosed
    now = timezone.now()
    if now >= matchup.expires_at:
        raise MatchupExpired
    _check_open(matchup.study)
    try:
        with transaction.atomic():
            # A report under way ends first; its closed matchup then refuses the insert.
            Matchup.objects.select_for_update(no_key=True).get(pk=matchup.pk)
            vote = Vote.objects.create(
                matchup=matchup,
                choice=ballot.choice,
                heard=ballot.heard,
                created_at=now,
                response_seconds=(now - matchup.issued_at).total_seconds(),
                **copied_fields(matchup),
            )
            if matchup.purpose == Matchup.Purpose.PRACTICE:
                Exclusion.objects.create(vote=vote, reason=Exclusion.Reason.PRACTICE)
    except IntegrityError as error:
        if Vote.objects.filter(matchup=matchup).exists():
            raise AlreadyVoted from error
        if Matchup.objects.filter(pk=matchup.pk, closed_at__isnull=False).exists():
            raise MatchupClosed from error
        if Matchup.objects.get(pk=matchup.pk).is_withdrawn:
            raise MatchupWithdrawn from error
        raise
    return vote


def copied_fields(matchup: Matchup) -> dict[str, Any]:
    """What a vote repeats of its matchup."""
    return {
        "study_id": matchup.study_id,
        "listener_id": matchup.listener_id,
        "prompt_id": matchup.prompt_id,
        "gender": matchup.gender,
        "left_system_id": matchup.left_system_id,
        "right_system_id": matchup.right_system_id,
    }


@transaction.atomic
def report_matchup(
    *,
    matchup: Matchup,
    side: Side | None,
    reason: ClipReport.Reason,
    detail: str = "",
) -> ClipReport:
    """Close a matchup without a vote and tell the curators why.

    Raises:
        AlreadyVoted: its vote stands already.
    """
    locked = Matchup.objects.select_for_update().get(pk=matchup.pk)
    if Vote.objects.filter(matchup=locked).exists():
        raise AlreadyVoted
    clips = {Side.LEFT: locked.left_clip, Side.RIGHT: locked.right_clip}
    if locked.closed_at is None:
        locked.closed_at = timezone.now()
        locked.save(update_fields=["closed_at"])
    return ClipReport.objects.create(
        matchup=locked,
        clip=clips[side] if side else None,
        reason=reason,
        detail=detail,
    )


def _check_open(study: Study) -> None:
    if study.state != Study.State.OPEN:
        raise StudyNotOpen
