"""The next version of a corpus: choosing its prompts, checking them, freezing them."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from corpus.curation.access import needs, person
from corpus.curation.numbers import number_in
from corpus.curation.searches import (
    PARAMETER,
    is_forgotten,
    keep_search,
    kept_search,
    tell_forgotten,
)
from corpus.models import Corpus, CorpusVersion, Job, Prompt
from corpus.roles import CURATE, READ_TEXT
from corpus.services.drafts import fill_draft
from corpus.services.freezing import CHECK, FREEZE, start_checking, start_freezing
from corpus.services.reads import note_shown
from corpus.services.versions import DraftError, change_selection, discard_draft, draft_version

PER_PAGE = 100
IN, OUT = "in", "out"


@require_http_methods(["GET", "HEAD", "POST"])
@needs(CURATE, READ_TEXT)
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """The draft: how it stands, what is in it, what could be; what is sought is sent by POST."""
    corpus = get_object_or_404(Corpus, slug=slug)
    if request.method == "POST":
        search = keep_search(request, {"q": request.POST.get("q", "").strip()[:200]})
        return _shown(slug, {"show": request.POST.get("show", ""), PARAMETER: search})
    if is_forgotten(request):
        tell_forgotten(request)
    draft = corpus.versions.drafts().first()
    context: dict[str, Any] = {
        "corpus": corpus,
        "draft": draft,
        "versions": corpus.versions.frozen(),
    }
    if draft is None:
        context["approved"] = corpus.prompts.all().approved().count()
    else:
        context |= _draft_context(request, draft)
        note_shown(corpus=corpus, shown=len(context["rows"].object_list), by=person(request))
    context["job"] = _last_job(corpus, draft)
    return render(request, "curate/freeze.html", context)


@require_POST
@needs(CURATE)
def draft(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin a draft, from all approved prompts or from an earlier version."""
    corpus = get_object_or_404(Corpus, slug=slug)
    number = number_in(request.POST.get("base", ""))
    base = None
    if number is not None:
        base = get_object_or_404(corpus.versions.frozen(), number=number)
    try:
        made = draft_version(corpus=corpus, base=base)
    except DraftError as error:
        messages.warning(request, str(error))
    else:
        messages.success(request, f"Version {made.number} is drafted.")
    return redirect("curate:freeze", slug=slug)


@require_POST
@needs(CURATE)
def select(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the ticked prompts into the draft or out of it, or fill it up."""
    version = _draft_of(slug)
    ticked = version.corpus.prompts.filter(pk__in=_numbers(request.POST.getlist("prompt")))
    what = request.POST.get("do")
    try:
        if what == "fill":
            messages.success(request, f"{fill_draft(draft=version)} prompts were taken in.")
        elif what == IN:
            change_selection(draft=version, add=list(ticked.approved()))
        elif what == OUT:
            change_selection(draft=version, remove=list(ticked))
    except DraftError as error:
        messages.warning(request, str(error))
    return _shown(slug, {name: request.POST.get(name, "") for name in ("show", PARAMETER, "page")})


@require_POST
@needs(CURATE)
def settle(request: HttpRequest, slug: str) -> HttpResponse:
    """Check the draft, freeze it, or give it up."""
    version, by = _draft_of(slug), person(request)
    what = request.POST.get("do")
    try:
        if what == "check":
            start_checking(draft=version, by=by)
        elif what == "freeze":
            start_freezing(draft=version, by=by, note=request.POST.get("note", "")[:2000])
        elif what == "discard":
            discard_draft(draft=version)
            messages.success(request, "The draft is discarded. Its prompts are where they were.")
    except DraftError as error:
        messages.warning(request, str(error))
    return redirect("curate:freeze", slug=slug)


def _draft_context(request: HttpRequest, draft: CorpusVersion) -> dict[str, Any]:
    side = OUT if request.GET.get("show") == OUT else IN
    sought = kept_search(request).get("q", "")
    inside = draft.prompts.all()
    outside = draft.corpus.prompts.all().approved().exclude(pk__in=inside.values("pk"))
    shown = _found(inside if side == IN else outside, sought)
    rows = shown.select_related("corpus", "register").order_by("external_id")
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    return {
        "side": side,
        "q": sought,
        "search": request.GET.get(PARAMETER, "") if sought else "",
        "prefix": urlencode(
            {"show": side} | ({PARAMETER: request.GET[PARAMETER]} if sought else {})
        ),
        "inside_count": inside.count(),
        "outside_count": outside.count(),
        "rows": page,
        "other": OUT if side == IN else IN,
    }


def _shown(slug: str, place: dict[str, str]) -> HttpResponse:
    """The page of the draft, at the side, search and page that somebody had before them."""
    query = urlencode({name: value[:40] for name, value in place.items() if value})
    address = reverse("curate:freeze", args=[slug])
    return redirect(f"{address}?{query}#selection" if query else address)


def _found(prompts: QuerySet[Prompt], sought: str) -> QuerySet[Prompt]:
    if not sought:
        return prompts
    return prompts.filter(
        Q(external_id__icontains=sought)
        | Q(text__icontains=sought)
        | Q(topic__icontains=sought)
        | Q(register__slug=sought)
    )


def _last_job(corpus: Corpus, draft: CorpusVersion | None) -> Job | None:
    jobs = Job.objects.filter(corpus=corpus, kind__in=[CHECK, FREEZE])
    if draft is None:
        return None
    return jobs.filter(parameters__version=draft.pk).select_related("corpus").first()


def _draft_of(slug: str) -> CorpusVersion:
    drafts = CorpusVersion.objects.drafts().select_related("corpus")
    return get_object_or_404(drafts, corpus__slug=slug)


def _numbers(values: list[str]) -> list[int]:
    return [number for value in values if (number := number_in(value)) is not None]
