"""Readings as reviewers judge them: one at a time, by ear."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from corpus.curation.access import needs, needs_a_role, person
from corpus.models import Reading
from corpus.roles import READ_TEXT, REVIEW
from corpus.services.readings import (
    ReadingRefused,
    accept_reading,
    decline_reading,
    undo_decision,
)
from corpus.sounds.answers import sound_response

LATELY = 10


@require_safe
@needs(REVIEW, READ_TEXT)
def queue(request: HttpRequest) -> HttpResponse:
    """The oldest reading by somebody else that waits for a decision."""
    waiting = Reading.objects.to_decide(request.user)
    first = waiting.select_related("prompt__register", "prompt__corpus", "voice", "reader").first()
    decided = Reading.objects.filter(decided_by=person(request)).select_related("prompt", "reader")
    context = {
        "reading": first,
        "waiting": waiting.count(),
        "checking": Reading.objects.filter(state=Reading.State.CHECKING).count(),
        "own": Reading.objects.filter(state=Reading.State.WAITING, reader=person(request)).count(),
        "decided": decided.order_by("-decided_at")[:LATELY],
    }
    return render(request, "curate/readings.html", context)


@require_POST
@needs(REVIEW, READ_TEXT)
def accept(request: HttpRequest, pk: int) -> HttpResponse:
    """Make it the clip of the reader's voice."""
    return _decided(
        request, pk, accept_reading, "Accepted. It is now a clip of its reader’s voice."
    )


@require_POST
@needs(REVIEW, READ_TEXT)
def decline(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for another take."""
    decide = partial(decline_reading, reason=request.POST.get("reason", ""))
    told = "Declined. The reader sees your reason beside the text."
    return _decided(request, pk, decide, told)


@require_POST
@needs(REVIEW, READ_TEXT)
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a decision back."""
    return _decided(request, pk, undo_decision, "Taken back. The reading waits again.")


def _decided(
    request: HttpRequest, pk: int, decide: Callable[..., object], told: str
) -> HttpResponse:
    reading = get_object_or_404(Reading, pk=pk)
    try:
        decide(reading=reading, by=person(request))
    except ReadingRefused as refused:
        messages.warning(request, str(refused))
    else:
        messages.success(request, told)
    return redirect("curate:readings")


@require_safe
@needs_a_role
def sound(request: HttpRequest, pk: int) -> HttpResponse:
    """A take as it was sent, for its reader and for reviewers; nobody else learns that it is."""
    reading = get_object_or_404(Reading.objects.audible_to(request.user), pk=pk)
    with reading.audio.open("rb") as file:
        answer = sound_response(request, file.read(), media_type=reading.media_type)
    answer["Content-Disposition"] = "inline"
    return answer
