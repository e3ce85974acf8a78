"""Writing prompts: a form for new ones and for changes, proposals accepted with one key."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from corpus.curation.access import needs, needs_one_of, person
from corpus.curation.forms import PromptForm
from corpus.curation.numbers import number_in
from corpus.curation.prompts import prompt_of, seen_revision, to_prompt
from corpus.models import Corpus, Prompt
from corpus.roles import CURATE, READ_TEXT, REVIEW
from corpus.services.prompts import (
    PromptError,
    PromptMoved,
    accept_proposal,
    add_prompt,
    edit_prompt,
)
from corpus.services.prompts.writing import EDITABLE
from corpus.text.findings import Finding
from corpus.text.linting import apply_all

ALL = "all"


@require_http_methods(["GET", "HEAD", "POST"])
@needs(CURATE, READ_TEXT)
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """A new prompt, written by hand."""
    corpus = get_object_or_404(Corpus, slug=slug)
    form = PromptForm(request.POST or None, instance=Prompt(corpus=corpus))
    if form.is_valid():
        fields = {name: form.cleaned_data[name] for name in ("external_id", *EDITABLE)}
        try:
            prompt = add_prompt(corpus=corpus, by=person(request), **fields)
        except PromptError as error:
            form.add_error("external_id", str(error))
        else:
            return to_prompt(request, prompt)
    return render(request, "curate/prompt_form.html", {"form": form, "corpus": corpus})


@require_http_methods(["GET", "HEAD", "POST"])
@needs(CURATE, READ_TEXT)
def edit(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Change a prompt. Whoever comes second sees what the first did, and keeps what they wrote."""
    prompt = prompt_of(slug, pk)
    if request.method != "POST":
        form = PromptForm(instance=prompt, initial={"seen": prompt.revision})
        return _edit_page(request, prompt, form)
    form = PromptForm(request.POST, instance=prompt_of(slug, pk))
    if not form.is_valid():
        return _edit_page(request, prompt, form)
    fields = {name: form.cleaned_data[name] for name in EDITABLE}
    try:
        newer = edit_prompt(
            prompt=prompt, by=person(request), seen=seen_revision(request), **fields
        )
    except PromptMoved as error:
        # Saved once more, it is written over what is shown beside it, knowingly.
        standing = prompt_of(slug, pk)
        again = request.POST.copy()
        again["seen"] = str(standing.revision)
        form = PromptForm(again, instance=prompt_of(slug, pk))
        return _edit_page(request, standing, form, moved=error)
    except PromptError as error:
        form.add_error(None, str(error))
        return _edit_page(request, prompt, form)
    messages.success(request, "Saved. Somebody else reviews it.")
    return to_prompt(request, newer)


@require_POST
@needs(READ_TEXT)
@needs_one_of(CURATE, REVIEW)
def accept(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Write the words that linting proposes, of one finding or of all; undone with a key."""
    prompt = prompt_of(slug, pk)
    try:
        _accept(request, prompt)
    except (PromptError, ValueError) as error:
        messages.warning(request, str(error))
    else:
        messages.success(request, "The proposal is written. You are the text’s author now.")
    return _back(request, prompt)


def _accept(request: HttpRequest, prompt: Prompt) -> None:
    place = request.POST.get("place", "")
    number = number_in(place)
    seen = seen_revision(request)
    by = person(request)
    findings = [Finding.from_record(record) for record in prompt.findings]
    if place == ALL:
        edit_prompt(prompt=prompt, by=by, seen=seen, text=apply_all(prompt.text, findings))
        return
    if number is None or number >= len(findings):
        raise PromptError("This was found in another text. Look at the prompt as it is now.")
    accept_proposal(prompt=prompt, by=by, seen=seen, finding=findings[number])


def _back(request: HttpRequest, prompt: Prompt) -> HttpResponse:
    standing = Prompt.objects.get(
        corpus=prompt.corpus, external_id=prompt.external_id, is_current=True
    )
    if request.POST.get("from") == "review":
        return redirect("curate:review-prompt", slug=prompt.corpus.slug, pk=standing.pk)
    return to_prompt(request, standing)


def _edit_page(
    request: HttpRequest, prompt: Prompt, form: PromptForm, moved: PromptMoved | None = None
) -> HttpResponse:
    context = {
        "form": form,
        "corpus": prompt.corpus,
        "prompt": prompt,
        "moved": moved,
        "query": request.GET.urlencode() or request.POST.get("query", ""),
    }
    return render(request, "curate/prompt_form.html", context, status=409 if moved else 200)
