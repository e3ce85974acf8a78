"""Weighing what happened in the field, once, so that the pages that tell of it read no vote."""

from arena.models import Study
from ratings.between import fields_of, measured_between
from ratings.field_changes import field_changes
from ratings.models import Board, VotesBetween
from ratings.publication import public_boards
from ratings.slices import OVERALL


def weigh_field_changes(study: Study) -> int:
    """Measure the votes around each system that joined or left, and return how many were new.

    For the newest board and for the newest public one, which may tell of other boards.
    """
    every = Board.objects.filter(study=study)
    newest = [boards.of_slice(study, OVERALL).first() for boards in (every, public_boards(study))]
    weighed = 0
    for board in {board.pk: board for board in newest if board}.values():
        for change in field_changes(board):
            if change.before and change.after and change.measured is None:
                _weigh(change.before, change.after)
                weighed += 1
    return weighed


def _weigh(before: Board, after: Board) -> None:
    fields = fields_of(measured_between(before, after))
    # Another worker may have weighed the same pair meanwhile, with the same result.
    VotesBetween.objects.get_or_create(before=before, after=after, defaults=fields)
