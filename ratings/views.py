"""Pages and files of boards."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from arena.models import Study
from ratings import boards
from ratings.board_page import board_page, made_from
from ratings.details import details_of
from ratings.exports import FORMS, board_file, file_name
from ratings.models import Board
from ratings.presentation import method as made
from ratings.publication import notice_of, shown_board
from ratings.slices import OVERALL, Slice, slices_of

MAIN_GROUPS = 3  # of slices: everything, registers, voices; the others fold away


@never_cache
@require_safe
def board(request: HttpRequest, slug: str, kind: str = "", value: str = "") -> HttpResponse:
    """The newest board of a study over one slice.

    With the header ``X-Partial: standings`` only the table, for a page that is open already.
    """
    studies = Study.objects.public().with_simulated().prefetch_related("schedules")
    study = get_object_or_404(studies.select_related("version"), slug=slug)
    if boards.names_withheld(request, study):
        return render(request, "ratings/withheld.html", {"study": study})
    slices = slices_of(study)
    key = _known(slices, f"{kind}:{value}" if kind else OVERALL)
    newest = shown_board(study, key, staff=request.user.is_staff)
    groups = boards.slice_groups(study, slices, key, newest)
    context = {
        "study": study,
        "simulated": bool(newest and newest.simulated_count),
        "slices": groups,
        "more_open": folded_away(groups),
        "whole_url": None if key == OVERALL else boards.slice_url(study, OVERALL),
        "board": newest,
        "publication": notice_of(study, newest, staff=request.user.is_staff),
        "page": board_page(newest, slices) if newest else None,
        "exports": boards.export_links(study, key) if newest else [],
        "live_url": f"/ws/studies/{slug}/board/",
    }
    partial = request.headers.get("X-Partial") == "standings"
    return render(request, "ratings/_standings.html" if partial else "ratings/board.html", context)


@never_cache
@require_safe
def method(request: HttpRequest, board_id: int) -> HttpResponse:
    """How one stored board was made: the words of the methodology, the numbers of this board."""
    board = boards.visible_board_or_404(request, board_id)
    if boards.names_withheld(request, board.study):
        return render(request, "ratings/withheld.html", {"study": board.study})
    labels = {part.key: part.label for part in slices_of(board.study)}
    parameters, details = board.method["method"], details_of(board)
    context = {
        "board": board,
        "study": board.study,
        "slice": labels.get(board.slice_key, board.slice_key),
        "board_url": boards.slice_url(board.study, board.slice_key),
        "made_from": made_from(board),
        "parameters": parameters,
        "model": made.model_sentences(parameters),
        "intervals": made.interval_sentences(board.method),
        "ranks": made.rank_sentences(parameters),
        "fit": made.fit_sentences(board.method),
        "stored": made.stored_parameters(board.method),
        "details": details,
        "islands": made.island_sentences(
            [i["facts"] for i in details["islands"]] if details else []
        ),
    }
    return render(request, "ratings/method.html", context)


@never_cache
@require_safe
def export(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """The board that the page shows as a file; ``?slice=`` chooses the slice."""
    study = get_object_or_404(Study.objects.public(), slug=slug)
    if boards.names_withheld(request, study):
        return render(request, "ratings/withheld.html", {"study": study}, status=403)
    key = _known(slices_of(study), request.GET.get("slice", OVERALL))
    newest = shown_board(study, key, staff=request.user.is_staff)
    if newest is None:
        raise Http404
    return file_response(request, newest, form)


def file_response(request: HttpRequest, board: Board, extension: str) -> HttpResponse:
    """A board as a file to keep; ``?bom=1`` begins a CSV file with a byte order mark."""
    form = FORMS.get(extension)
    if form is None:
        raise Http404
    content = board_file(board, form, bom=request.GET.get("bom") == "1")
    response = HttpResponse(content, content_type=form.media_type)
    response["Content-Disposition"] = f'attachment; filename="{file_name(board, form)}"'
    return response


def folded_away(groups: list[dict[str, Any]]) -> bool:
    """Whether the current slice is among those that are folded away at first."""
    return any(item["current"] for group in groups[MAIN_GROUPS:] for item in group["items"])


def _known(slices: list[Slice], key: str) -> str:
    if key not in {part.key for part in slices}:
        raise Http404
    return key
