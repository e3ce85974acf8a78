"""Pages and files of boards."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from arena.models import Study
from ratings import boards
from ratings.exports import MEDIA_TYPES, export_board
from ratings.slices import OVERALL, Slice, slices_of


@never_cache
@require_safe
def board(request: HttpRequest, slug: str, kind: str = "", value: str = "") -> HttpResponse:
    """The newest board of a study over one slice.

    With the header ``X-Partial: standings`` only the table, for a page that is open already.
    """
    study = get_object_or_404(Study.objects.public().with_vote_count(), slug=slug)
    if boards.names_withheld(request, study):
        return render(request, "ratings/withheld.html", {"study": study})
    slices = slices_of(study)
    key = _known(slices, f"{kind}:{value}" if kind else OVERALL)
    newest = boards.newest_board(study, key)
    page = boards.board_page(newest) if newest else None
    context = {
        "study": study,
        "simulated": bool(newest and newest.simulated_count),
        "slices": boards.slice_groups(study, slices, key),
        "board": newest,
        "headline": page.headline if page else "",
        "rows": page.rows if page else [],
        "axis": page.axis if page else None,
        "exports": boards.export_links(study, key) if newest else [],
        "live_url": f"/ws/studies/{slug}/board/",
    }
    partial = request.headers.get("X-Partial") == "standings"
    return render(request, "ratings/_standings.html" if partial else "ratings/board.html", context)


@never_cache
@require_safe
def export(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """The newest board as a file; ``?slice=`` chooses the slice."""
    study = get_object_or_404(Study.objects.public(), slug=slug)
    if boards.names_withheld(request, study):
        return render(request, "ratings/withheld.html", {"study": study}, status=403)
    chosen = next((f for f in MEDIA_TYPES if f.value == form), None)
    key = _known(slices_of(study), request.GET.get("slice", OVERALL))
    newest = boards.newest_board(study, key)
    if chosen is None or newest is None:
        raise Http404
    response = HttpResponse(export_board(newest, chosen), content_type=MEDIA_TYPES[chosen])
    name = f"{slug}-{key.replace(':', '-')}-board-{newest.pk}.{chosen.value}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _known(slices: list[Slice], key: str) -> str:
    if key not in {part.key for part in slices}:
        raise Http404
    return key
