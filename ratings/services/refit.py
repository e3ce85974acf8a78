"""From votes to boards."""

import hashlib
import json
import logging
from datetime import datetime, timedelta
from typing import Any

import numpy as np
from django.db import IntegrityError, transaction
from django.utils import timezone

from arena.models import Exclusion, Study, Vote
from corpus.models import System
from ratings.leaderboard import facts_of
from ratings.models import Board, Standing
from ratings.reading import BoardVotes, DataCut, data_cut, read_votes
from ratings.slices import OVERALL, Slice, slices_of
from ratings.statistics.rate import rate
from ratings.statistics.standings import Ratings
from ratings.stored import standing_fields, system_labels

logger = logging.getLogger(__name__)

METHOD_VERSION = 1
SEED = 20_260_101  # of the rank sets; stored with every board


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


def refit_study(*, study: Study) -> list[Board]:
    """Store the boards of every slice, from one read of the votes. Idempotent per data cut."""
    cut = data_cut(study)
    systems = list(System.objects.filter(entries__study=study).order_by("slug"))
    board_votes = read_votes(study, systems, cut)
    boards = [_board(study, part, systems, board_votes, cut) for part in slices_of(study)]
    return [board for board in boards if board is not None]


def _is_due(study: Study, now: datetime) -> bool:
    board = Board.objects.of_slice(study, OVERALL).first()
    last_vote = board.last_vote if board else 0
    last_exclusion = board.last_exclusion if board else 0
    new_votes = Vote.objects.filter(study=study, id__gt=last_vote).count()
    new_exclusions = Exclusion.objects.filter(vote__study=study, id__gt=last_exclusion).count()
    if new_votes >= study.board_every_votes:
        return True
    waited = board is None or now - board.created_at >= timedelta(minutes=study.board_every_minutes)
    return waited and new_votes + new_exclusions > 0


def _board(
    study: Study,
    part: Slice,
    systems: list[System],
    board_votes: BoardVotes,
    cut: DataCut,
) -> Board | None:
    chosen = part.of(board_votes)
    labels = system_labels(systems)
    anchors = [label for label, system in zip(labels, systems, strict=True) if system.is_human]
    ratings = rate(
        board_votes.votes.where(chosen),
        systems=labels,
        anchor=anchors[0] if anchors else None,
        seed=SEED,
    )
    board = Board(
        study=study,
        slice_key=part.key,
        last_vote=cut.last_vote,
        last_exclusion=cut.last_exclusion,
        vote_count=int(chosen.sum()),
        simulated_count=int(np.count_nonzero(board_votes.simulated & chosen)),
        excluded_count=board_votes.excluded if part.key == OVERALL else 0,
        listener_count=ratings.listeners or 0,
        method={**facts_of(ratings), "version": METHOD_VERSION},
    )
    return _store(board, ratings, systems)


def _store(board: Board, ratings: Ratings, systems: list[System]) -> Board | None:
    rows = [standing_fields(standing) for standing in ratings.standings]
    slugs = [systems[standing.index].slug for standing in ratings.standings]
    board.digest = _digest(board, rows, slugs)
    try:
        with transaction.atomic():
            board.save()
            Standing.objects.bulk_create(
                Standing(board=board, system=systems[standing.index], position=position, **row)
                for position, (standing, row) in enumerate(
                    zip(ratings.standings, rows, strict=True),
                    start=1,
                )
            )
    except IntegrityError:
        return None  # another worker has stored this very board
    return board


def _digest(board: Board, rows: list[dict[str, Any]], slugs: list[str]) -> str:
    content = {
        "study": board.study.slug,
        "slice": board.slice_key,
        "cut": [board.last_vote, board.last_exclusion],
        "counts": [board.vote_count, board.simulated_count, board.listener_count],
        "method": board.method,
        "standings": [[slug, row] for slug, row in zip(slugs, rows, strict=True)],
    }
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(canonical.encode()).hexdigest()
