"""Which board a page shows, and whether this visitor may see names yet."""

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse

from arena.models import Study, Vote
from arena.sessions import current_listener
from ratings.exports import FORMS
from ratings.models import Board
from ratings.models.boards import BoardQuerySet
from ratings.publication import is_public
from ratings.slices import Slice


def names_withheld(request: HttpRequest, study: Study) -> bool:
    """Whether the visitor listens to this study and has not voted in it yet.

    Until then no page says which systems are in it (integrity.md, H7). Staff see everything, and
    in a closed study there is nothing left to judge.
    """
    if request.user.is_staff or study.is_closed:
        return False
    listener = current_listener(request)
    if listener is None:
        return False
    return not Vote.objects.scored().filter(study=study, listener=listener).exists()


def newest_board(study: Study, slice_key: str) -> Board | None:
    """The board of the latest data cut over one slice, public or not."""
    return Board.objects.of_slice(study, slice_key).first()


def same_cut(board: Board) -> BoardQuerySet:
    """The boards of every slice at the data cut of one of them, oldest first."""
    boards = Board.objects.filter(study=board.study_id)
    return boards.at_cut(board.last_vote, board.last_exclusion)


def slice_groups(
    study: Study,
    slices: list[Slice],
    current: str,
    shown: Board | None,
) -> list[dict[str, Any]]:
    """Links to the slices, grouped, with the votes of each at the data cut of the board shown."""
    cut = dict(same_cut(shown).values_list("slice_key", "vote_count")) if shown else {}
    return _grouped(
        {
            "group": part.group,
            "label": part.label,
            "url": slice_url(study, part.key),
            "current": part.key == current,
            "votes": cut.get(part.key, 0),
        }
        for part in slices
        if part.key in cut or part.key == current or not part.is_crossed
    )


def snapshot_slice_groups(board: Board, slices: list[Slice]) -> list[dict[str, Any]]:
    """Links to the boards of the other slices at the data cut of a board, grouped."""
    others = same_cut(board).values_list("slice_key", "pk", "vote_count")
    cut = {key: (pk, votes) for key, pk, votes in others}
    cut[board.slice_key] = (board.pk, board.vote_count)
    return _grouped(
        {
            "group": part.group,
            "label": part.label,
            "url": reverse("ratings:snapshot", args=[cut[part.key][0]]),
            "current": part.key == board.slice_key,
            "votes": cut[part.key][1],
        }
        for part in slices
        if part.key in cut
    )


def _grouped(items: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    groups: dict[str, list[dict[str, Any]]] = {}
    for item in items:
        groups.setdefault(item["group"], []).append(item)
    return [{"group": group, "items": members} for group, members in groups.items()]


def slice_url(study: Study, key: str) -> str:
    """The page of one slice."""
    kind, _, value = key.partition(":")
    if not value:
        return reverse("ratings:board", args=[study.slug])
    return reverse("ratings:slice", args=[study.slug, kind, value])


def board_url(board: Board) -> str:
    """The address of a board for ever."""
    return reverse("ratings:snapshot", args=[board.pk])


def visible_board_or_404(request: HttpRequest, pk: int) -> Board:
    """The board if this reader may see it; a board that is not public yet is not found."""
    boards = Board.objects.filter(study__in=Study.objects.public())
    board = get_object_or_404(boards.select_related("study__version"), pk=pk)
    prefetch_related_objects([board.study], "schedules")
    if not (request.user.is_staff or is_public(board)):
        raise Http404
    return board


def export_links(study: Study, key: str) -> list[dict[str, str]]:
    """Addresses of the files that hold the board that is shown now."""
    query = urlencode({"slice": key}, safe=":")
    return [
        {
            "label": form.label,
            "url": f"{reverse('ratings:export', args=[study.slug, form.extension])}?{query}",
        }
        for form in FORMS.values()
    ]


def snapshot_links(board: Board) -> list[dict[str, str]]:
    """Addresses of the files that hold this board for ever."""
    return [
        {
            "label": form.label,
            "url": reverse("ratings:snapshot-export", args=[board.pk, form.extension]),
        }
        for form in FORMS.values()
    ]
