"""Which boards the public sees, and when it sees the next."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from arena.models import Study
from ratings.models import Board, Publication
from ratings.models.boards import BoardQuerySet
from ratings.schedules import Span, next_declared, spans


@dataclass(frozen=True, slots=True)
class Notice:
    """What a page says about the board that it shows.

    ``scheduled``: the study publishes at declared times. ``live``: this reader sees each board as
    it is made. ``published_for``: the declared time of the board shown; ``next_at``: the next one.
    ``late``: that time has come, and its board is being made.
    """

    scheduled: bool
    live: bool
    published_for: datetime | None
    next_at: datetime | None
    late: bool


def spans_of(study: Study) -> list[Span]:
    """The spans of a study's declarations, oldest first."""
    return spans(study.schedules.all())


def is_live(study: Study) -> bool:
    """Whether the study's boards are public as they are made."""
    return spans_of(study)[-1].is_live


def public_boards(study: Study, held: list[Span] | None = None) -> BoardQuerySet:
    """Boards that anyone may see: published at a declared time, or made while boards were live."""
    held = spans_of(study) if held is None else held
    boards = Board.objects.filter(study=study)
    if len(held) == 1:
        return boards
    links = Publication.boards.through.objects.filter(board=OuterRef("pk"))
    public = Q(Exists(links))
    for span in held:
        if span.is_live:
            begin = Q(created_at__gte=span.begin) if span.begin else Q()
            public |= begin & (Q(created_at__lt=span.end) if span.end else Q())
    return boards.filter(public)


def visible_boards(study: Study, *, staff: bool) -> BoardQuerySet:
    """Boards that this reader may see: staff all of them, anyone else the public ones."""
    return Board.objects.filter(study=study) if staff else public_boards(study)


def shown_board(study: Study, slice_key: str, *, staff: bool) -> Board | None:
    """The board of the latest data cut that this reader may see, over one slice."""
    visible = visible_boards(study, staff=staff)
    board = visible.filter(slice_key=slice_key).by_data_cut().first()
    if board is not None:
        board.study = study  # known already, with its declarations
    return board


def told_with(board: Board) -> BoardQuerySet:
    """Boards of the same slice up to the data cut of this one that its page may tell of.

    With a public board only public ones: the others would tell what is not published.
    """
    visible = public_boards(board.study) if is_public(board) else Board.objects.all()
    earlier = Q(last_vote__lt=board.last_vote) | Q(
        last_vote=board.last_vote, last_exclusion__lte=board.last_exclusion
    )
    return visible.filter(
        earlier, study=board.study_id, slice_key=board.slice_key, pk__lte=board.pk
    )


def is_public(board: Board) -> bool:
    """Whether anyone may see this board."""
    held = spans_of(board.study)
    return len(held) == 1 or public_boards(board.study, held).filter(pk=board.pk).exists()


def next_time(study: Study, held: list[Span] | None = None) -> datetime | None:
    """The first declared time that nothing has been published for; it may lie in the past."""
    latest = study.publications.order_by("-declared_for").first()
    held = spans_of(study) if held is None else held
    return next_declared(held, latest.declared_for if latest else None)


def notice_of(study: Study, board: Board | None, *, staff: bool) -> Notice:
    """What the page of this board says to this reader about publication."""
    held = spans_of(study)
    scheduled = not held[-1].is_live
    next_at = next_time(study, held) if scheduled else None
    published = board.publications.order_by("declared_for") if board and len(held) > 1 else None
    publication = published.first() if published is not None else None
    return Notice(
        scheduled=scheduled,
        live=staff or not scheduled,
        published_for=publication.declared_for if publication else None,
        next_at=next_at,
        late=next_at is not None and next_at <= timezone.now(),
    )
