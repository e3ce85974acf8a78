"""The workplace's first pages: all corpora, and one of them with what is next to do."""

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from corpus.curation.access import needs, needs_a_role, person
from corpus.curation.steps import steps_of
from corpus.models import Corpus, Job, Prompt
from corpus.roles import CURATE, READ_ALOUD, READ_TEXT, REVIEW

OVERSEE = (CURATE, REVIEW, READ_TEXT)


@require_safe
@needs_a_role
def index(request: HttpRequest) -> HttpResponse:
    """Every corpus, for whoever works on them; who only reads aloud goes on to the studio."""
    if request.user.has_perm(READ_ALOUD) and not any(map(request.user.has_perm, OVERSEE)):
        return redirect("curate:studio")
    standing = Q(prompts__is_current=True)
    corpora = Corpus.objects.annotate(
        prompt_count=Count("prompts", filter=standing & ~Q(prompts__state=Prompt.State.WITHDRAWN)),
        approved_count=Count("prompts", filter=standing & Q(prompts__state=Prompt.State.APPROVED)),
        waiting_count=Count("prompts", filter=standing & Q(prompts__state=Prompt.State.WAITING)),
    )
    return render(request, "curate/index.html", {"corpora": corpora})


@require_safe
@needs(CURATE)
def corpus_page(request: HttpRequest, slug: str) -> HttpResponse:
    """One corpus: its stages, what is next, and the long work that runs."""
    corpus = get_object_or_404(Corpus, slug=slug)
    context = {
        "corpus": corpus,
        "steps": [step.for_person(person(request)) for step in steps_of(corpus)],
        "jobs": Job.objects.filter(corpus=corpus).open().select_related("started_by"),
        "versions": corpus.versions.frozen().annotate(size=Count("selection")),
    }
    return render(request, "curate/corpus.html", context)
