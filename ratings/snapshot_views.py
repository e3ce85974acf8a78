"""Pages of boards that stay as they are: the list, each board, two side by side."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from arena.models import Study
from ratings import boards
from ratings.board_page import board_page
from ratings.comparison import ComparisonError, compare
from ratings.comparison_page import move_row, summary
from ratings.field_page import recentring_sentence
from ratings.models import Board
from ratings.publication import is_public, notice_of, public_boards, visible_boards
from ratings.slices import OVERALL, slices_of
from ratings.views import file_response, folded_away

BOARDS_PER_PAGE = 50


@never_cache
@require_safe
def snapshots(request: HttpRequest, slug: str) -> HttpResponse:
    """Every board over all votes that this reader may see, the latest data cut first."""
    study = get_object_or_404(Study.objects.public(), slug=slug)
    if boards.names_withheld(request, study):
        return render(request, "ratings/withheld.html", {"study": study})
    staff = request.user.is_staff
    overall = visible_boards(study, staff=staff).filter(slice_key=OVERALL).by_data_cut()
    pages = Paginator(overall.prefetch_related("publications"), BOARDS_PER_PAGE)
    page = pages.get_page(request.GET.get("page"))
    listed = list(page.object_list)
    public = set(public_boards(study).filter(pk__in=[b.pk for b in listed]).values_list(flat=True))
    context = {
        "study": study,
        "page": page,
        "boards": [(board, board.pk in public) for board in listed],
        "newest": overall.first(),
        "schedules": study.schedules.order_by("-declared_at"),
        "publication": notice_of(study, None, staff=staff),
        "may_export_votes": request.user.has_perm("ratings.export_votes"),
    }
    return render(request, "ratings/snapshots.html", context)


@never_cache
@require_safe
def snapshot(request: HttpRequest, pk: int) -> HttpResponse:
    """One board, for ever."""
    board = boards.visible_board_or_404(request, pk)
    if boards.names_withheld(request, board.study):
        return render(request, "ratings/withheld.html", {"study": board.study})
    groups = boards.snapshot_slice_groups(board, slices_of(board.study))
    context = {
        "study": board.study,
        "board": board,
        "simulated": bool(board.simulated_count),
        "slices": groups,
        "more_open": folded_away(groups),
        "page": board_page(board),
        "exports": boards.snapshot_links(board),
        "publications": board.publications.order_by("declared_for"),
        "public": is_public(board),
        "address": request.build_absolute_uri(boards.board_url(board)),
    }
    return render(request, "ratings/snapshot.html", context)


@never_cache
@require_safe
def snapshot_export(request: HttpRequest, pk: int, form: str) -> HttpResponse:
    """One board as a file, the same bytes for ever."""
    board = boards.visible_board_or_404(request, pk)
    if boards.names_withheld(request, board.study):
        return render(request, "ratings/withheld.html", {"study": board.study}, status=403)
    return file_response(request, board, form)


@never_cache
@require_safe
def comparison(request: HttpRequest, slug: str) -> HttpResponse:
    """Two boards side by side; ``?from=`` and ``?to=`` are their numbers."""
    study = get_object_or_404(Study.objects.public(), slug=slug)
    if boards.names_withheld(request, study):
        return render(request, "ratings/withheld.html", {"study": study})
    visible = visible_boards(study, staff=request.user.is_staff)
    first = _asked_board(request, study, "from")
    second = _asked_board(request, study, "to")
    same_slice = visible.filter(slice_key=first.slice_key if first else OVERALL)
    context: dict[str, Any] = {
        "study": study,
        "choices": same_slice.by_data_cut()[:BOARDS_PER_PAGE],
        "from": first,
        "to": second,
    }
    if first and second:
        context |= _compared(first, second)
    return render(request, "ratings/compare.html", context)


def _compared(first: Board, second: Board) -> dict[str, Any]:
    try:
        result = compare(first, second)
    except ComparisonError as error:
        return {"refusal": str(error)}
    rows = [move_row(move) for move in result.moves]
    labels = {part.key: part.label for part in slices_of(first.study)}
    return {
        "comparison": result,
        "rows": rows,
        "summary": summary(result),
        "recentring": recentring_sentence(result.moves),
        "slice_label": labels.get(first.slice_key, first.slice_key),
    }


def _asked_board(request: HttpRequest, study: Study, name: str) -> Board | None:
    asked = request.GET.get(name, "")
    if not asked:
        return None
    # Longer numbers than the database knows are no boards either.
    if not (asked.isascii() and asked.isdigit() and len(asked) < 19):
        raise Http404
    visible = visible_boards(study, staff=request.user.is_staff)
    return get_object_or_404(visible.select_related("study"), pk=int(asked))
