"""Leaving votes out of boards, with a reason beside each."""

from django.db.models import QuerySet

from arena.models import Exclusion, Vote


def exclude_votes(*, votes: QuerySet[Vote], detail: str) -> int:
    """Exclude votes by a curator's decision; those excluded that way already stay as they are.

    Returns how many votes the decision newly excludes.
    """
    reason = Exclusion.Reason.CURATOR
    new = votes.exclude(exclusions__reason=reason)
    rows = [Exclusion(vote=vote, reason=reason, detail=detail[:500]) for vote in new]
    return len(Exclusion.objects.bulk_create(rows, ignore_conflicts=True))
