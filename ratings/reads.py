"""Who took many private texts, or votes: both logs as one, newest first."""

from typing import Any

from django.db.models import CharField, F, QuerySet, Value

from corpus.models import BulkRead
from ratings.models import VoteExport

TEXTS, VOTES = "texts", "votes"

Reads = QuerySet[Any, Any]  # rows are dictionaries


def reads(*, who: str = "", what: str = "") -> Reads:
    """Rows with what, when, who, of (a title), slug, how, count, newest first.

    who: part of a name; what: TEXTS or VOTES; empty ones hold nothing back.
    """
    parts = [log(who) for name, log in ((TEXTS, _texts), (VOTES, _votes)) if what in {"", name}]
    first, *others = parts
    # The key after the time, so that pages of equal times never overlap.
    return first.union(*others, all=True).order_by("-when", "what", "-key")


def _texts(who: str) -> Reads:
    return (
        BulkRead.objects.filter(by_name__icontains=who)
        .order_by()
        .values(
            key=F("pk"),
            what=Value(TEXTS, CharField()),
            when=F("at"),
            who=F("by_name"),
            of=F("corpus__title"),
            slug=F("corpus__slug"),
            how=F("form"),
            count=F("prompt_count"),
        )
    )


def _votes(who: str) -> Reads:
    return (
        VoteExport.objects.filter(created_by__icontains=who)
        .order_by()
        .values(
            key=F("pk"),
            what=Value(VOTES, CharField()),
            when=F("created_at"),
            who=F("created_by"),
            of=F("study__title"),
            slug=F("study__slug"),
            how=F("form"),
            count=F("row_count"),
        )
    )
