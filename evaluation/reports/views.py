"""How well metrics agree with listeners, for everybody, and the files of it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from arena.models import Study
from evaluation.answers import attachment, public_study
from evaluation.models import AgreementReport
from evaluation.reports.due import jobs_of, shown_report
from evaluation.reports.files import FORMS, report_file
from evaluation.reports.page import ReportPage
from evaluation.results import measurements_of
from ratings.boards import names_withheld
from ratings.publication import shown_board
from ratings.slices import OVERALL


@never_cache
@require_safe
def agreement(request: HttpRequest, slug: str) -> HttpResponse:
    """The latest report on a board that this reader may see; ``?metric=`` says whose plots."""
    study = public_study(slug)
    if names_withheld(request, study):
        return render(request, "ratings/withheld.html", {"study": study})
    staff = request.user.is_staff
    stored = shown_report(study, staff=staff)
    context = {
        "study": study,
        "page": ReportPage(stored, request.GET.get("metric", "")) if stored else None,
        "forms": FORMS.values(),
        **({} if stored else whats_missing(study, staff=staff)),
    }
    return render(request, "evaluation/agreement.html", context)


@never_cache
@require_safe
def export(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """What the page shows as a file, without single clips."""
    study = public_study(slug)
    if names_withheld(request, study):
        return render(request, "ratings/withheld.html", {"study": study}, status=403)
    stored = shown_report(study, staff=request.user.is_staff)
    if stored is None or form not in FORMS:
        raise Http404
    return attached(stored, form, study, clips=False)


def whats_missing(study: Study, *, staff: bool) -> dict[str, bool]:
    """Why there is no report, for the page that has none."""
    return {
        "has_board": shown_board(study, OVERALL, staff=staff) is not None,
        "is_measured": measurements_of(study).exclude(amount=None).exists(),
        "is_underway": jobs_of(study).open().exists(),
    }


def attached(stored: AgreementReport, form: str, study: Study, *, clips: bool) -> HttpResponse:
    """A report as a file to keep."""
    stored.board.study = study
    content = report_file(stored, form, clips=clips)
    name = f"{study.slug}-agreement.{form}"
    return attachment(content, media_type=FORMS[form].media_type, name=name)
