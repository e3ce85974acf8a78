"""The workplace's first pages: all corpora, and one of them with what is next to do."""

from dataclasses import dataclass, replace

from django.contrib.auth.models import User
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from corpus.curation.access import needs, needs_a_role, person
from corpus.models import Corpus, Job, Prompt
from corpus.roles import CURATE, REVIEW


@dataclass(frozen=True, slots=True)
class Step:
    """One stage of a corpus. state: a sentence; url: where to go on, empty where nobody can.

    permission: needed to go there, besides that of the page that shows the stages.
    """

    name: str
    state: str
    url: str = ""
    action: str = ""
    is_done: bool = False
    permission: str = ""

    def for_person(self, user: User) -> "Step":
        """The stage as this person sees it: without a way that is closed to them."""
        closed = self.permission and not user.has_perm(self.permission)
        return replace(self, url="", action="") if closed else self


@require_safe
@needs_a_role
def index(request: HttpRequest) -> HttpResponse:
    """Every corpus, for whoever works on them."""
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
        "jobs": Job.objects.filter(corpus=corpus).open(),
        "versions": corpus.versions.annotate(size=Count("selection")),
    }
    return render(request, "curate/corpus.html", context)


def steps_of(corpus: Corpus) -> list[Step]:
    """The stages that a corpus goes through, each with its state."""
    counts = corpus.prompts.filter(is_current=True).aggregate(
        all=Count("pk", filter=~Q(state=Prompt.State.WITHDRAWN)),
        approved=Count("pk", filter=Q(state=Prompt.State.APPROVED)),
        waiting=Count("pk", filter=Q(state=Prompt.State.WAITING)),
        returned=Count("pk", filter=Q(state=Prompt.State.RETURNED)),
    )
    stages = (_prompts_step, _review_step, _difficulty_step)
    return [stage(corpus, counts) for stage in stages]


def _prompts_step(corpus: Corpus, counts: dict[str, int]) -> Step:
    return Step(
        "Prompts",
        f"{counts['all']} of {corpus.target_size}",
        url=reverse("curate:prompts", args=[corpus.slug]),
        action="Look at them" if counts["all"] else "Begin",
        is_done=counts["all"] >= corpus.target_size,
    )


def _review_step(corpus: Corpus, counts: dict[str, int]) -> Step:
    state = f"{counts['approved']} approved"
    if counts["waiting"]:
        state += f", {counts['waiting']} wait"
    if counts["returned"]:
        state += f", {counts['returned']} sent back"
    return Step(
        "Review",
        state,
        url=reverse("curate:review", args=[corpus.slug]),
        action="Review" if counts["waiting"] else "",
        permission=REVIEW,
        is_done=bool(counts["all"]) and counts["approved"] >= corpus.target_size,
    )


def _difficulty_step(corpus: Corpus, counts: dict[str, int]) -> Step:
    unmeasured = corpus.prompts.all().current().unmeasured().count()
    return Step(
        "Difficulty",
        f"{counts['all'] - unmeasured} of {counts['all']} measured by {corpus.language_model}",
        url=reverse("curate:difficulty", args=[corpus.slug]),
        is_done=bool(counts["all"]) and not unmeasured,
    )
