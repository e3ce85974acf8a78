"""The review queue: one prompt at a time, judged by somebody who wrote nothing of it."""

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from corpus.curation.access import needs, person
from corpus.curation.holds import hold, holders, release
from corpus.curation.marks import marked
from corpus.curation.numbers import number_in
from corpus.curation.prompts import prompt_of, seen_revision
from corpus.models import Corpus, Prompt, PromptChange
from corpus.models.prompts import PromptQuerySet
from corpus.roles import READ_TEXT, REVIEW
from corpus.services.prompts import (
    PromptError,
    PromptMoved,
    WrongState,
    approve_prompt,
    return_prompt,
    undo_change,
)

LOOKED_AHEAD = 20
LAST = "last_decision"


@require_safe
@needs(REVIEW, READ_TEXT)
def queue(request: HttpRequest, slug: str) -> HttpResponse:
    """Go to the next prompt that this person may judge, or say that there is none.

    ``after`` or ``before`` names the prompt from which to go on.
    """
    corpus = get_object_or_404(Corpus, slug=slug)
    waiting = _waiting(request, corpus)
    chosen = _next(request, waiting)
    if chosen is not None:
        return redirect("curate:review-prompt", slug=slug, pk=chosen)
    states = Prompt.State
    standing = corpus.prompts.filter(is_current=True)
    context = {
        "corpus": corpus,
        "own": standing.to_review_by_others(person(request)).count(),
        "returned": standing.filter(state=states.RETURNED).count(),
        "approved": standing.approved().count(),
        "last": _last(request),
    }
    return render(request, "curate/review_empty.html", context)


@require_safe
@needs(REVIEW, READ_TEXT)
def review_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One prompt to be judged."""
    prompt = prompt_of(slug, pk)
    if not prompt.is_current or prompt.state != Prompt.State.WAITING:
        messages.info(request, f"“{prompt.external_id}” is judged already. Here is the next one.")
        return _onward(slug, pk)
    return _page(request, prompt)


@require_POST
@needs(REVIEW, READ_TEXT)
def decide(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Approve a prompt or send it back, then go on to the next."""
    prompt = prompt_of(slug, pk)
    try:
        change = _decide(request, prompt)
    except (PromptMoved, WrongState) as error:
        messages.info(request, f"“{prompt.external_id}”: {_kindly(error, person(request))}")
        return _onward(slug, pk)
    except PromptError as error:
        return _page(request, prompt_of(slug, pk), problem=str(error), status=422)
    request.session[LAST] = change.pk
    return _onward(slug, pk)


@require_POST
@needs(REVIEW, READ_TEXT)
def undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Take back one's last decision and show its prompt again."""
    last = _last(request)
    if last is None:
        messages.info(request, "There is no decision of yours to undo.")
        return redirect("curate:review", slug=slug)
    try:
        prompt = undo_change(change_id=last.pk, by=person(request))
    except PromptError as error:
        messages.warning(request, str(error))
        return redirect("curate:review", slug=slug)
    finally:
        request.session.pop(LAST, None)
    messages.success(request, "Undone. Decide again.")
    return redirect("curate:review-prompt", slug=prompt.corpus.slug, pk=prompt.pk)


def _decide(request: HttpRequest, prompt: Prompt) -> PromptChange:
    by, seen = person(request), seen_revision(request)
    acting = "is_acting_heavy" in request.POST
    if request.POST.get("decision") == "return":
        reason = request.POST.get("reason", "")
        return return_prompt(prompt=prompt, by=by, seen=seen, reason=reason, is_acting_heavy=acting)
    if acting:
        raise PromptError(
            "Text that asks for acting is out of scope. Send it back with a reason, or untick it."
        )
    return approve_prompt(prompt=prompt, by=by, seen=seen)


def _page(
    request: HttpRequest, prompt: Prompt, problem: str = "", status: int = 200
) -> HttpResponse:
    by = person(request)
    other = holders([prompt.pk], by).get(prompt.pk, "")
    if not other:
        hold(prompt.pk, by)
    context = {
        "corpus": prompt.corpus,
        "prompt": prompt,
        "marked": marked(prompt),
        "left": _waiting(request, prompt.corpus).count(),
        "other": other,
        "is_own": prompt.has_contribution_of(by),
        "problem": problem,
        "reason": request.POST.get("reason", ""),
        "is_acting_heavy": "is_acting_heavy" in request.POST,
        "last": _last(request),
        "sent_back": _sent_back(prompt),
    }
    return render(request, "curate/review.html", context, status=status)


def _waiting(request: HttpRequest, corpus: Corpus) -> PromptQuerySet:
    return Prompt.objects.filter(corpus=corpus).to_review_by(person(request)).order_by("pk")


def _next(request: HttpRequest, waiting: PromptQuerySet) -> int | None:
    """The next prompt at which nobody else looks; if all are looked at, the very next."""
    keys = waiting.values_list("pk", flat=True)
    after, before = (number_in(request.GET.get(name, "")) for name in ("after", "before"))
    for left in (after, before):
        if left is not None:
            release(left, person(request))
    if before is not None:
        ahead = [*keys.filter(pk__lt=before).order_by("-pk")[:LOOKED_AHEAD]]
        ahead = ahead or [*keys.order_by("-pk")[:LOOKED_AHEAD]]
    else:
        ahead = [*keys.filter(pk__gt=after or 0)[:LOOKED_AHEAD]] or [*keys[:LOOKED_AHEAD]]
    taken = holders(ahead, person(request))
    return next((pk for pk in ahead if pk not in taken), ahead[0] if ahead else None)


def _last(request: HttpRequest) -> PromptChange | None:
    last = PromptChange.objects.filter(pk=request.session.get(LAST) or 0, by=person(request))
    return last.select_related("prompt").first()


def _sent_back(prompt: Prompt) -> PromptChange | None:
    """Why it was sent back before, if it was."""
    returned = prompt.changes.filter(action=PromptChange.Action.RETURNED)
    return returned.select_related("by").order_by("-id").first()


def _kindly(error: PromptError, reviewer: User) -> str:
    if isinstance(error, PromptMoved) and error.changes:
        last = error.changes[-1]
        if last.by == reviewer:
            return f"You have {last.deed} it already. Here is the next one."
        who = last.by.get_username() if last.by else "a program"
        return f"{who} was a moment quicker and has {last.deed} it. Here is the next one."
    return f"{error} Here is the next one."


def _onward(slug: str, pk: int) -> HttpResponse:
    return redirect(f"{reverse('curate:review', args=[slug])}?after={pk}")
