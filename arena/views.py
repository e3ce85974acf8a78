"""Pages for listeners."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from rest_framework.reverse import reverse

from arena.models import Listener, Study, Vote
from arena.sessions import current_listener, ensure_listener
from corpus.models import Source


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What Earshot is, the studies that are open, and those that rest or have closed."""
    studies = Study.objects.open().with_vote_count()
    paused = Study.objects.paused().with_vote_count()
    closed = Study.objects.closed().with_vote_count()
    context = {"studies": studies, "paused": paused, "closed": closed}
    return render(request, "arena/home.html", context)


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """How the test works, what is stored, whose recordings are heard."""
    credits_due = Source.objects.exclude(attribution="")
    return render(request, "about.html", {"credits": credits_due})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def welcome(request: HttpRequest, slug: str) -> HttpResponse:
    """First visit: what it is and consent. A listener who has agreed goes straight to listening."""
    study = _public_study(slug)
    if not study.is_open:
        resting = {"study": study, "vote_count": study.votes.count()}
        name = "arena/closed.html" if study.is_closed else "arena/paused.html"
        return render(request, name, resting)
    if request.method == "POST":
        _consent(ensure_listener(request))
        return redirect("arena:listen", slug=slug)
    listener = current_listener(request)
    if listener is not None and listener.consented_at is not None:
        return redirect("arena:listen", slug=slug)
    return render(request, "arena/welcome.html", {"study": study})


@never_cache
@require_safe
def listen(request: HttpRequest, slug: str) -> HttpResponse:
    """The listening page."""
    study = _public_study(slug)
    if not study.is_open:
        return redirect("arena:welcome", slug=slug)
    listener = current_listener(request)
    if listener is None or listener.consented_at is None:
        return redirect("arena:welcome", slug=slug)
    context = {
        "study": study,
        "practice_needed": not _has_voted(study, listener),
        "heard_share": study.heard_share,
        "votes_per_sitting": study.votes_per_sitting,
        "api": {
            "matchups": reverse("api:matchups", args=[slug]),
            "sitting": reverse("api:sitting", args=[slug]),
            "matchup": reverse("api:matchups", args=[slug]).replace(
                f"studies/{slug}/matchups",
                "matchups/",
            ),
        },
    }
    return render(request, "arena/listen.html", context)


def _public_study(slug: str) -> Study:
    return get_object_or_404(Study.objects.public().with_simulated(), slug=slug)


def _consent(listener: Listener) -> None:
    if listener.consented_at is None:
        listener.consented_at = timezone.now()
        listener.save(update_fields=["consented_at"])


def _has_voted(study: Study, listener: Listener) -> bool:
    return Vote.objects.filter(study=study, listener=listener).exists()
