"""The recording studio: what a reader reads, and what they send."""

import uuid
from typing import Any

from django.db.models import OuterRef, Subquery
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from corpus.curation.access import needs, person
from corpus.curation.numbers import number_in
from corpus.models import Prompt, Reading, Voice
from corpus.models.prompts import PromptQuerySet
from corpus.models.readings import prompts_of, prompts_to_read
from corpus.roles import READ_ALOUD
from corpus.services.readings import (
    MAX_BYTES,
    ReadingRefused,
    add_reading,
    digest_of,
    send_prompt_back,
)

AT_ONCE = 8
SHOWN = 200
NO_VOICE = "No voice is yours to read. Ask a curator for one."


@require_safe
@needs(READ_ALOUD)
def studio(request: HttpRequest) -> HttpResponse:
    """One text at a time, read aloud into the browser's microphone."""
    return render(request, "curate/studio.html", {"voice": _voice(request)})


@require_safe
@needs(READ_ALOUD)
def prompts(request: HttpRequest) -> HttpResponse:
    """The next texts to read, as JSON; ``after``: beyond this prompt; ``only``: no other."""
    voice = _voice(request)
    if voice is None:
        return _refusal(NO_VOICE)
    left = prompts_to_read(voice)
    if "only" in request.GET:
        chosen = left.filter(pk=_number(request, "only"))
    else:
        chosen = left.filter(pk__gt=_number(request, "after"))
    texts = [_text(prompt) for prompt in _with_refusals(chosen, voice)[:AT_ONCE]]
    return _json({"prompts": texts, "progress": _progress(voice)})


@require_POST
@needs(READ_ALOUD)
def send_reading(request: HttpRequest, pk: int) -> HttpResponse:
    """Take in a recording: the body as it is; ``token`` and ``text`` (its digest) in the query."""
    voice = _voice(request)
    if voice is None:
        return _refusal(NO_VOICE)
    try:
        reading = add_reading(
            prompt_id=pk,
            text_digest=request.GET.get("text", ""),
            voice=voice,
            by=person(request),
            token=_token(request),
            # One byte more than is allowed tells that there is more.
            audio=request.read(MAX_BYTES + 1),
        )
    except ReadingRefused as refused:
        return _refusal(str(refused))
    return _json({"reading": reading.pk, "progress": _progress(voice)}, status=201)


@require_POST
@needs(READ_ALOUD)
def send_back(request: HttpRequest, pk: int) -> HttpResponse:
    """A text that nobody would say like that goes back to the curators."""
    voice = _voice(request)
    if voice is None:
        return _refusal(NO_VOICE)
    try:
        reason = request.POST.get("reason", "")
        send_prompt_back(prompt_id=pk, voice=voice, by=person(request), reason=reason)
    except ReadingRefused as refused:
        return _refusal(str(refused))
    return _json({"progress": _progress(voice)})


@require_safe
@needs(READ_ALOUD)
def my_readings(request: HttpRequest) -> HttpResponse:
    """What this person has read, newest first, and what became of it."""
    mine = Reading.objects.filter(reader=person(request)).select_related("prompt")
    shown = mine.exclude(state=Reading.State.REPLACED)[:SHOWN]
    return render(request, "curate/my_readings.html", {"readings": shown})


def _with_refusals(chosen: PromptQuerySet, voice: Voice) -> PromptQuerySet:
    """Prompts with the reason why they are to be read once more, if there is one."""
    declined = Reading.objects.filter(
        prompt=OuterRef("pk"),
        voice=voice,
        state__in=[Reading.State.DECLINED, Reading.State.UNUSABLE],
    ).order_by("-pk")
    told: PromptQuerySet = chosen.select_related("register", "corpus").annotate(
        declined=Subquery(declined.values("reason")[:1])
    )
    return told


def _text(prompt: Prompt) -> dict[str, Any]:
    return {
        "id": prompt.pk,
        "text": prompt.text,
        "digest": digest_of(prompt.text),
        "register": prompt.register.name,
        "corpus": prompt.corpus.title,
        "declined": getattr(prompt, "declined", None) or "",
    }


def _progress(voice: Voice) -> dict[str, int]:
    whole = prompts_of(voice).count()
    return {"done": whole - prompts_to_read(voice).count(), "of": whole}


def _voice(request: HttpRequest) -> Voice | None:
    return Voice.objects.read_by(request.user)


def _number(request: HttpRequest, name: str) -> int:
    return number_in(request.GET.get(name, "")) or 0


def _token(request: HttpRequest) -> uuid.UUID:
    try:
        return uuid.UUID(request.GET.get("token", ""))
    except ValueError as error:
        raise ReadingRefused("The recording came without its token. Reload the page.") from error


def _refusal(sentence: str) -> HttpResponse:
    return _json({"detail": sentence}, status=409)


def _json(body: dict[str, Any], *, status: int = 200) -> HttpResponse:
    return JsonResponse(body, status=status)
