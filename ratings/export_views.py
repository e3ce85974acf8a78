"""Votes as files, for those who may take them."""

from django.contrib.auth.decorators import permission_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from arena.models import Study
from ratings.services.vote_exports import MEDIA_TYPES, export_votes, votes_to_export

MOST_ROWS = 200_000  # made while a browser waits


@never_cache
@require_POST
@permission_required(["ratings.export_votes"], raise_exception=True)
def votes(request: HttpRequest, slug: str) -> HttpResponse:
    """Every vote of a study as a file, logged with the name of who asked."""
    study = get_object_or_404(Study, slug=slug)
    form = request.POST.get("form", "csv")
    if form not in MEDIA_TYPES:
        raise Http404
    if votes_to_export(study) > MOST_ROWS:
        context = {"study": study, "most": MOST_ROWS}
        return render(request, "ratings/too_many_votes.html", context, status=413)
    by = request.user.get_username()
    exported = export_votes(study=study, form=form, by=by, bom=request.POST.get("bom") == "1")
    response = HttpResponse(exported.content, content_type=exported.media_type)
    response["Content-Disposition"] = f'attachment; filename="{exported.name}"'
    return response
