"""Pages on which curators plan how many votes a study needs."""

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from corpus.curation.access import needs
from corpus.models import Job
from corpus.roles import PLAN_VOTES
from ratings.models import VotePlan
from ratings.plan_form import PlanForm
from ratings.plan_page import form_values, plan_page
from ratings.services.plans import start_plan

PLANS_SHOWN = 20
TOO_MANY = 3  # open plans of one person: the worker has other work


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(PLAN_VOTES)
def planning(request: HttpRequest) -> HttpResponse:
    """The form, and the newest plans; ``?from=`` asks again what an earlier plan asked."""
    form = PlanForm(request.POST) if request.method == "POST" else PlanForm(initial=_again(request))
    if request.method == "POST" and form.is_valid():
        if _open_plans(request) < TOO_MANY:
            by = request.user if isinstance(request.user, User) else None
            vote_plan = start_plan(values=form.values, names=form.names, by=by)
            return redirect("ratings:plan", pk=vote_plan.pk)
        messages.warning(request, "Three of your plans are still open. Cancel one, or wait.")
    context = {"form": form, "plans": VotePlan.objects.newest()[:PLANS_SHOWN]}
    return render(request, "ratings/planning.html", context)


@never_cache
@require_safe
@needs(PLAN_VOTES)
def plan(request: HttpRequest, pk: int) -> HttpResponse:
    """One plan: how far it is, and the answer."""
    vote_plan = get_object_or_404(VotePlan.objects.newest(), pk=pk)
    context = {"plan": vote_plan, "job": vote_plan.job, "page": plan_page(vote_plan)}
    return render(request, "ratings/plan.html", context)


def _again(request: HttpRequest) -> dict[str, object]:
    asked = request.GET.get("from", "")
    if not (asked.isascii() and asked.isdigit() and len(asked) < 19):
        return {}
    earlier = VotePlan.objects.newest().filter(pk=int(asked)).first()
    return form_values(earlier) if earlier else {}


def _open_plans(request: HttpRequest) -> int:
    return Job.objects.open().filter(vote_plan__isnull=False, started_by=request.user.pk).count()
