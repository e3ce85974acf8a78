"""What was measured, for everybody, and the files of it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from arena.models import Study
from corpus.curation.access import needs
from corpus.roles import MEASURE_CLIPS
from evaluation.answers import attachment, public_study
from evaluation.files import FORMS, clips_file, systems_file
from evaluation.presentation.summary import METHOD
from evaluation.results import parts_of, systems_shown
from ratings.boards import names_withheld


@never_cache
@require_safe
def metrics(request: HttpRequest, slug: str) -> HttpResponse:
    """Systems × metrics; names no system before a board that this reader may see has named it."""
    study = public_study(slug)
    if names_withheld(request, study):
        return render(request, "ratings/withheld.html", {"study": study})
    systems = systems_shown(study, staff=request.user.is_staff)
    context = {
        "study": study,
        "systems": systems,
        "parts": parts_of(study, systems) if systems else [],
        "method": METHOD,
        "forms": FORMS.values(),
    }
    return render(request, "evaluation/public.html", context)


@never_cache
@require_safe
def export(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """The table of the page as a file."""
    study = public_study(slug)
    if names_withheld(request, study):
        return render(request, "ratings/withheld.html", {"study": study}, status=403)
    systems = systems_shown(study, staff=request.user.is_staff)
    if systems is None or form not in FORMS:
        raise Http404
    return _attached(systems_file(study, systems, form), study, form, "metrics")


@never_cache
@require_safe
@needs(MEASURE_CLIPS)
def export_clips(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """Every value of every clip as a file, without texts."""
    study = get_object_or_404(Study.objects.select_related("version"), slug=slug)
    if form not in FORMS:
        raise Http404
    return _attached(clips_file(study, form), study, form, "measurements")


def _attached(content: bytes, study: Study, form: str, what: str) -> HttpResponse:
    name = f"{study.slug}-{what}.{form}"
    return attachment(content, media_type=FORMS[form].media_type, name=name)
