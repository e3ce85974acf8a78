"""From votes to boards."""

import hashlib
import json
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from arena.models import Exclusion, Study, Vote
from corpus.models import System
from ratings.diagnosis import Subject, diagnose, field_of, poll_of, rate_slices
from ratings.diagnosis.alternatives import CAP
from ratings.leaderboard import facts_of
from ratings.models import Board, Standing
from ratings.reading import BoardVotes, DataCut, data_cut, exclusions_of, read_votes
from ratings.services.draws import steer_draws
from ratings.services.field_changes import weigh_field_changes
from ratings.services.fold import folded_votes
from ratings.slices import OVERALL, Slice, slices_of
from ratings.stored import row_fields, standing_fields, system_labels

logger = logging.getLogger(__name__)

METHOD_VERSION = 5


def refit_due_boards(now: datetime | None = None) -> list[Board]:
    """Refit each study that has gathered the votes, or waited the minutes, that it asks for."""
    boards = []
    for study in Study.objects.public().select_related("version"):
        if not _is_due(study, now or timezone.now()):
            continue
        try:
            boards += refit_study(study=study)
        except (ValueError, ArithmeticError, LookupError):
            # One study that cannot be fitted must not hold up the boards of the others.
            logger.exception("Study %s could not be refitted; its last board stays", study.slug)
    return boards


def refit_study(*, study: Study, cut: DataCut | None = None) -> list[Board]:
    """Store the boards of every slice, from one read of the votes. Idempotent per data cut.

    cut: an earlier data cut; by default everything that is there now. Votes come from the blocks
    that earlier refits folded; only newer ones are read from their rows.
    """
    cut = cut or data_cut(study)
    systems = systems_of(study)
    votes = read_votes(study, systems, cut, source=folded_votes)
    computed = boards_of(study, systems, votes, cut)
    # All or none: a worker that is killed here leaves no slice behind the others.
    with transaction.atomic():
        stored = [_store(board, rows) for board, rows in computed]
    steer_draws(study, systems, votes)
    weigh_field_changes(study)
    return [board for board in stored if board is not None]


def recount_study(*, study: Study, cut: DataCut) -> list[Board]:
    """The boards of a cut, counted anew from the votes' own rows; nothing is stored.

    Equal, digest for digest, to what a refit of that cut has stored.
    """
    systems = systems_of(study)
    votes = read_votes(study, systems, cut)
    return [board for board, _ in boards_of(study, systems, votes, cut)]


def systems_of(study: Study) -> list[System]:
    """The systems of a study, in the order in which they are numbered."""
    # Sorted here: databases order hyphens each in their own way.
    return sorted(System.objects.filter(entries__study=study), key=lambda system: system.slug)


def _is_due(study: Study, now: datetime) -> bool:
    """No part of this grows with the votes: each question ends at the first rows that answer it."""
    newest = Board.objects.of_slice(study, OVERALL)
    board = newest.only("last_vote", "last_exclusion", "created_at").first()
    new_votes = Vote.objects.filter(study=study, id__gt=board.last_vote if board else 0).scored()
    if new_votes[: study.board_every_votes].count() >= study.board_every_votes:
        return True
    oldest = new_votes.order_by("id").values_list("created_at", flat=True).first()
    since = board.created_at if board else oldest
    if since is None or now - since < timedelta(minutes=study.board_every_minutes):
        return False
    if oldest is not None or board is None:
        return oldest is not None
    new_exclusions = exclusions_of(study).filter(id__gt=board.last_exclusion)
    return new_exclusions.exclude(reason=Exclusion.Reason.PRACTICE).exists()


Rows = list[Standing]


def boards_of(
    study: Study, systems: Sequence[System], votes: BoardVotes, cut: DataCut
) -> list[tuple[Board, Rows]]:
    """The boards of every slice that has votes enough, and their rows; not yet stored."""
    poll = poll_of(field_of(systems, system_labels(systems)), votes)
    parts = [
        part
        for part in slices_of(study)
        if part.suffices(poll.votes(poll.cells(part)), len(systems))
    ]
    return [_board(study, systems, subject, cut) for subject in rate_slices(parts, poll)]


def board_of(
    study: Study,
    slice_key: str,
    systems: Sequence[System],
    labels: Sequence[str],
    votes: BoardVotes,
    cut: DataCut,
) -> tuple[Board, Rows]:
    """The board of one slice, and its rows; not stored. Neither reads nor writes the database.

    systems, labels: in the order in which the votes number them.
    """
    poll = poll_of(field_of(systems, labels), votes)
    (subject,) = rate_slices([Slice(slice_key, "", "")], poll)
    return _board(study, systems, subject, cut)


def _board(
    study: Study, systems: Sequence[System], subject: Subject, cut: DataCut
) -> tuple[Board, Rows]:
    ratings, poll = subject.ratings, subject.poll
    details = _plain(diagnose(subject))
    board = Board(
        study=study,
        slice_key=subject.part.key,
        last_vote=cut.last_vote,
        last_exclusion=cut.last_exclusion,
        vote_count=details["tally"]["votes"],
        simulated_count=details["tally"]["simulated"],
        excluded_count=poll.votes(subject.cells & ~poll.traits.counted),
        listener_count=details["tally"]["listeners"],
        method={**facts_of(ratings), "cap": CAP, "version": METHOD_VERSION},
        details=details,
    )
    rows = [
        Standing(
            board=board,
            system=systems[standing.index],
            position=position,
            **standing_fields(standing),
        )
        for position, standing in enumerate(ratings.standings, start=1)
    ]
    board.digest = digest_of(content_of(board, rows))
    return board, rows


def _plain(details: Any) -> Any:
    """As JSON gives it back, so that a stored board has the digest of a computed one.

    Minus zero becomes zero: PostgreSQL does not keep the difference.
    """
    text = json.dumps(details, allow_nan=False)
    return json.loads(text, parse_float=lambda number: float(number) + 0.0)


def _store(board: Board, rows: Rows) -> Board | None:
    try:
        with transaction.atomic():
            board.save()
            Standing.objects.bulk_create(rows)
    except IntegrityError:
        return None  # another worker has stored this very board
    return board


def content_of(board: Board, rows: Sequence[Standing]) -> dict[str, Any]:
    """Everything that a board says, stored or not, as plain JSON; the digest is made of it."""
    return {
        "study": board.study.slug,
        "slice": board.slice_key,
        "cut": [board.last_vote, board.last_exclusion],
        "counts": [
            board.vote_count,
            board.simulated_count,
            board.excluded_count,
            board.listener_count,
        ],
        "method": board.method,
        "standings": [[row.system.slug, row_fields(row)] for row in rows],
        "details": board.details,
    }


def digest_of(content: dict[str, Any]) -> str:
    """SHA-256 of a board's content, in hexadecimal."""
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(canonical.encode()).hexdigest()
