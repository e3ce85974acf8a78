"""Prompts as curators and reviewers see them: a list, a page each, what can be done there."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from corpus.curation.access import needs, needs_one_of, person
from corpus.curation.files import attachment
from corpus.curation.filters import Filtered, asked_filter, filtered, sent_query
from corpus.curation.marks import marked
from corpus.curation.numbers import number_in
from corpus.curation.searches import is_forgotten, tell_forgotten
from corpus.curation.spread import topic_spread
from corpus.models import Corpus, Prompt
from corpus.prompt_files.tables import Form
from corpus.roles import CURATE, READ_TEXT, REVIEW
from corpus.services.exports import export_prompts
from corpus.services.prompts import (
    PromptError,
    restore_prompt,
    undo_change,
    withdraw_prompt,
)
from corpus.services.prompts.undoing import last_own_change
from corpus.services.reads import note_shown

PER_PAGE = 50


@require_http_methods(["GET", "HEAD", "POST"])
@needs(READ_TEXT)
@needs_one_of(CURATE, REVIEW)
def prompt_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Prompts of a corpus, searched, filtered and in order; what is sought is sent by POST."""
    corpus = get_object_or_404(Corpus, slug=slug)
    if request.method == "POST":
        return _listed(slug, sent_query(request, corpus))
    if is_forgotten(request):
        tell_forgotten(request)
    form = asked_filter(request, corpus)
    shown = filtered(corpus, form)
    page = Paginator(shown.prompts, PER_PAGE).get_page(request.GET.get("page"))
    note_shown(corpus=corpus, shown=len(page.object_list), by=person(request))
    context = {
        "corpus": corpus,
        "form": form,
        "page": page,
        "query": shown.query,
        "is_narrowed": shown.is_narrowed,
        "spread": topic_spread(corpus),
        "forms": [form.value for form in Form],
    }
    return render(request, "curate/prompts.html", context)


@require_safe
@needs(CURATE, READ_TEXT)
def export(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """What a list shows, as a file; who took it is logged."""
    corpus = get_object_or_404(Corpus, slug=slug)
    if form not in {known.value for known in Form}:
        raise Http404
    if is_forgotten(request):  # a file of everything is not what was asked for
        tell_forgotten(request)
        return _listed(slug, "")
    shown = filtered(corpus, asked_filter(request, corpus))
    prompts = shown.prompts.select_related("register", "source", "author", "reviewer")
    content = export_prompts(corpus=corpus, prompts=prompts, form=Form(form), by=person(request))
    return attachment(content, Form(form), f"{slug}-prompts")


@require_safe
@needs(READ_TEXT)
@needs_one_of(CURATE, REVIEW)
def prompt_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One prompt: its text with what was found in it, its source, its history."""
    prompt = prompt_of(slug, pk)
    shown = filtered(prompt.corpus, asked_filter(request, prompt.corpus))
    earlier, later = _beside(prompt, shown)
    context = {
        "corpus": prompt.corpus,
        "prompt": prompt,
        "marked": marked(prompt),
        "can_edit": _is_editable(prompt),
        "changes": prompt.changes.select_related("by").order_by("-id"),
        "undoable": last_own_change(prompt=prompt, by=person(request)),
        "query": shown.query,
        "earlier": earlier,
        "later": later,
        "newer": Prompt.objects.filter(supersedes=prompt).first(),
    }
    return render(request, "curate/prompt.html", context)


@require_POST
@needs(CURATE, READ_TEXT)
def withdraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take a prompt out of the corpus."""
    return decided(request, slug, pk, withdraw_prompt, reason=request.POST.get("reason", ""))


@require_POST
@needs(CURATE, READ_TEXT)
def restore(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take a withdrawn prompt in again."""
    return decided(request, slug, pk, restore_prompt)


@require_POST
@needs(READ_TEXT)
@needs_one_of(CURATE, REVIEW)
def undo(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take back one's own last change of a prompt."""
    prompt = prompt_of(slug, pk)
    change = last_own_change(prompt=prompt, by=person(request))
    if change is None:
        messages.warning(request, "There is nothing of yours to undo here any more.")
    else:
        try:
            undo_change(change_id=change.pk, by=person(request))
        except PromptError as error:
            messages.warning(request, str(error))
        else:
            messages.success(request, "Undone.")
    return to_prompt(request, prompt)


def decided(request: HttpRequest, slug: str, pk: int, service: Any, **fields: Any) -> HttpResponse:
    """Do something to a prompt at the revision that the page showed, and go back to it."""
    prompt = prompt_of(slug, pk)
    try:
        service(prompt=prompt, by=person(request), seen=seen_revision(request), **fields)
    except PromptError as error:
        messages.warning(request, str(error))
    return to_prompt(request, prompt)


def prompt_of(slug: str, pk: int) -> Prompt:
    """The prompt of a page, or 404."""
    related = Prompt.objects.select_related("corpus", "register", "source", "author", "reviewer")
    return get_object_or_404(related, pk=pk, corpus__slug=slug)


def to_prompt(request: HttpRequest, prompt: Prompt) -> HttpResponse:
    """The page of a prompt, within the list that it was opened from."""
    query = request.POST.get("query", "")
    address = reverse("curate:prompt", args=[prompt.corpus.slug, prompt.pk])
    return redirect(f"{address}?{query}" if query else address)


def seen_revision(request: HttpRequest) -> int:
    """The revision that the page showed; −1, which none is, where it does not say."""
    seen = number_in(request.POST.get("seen", ""))
    return -1 if seen is None else seen


def _listed(slug: str, query: str) -> HttpResponse:
    address = reverse("curate:prompts", args=[slug])
    return redirect(f"{address}?{query}" if query else address)


def _is_editable(prompt: Prompt) -> bool:
    return prompt.is_current and prompt.state != Prompt.State.WITHDRAWN


def _beside(prompt: Prompt, shown: Filtered) -> tuple[int | None, int | None]:
    """Keys of the prompts before and after in the list; of a prompt that has left it, by its id."""
    keys = list(shown.prompts.values_list("pk", flat=True))
    if prompt.pk in keys:
        place = keys.index(prompt.pk)
        return (
            keys[place - 1] if place else None,
            keys[place + 1] if place + 1 < len(keys) else None,
        )
    behind = shown.prompts.filter(external_id__gt=prompt.external_id).order_by("external_id")
    following = behind.values_list("pk", flat=True).first()
    return None, following or (keys[0] if keys else None)
