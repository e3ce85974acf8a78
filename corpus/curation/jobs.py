"""Long work as curators see it: a list, a page each, progress without a reload, cancelling."""

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from corpus.curation.access import needs_a_role
from corpus.models import Job
from corpus.services.jobs import cancel_job

PER_PAGE = 50


@require_safe
@needs_a_role
def job_list(request: HttpRequest) -> HttpResponse:
    """The jobs that this person may see, newest first."""
    seen = Job.objects.visible_to(request.user).select_related("corpus", "started_by")
    page = Paginator(seen, PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "curate/jobs.html", {"page": page})


@require_safe
@needs_a_role
def job_page(request: HttpRequest, pk: int) -> HttpResponse:
    """One job; with ``?part`` only what changes, for the script that keeps pages up to date."""
    job = _job_for(request, pk)
    template = "curate/_job.html" if "part" in request.GET else "curate/job.html"
    return render(request, template, {"job": job})


@require_POST
@needs_a_role
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """End a job after the item at hand."""
    job = _job_for(request, pk)
    cancel_job(job=job)
    return redirect("curate:job", pk=job.pk)


def _job_for(request: HttpRequest, pk: int) -> Job:
    job = get_object_or_404(Job.objects.select_related("corpus", "started_by"), pk=pk)
    if not request.user.has_perm(job.permission):
        raise PermissionDenied
    return job
