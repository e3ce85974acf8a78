"""Pages on which curators have metrics compared with listeners, and listen where they differ."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from arena.models import Study
from corpus.curation.access import needs, person
from corpus.roles import MEASURE_CLIPS, READ_TEXT
from corpus.services.reads import note_listed
from evaluation.prompts import prompt_numbers
from evaluation.reports.disagreements import pairs_of
from evaluation.reports.due import jobs_of, shown_report
from evaluation.reports.files import FORMS
from evaluation.reports.page import ReportPage
from evaluation.reports.refusals import AgreementRefused
from evaluation.reports.starting import start_agreement
from evaluation.reports.views import attached, whats_missing
from ratings.publication import shown_board
from ratings.slices import OVERALL


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(MEASURE_CLIPS)
def study_agreement(request: HttpRequest, slug: str) -> HttpResponse:
    """The latest report on a board that this reader may see, and a button that makes the next."""
    study = _study(slug)
    if request.method == "POST":
        try:
            start_agreement(study=study, by=person(request))
        except AgreementRefused as error:
            messages.warning(request, str(error))
        return redirect("evaluation:study-agreement", slug=slug)
    staff = request.user.is_staff
    stored = shown_report(study, staff=staff)
    newest = shown_board(study, OVERALL, staff=staff)
    context = {
        "study": study,
        "page": ReportPage(stored, request.GET.get("metric", "")) if stored else None,
        "newest": newest if stored and newest and newest.pk != stored.board_id else None,
        "job": jobs_of(study).select_related("started_by").first(),
        "forms": FORMS.values(),
        **whats_missing(study, staff=staff),
    }
    return render(request, "evaluation/study_agreement.html", context)


@never_cache
@require_safe
@needs(MEASURE_CLIPS)
def export_study_agreement(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """What the page shows as a file, with the clips on which listeners and metrics differ."""
    study = _study(slug)
    stored = shown_report(study, staff=request.user.is_staff)
    if stored is None or form not in FORMS:
        raise Http404
    return attached(stored, form, study, clips=True)


@never_cache
@require_safe
@needs(MEASURE_CLIPS)
def disagreements(request: HttpRequest, slug: str, metric: str) -> HttpResponse:
    """The pairs of clips on which listeners and one metric disagree most, to listen to."""
    study = _study(slug)
    stored = shown_report(study, staff=request.user.is_staff)
    page = ReportPage(stored) if stored else None
    found = page.metric(metric) if page else None
    if page is None or found is None:
        raise Http404
    pairs = pairs_of(page, found.disagreements)
    if request.user.has_perm(READ_TEXT):
        note_listed(prompts=[pair.chosen.clip.prompt for pair in pairs], by=person(request))
    numbers = prompt_numbers(study)
    context = {
        "study": study,
        "page": page,
        "about": page.about[metric],
        "pairs": [(pair, numbers[pair.chosen.clip.prompt_id]) for pair in pairs],
    }
    return render(request, "evaluation/disagreements.html", context)


def _study(slug: str) -> Study:
    studies = Study.objects.prefetch_related("schedules").select_related("version__corpus")
    return get_object_or_404(studies, slug=slug)
