"""Folding new votes into blocks, so that no refit reads a vote's row twice."""

from django.db import transaction

from arena.models import Study
from ratings.columns import BLOCK_VOTES, VoteColumns, votes_between
from ratings.models import VoteBlock


def folded_votes(study: Study, last_vote: int) -> VoteColumns:
    """All votes of a study up to a safe cut: the folded ones, and new rows, which are then folded.

    `last_vote` must come from a data cut: below it nothing may appear later.
    """
    blocks = list(VoteBlock.objects.filter(study=study).order_by("number"))
    parts = [VoteColumns.unpacked(bytes(block.content)) for block in blocks]
    folded = blocks[-1].last_vote if blocks else 0
    new = votes_between(study, folded, last_vote)
    if new:
        fold_votes(study=study, new=VoteColumns.joined(new), after=folded)
    return VoteColumns.joined([*parts, *new]).upto(last_vote)


@transaction.atomic
def fold_votes(*, study: Study, new: VoteColumns, after: int) -> bool:
    """Append votes to the blocks; whether it was done.

    after: the last vote in the blocks as the caller knows them. If another worker has folded
    meanwhile, nothing is done: what it folded is the same.
    """
    # Workers queue here; votes, which only need the study to stay, do not.
    Study.objects.select_for_update(no_key=True).get(pk=study.pk)
    tail = VoteBlock.objects.filter(study=study).order_by("-number").first()
    if (tail.last_vote if tail else 0) != after:
        return False
    number = 0
    if tail is not None:
        number = tail.number + 1
        if tail.vote_count < BLOCK_VOTES:
            number = tail.number
            new = VoteColumns.joined([VoteColumns.unpacked(bytes(tail.content)), new])
    for start in range(0, len(new), BLOCK_VOTES):
        _store(study, number + start // BLOCK_VOTES, new.between(start, start + BLOCK_VOTES))
    return True


def _store(study: Study, number: int, columns: VoteColumns) -> None:
    VoteBlock.objects.update_or_create(
        study=study,
        number=number,
        defaults={
            "vote_count": len(columns),
            "last_vote": columns.last,
            "content": columns.packed(),
        },
    )
