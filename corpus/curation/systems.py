"""Systems and their voices: who is rated, which voices were chosen and why."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.models import User
from django.db.models import Count, Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from corpus.curation.access import needs, person
from corpus.curation.system_forms import SystemForm, VoiceDetailsForm, VoiceForm
from corpus.models import Gender, System, Voice
from corpus.roles import CURATE
from corpus.services import voices_changed
from corpus.services.voices import VoiceRefused, add_voice, mend_voice, swap_voice


@dataclass(frozen=True, slots=True)
class Part:
    """One gender of a system: its voice of today, None if missing, and those of before."""

    gender: Gender
    voice: Voice | None
    former: list[Voice]


@require_safe
@needs(CURATE)
def index(request: HttpRequest) -> HttpResponse:
    """Every system with its current voices; missing ones are flagged."""
    current = Voice.objects.current().select_related("reader")
    systems = System.objects.prefetch_related(
        Prefetch("voices", queryset=current, to_attr="speaking")
    ).order_by("kind", "name", "version")
    rows = [(system, parts_of(getattr(system, "speaking"))) for system in systems]  # noqa: B009
    lacking = sum(part.voice is None for _, parts in rows for part in parts)
    return render(request, "curate/systems.html", {"rows": rows, "lacking": lacking})


@require_safe
@needs(CURATE)
def system_page(request: HttpRequest, slug: str) -> HttpResponse:
    """One system, its voices and how they followed each other."""
    system = get_object_or_404(System, slug=slug)
    voices = (
        system.voices.select_related("reader", "chosen_by", "replaces")
        .prefetch_related("corpora")
        .annotate(clip_count=Count("clips"))
        .order_by("-pk")
    )
    return render(request, "curate/system.html", {"system": system, "parts": parts_of(voices)})


def parts_of(voices: Iterable[Voice]) -> list[Part]:
    """Both genders, each with its voice of today and the former ones, newest first."""
    known = list(voices)
    parts = []
    for gender in Gender:
        mine = [voice for voice in known if voice.gender == gender]
        now = next((voice for voice in mine if voice.is_current), None)
        parts.append(Part(gender, now, [voice for voice in mine if not voice.is_current]))
    return parts


@require_http_methods(["GET", "HEAD", "POST"])
@needs(CURATE)
def new_system(request: HttpRequest) -> HttpResponse:
    """Enter a system; its voices follow on its own page."""
    return _system_form(request, System(), "New system")


@require_http_methods(["GET", "HEAD", "POST"])
@needs(CURATE)
def edit_system(request: HttpRequest, slug: str) -> HttpResponse:
    """Mend what is known of a system."""
    system = get_object_or_404(System, slug=slug)
    return _system_form(request, system, f"Edit {system}")


def _system_form(request: HttpRequest, system: System, title: str) -> HttpResponse:
    form = SystemForm(request.POST or None, instance=system)
    if request.method == "POST" and form.is_valid():
        saved = form.save()
        voices_changed(system=saved)
        messages.success(request, f"{saved} is saved.")
        return redirect("curate:system", slug=saved.slug)
    return render(request, "curate/system_form.html", {"form": form, "title": title})


@require_http_methods(["GET", "HEAD", "POST"])
@needs(CURATE)
def choose_voice(request: HttpRequest, slug: str, gender: str) -> HttpResponse:
    """Give a system its voice of a gender, or swap the one that it has for a new one."""
    if gender not in Gender.values:
        raise Http404
    system = get_object_or_404(System, slug=slug)
    standing = system.voices.current().filter(gender=gender).first()
    form = VoiceForm(request.POST or None, system=system, is_swap=standing is not None)
    # The model's own uniqueness speaks of fields that this form does not show.
    form.instance.system, form.instance.gender = system, gender
    if request.method == "POST" and form.is_valid():
        try:
            chosen = _chosen(form, system, gender, standing, person(request))
        except VoiceRefused as refused:
            form.add_error(None, str(refused))
        else:
            _tell_unchecked(request, form)
            messages.success(request, f"{chosen.name} is now the {gender} voice of {system}.")
            return redirect("curate:system", slug=slug)
    context = {"form": form, "system": system, "standing": standing, "gender": gender}
    return render(request, "curate/voice_form.html", context)


def _tell_unchecked(request: HttpRequest, form: VoiceForm) -> None:
    if form.unchecked:
        messages.warning(request, form.unchecked)


def _chosen(
    form: VoiceForm, system: System, gender: str, standing: Voice | None, by: User
) -> Voice:
    if standing is None:
        return add_voice(system=system, gender=gender, facts=form.facts(), by=by)
    because = form.cleaned_data["because"]
    return swap_voice(voice=standing, facts=form.facts(), because=because, by=by)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(CURATE)
def edit_voice(request: HttpRequest, pk: int) -> HttpResponse:
    """Mend what is said of a voice, and say what its reader is to read."""
    voice = get_object_or_404(Voice.objects.current().select_related("system"), pk=pk)
    form = VoiceDetailsForm(request.POST or None, instance=voice, system=voice.system)
    if request.method == "POST" and form.is_valid():
        try:
            corpora = form.cleaned_data.get("corpora", ())
            mend_voice(voice=voice, facts=form.facts(), corpora=corpora)
        except VoiceRefused as refused:
            form.add_error(None, str(refused))
        else:
            _tell_unchecked(request, form)
            messages.success(request, f"{voice.name} is saved.")
            return redirect("curate:system", slug=voice.system.slug)
    context = {"form": form, "system": voice.system, "voice": voice, "gender": voice.gender}
    return render(request, "curate/voice_form.html", context)
