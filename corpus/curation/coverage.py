"""Coverage of a corpus: prompts × voices at a glance, why clips failed, another try in place."""

from dataclasses import dataclass
from itertools import groupby
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from corpus.coverage import (
    Cell,
    State,
    by_voice,
    cells_of,
    current_voices,
    failed_clips,
    failures_of,
    prompts_in,
    reasons_unspoken,
    unspoken,
)
from corpus.coverage_file import coverage_file
from corpus.curation.access import needs
from corpus.curation.files import attachment
from corpus.curation.numbers import number_in
from corpus.models import Clip, Corpus, Gender, Prompt, Register, System, Voice
from corpus.prompt_files.tables import Form
from corpus.roles import CURATE, READ_TEXT
from corpus.services import render_again
from corpus.sounds.answers import sound_response

PROMPTS_PER_PAGE = 50
REASONS = 20
MARKS = {State.READY: "✓", State.WAITING: "…", State.FAILED: "✕", State.MISSING: "–"}


class CoverageFilter(forms.Form):
    """Which prompts and which voices are shown."""

    state = forms.ChoiceField(
        label="Prompts with",
        required=False,
        choices=[
            ("", "Any state"),
            (State.MISSING, "A clip missing"),
            (State.FAILED, "A clip that failed"),
            (State.WAITING, "A clip that waits"),
            (State.READY, "All clips ready"),
        ],
    )
    system = forms.ModelChoiceField(
        System.objects.filter(voices__is_current=True).distinct(),
        required=False,
        empty_label="All systems",
    )
    register = forms.ModelChoiceField(
        Register.objects.all(), required=False, empty_label="All registers"
    )
    find = forms.CharField(label="External id", required=False, max_length=120)

    def of(self, name: str) -> str:
        """A field's value as it was sent, if it is valid."""
        return "" if name in self.errors else str(self.data.get(name, ""))


@dataclass(frozen=True, slots=True)
class Selection:
    """What a request asks to see."""

    prompts: QuerySet[Prompt]
    voices: list[Voice]
    form: CoverageFilter
    query: str
    is_narrowed: bool


@require_safe
@needs(CURATE)
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """The grid, a summary of each voice, and the clip that was chosen."""
    corpus = get_object_or_404(Corpus, slug=slug)
    selected = _selected(request, corpus)
    shown = Paginator(selected.prompts, PROMPTS_PER_PAGE).get_page(request.GET.get("page"))
    grid = cells_of(corpus, list(shown.object_list), selected.voices)
    chosen = _chosen(request, corpus)
    context = {
        "corpus": corpus,
        "filter": selected.form,
        "is_narrowed": selected.is_narrowed,
        "query": selected.query,
        "here": "&".join(filter(None, [selected.query, f"page={shown.number}"])),
        "page": shown,
        "systems": _by_system(selected.voices),
        "genders": [Gender(voice.gender).label for voice in selected.voices],
        "rows": [(prompt, _marked(prompt, cells, chosen)) for prompt, cells in grid],
        "legend": [(MARKS[state], state.value) for state in State],
        "summary": by_voice(corpus, selected.voices),
        "failures": failures_of(corpus, selected.voices, most=REASONS),
        "unspoken": reasons_unspoken(corpus, selected.voices, most=REASONS),
        "chosen": chosen,
    }
    return render(request, "curate/coverage.html", context)


@require_POST
@needs(CURATE)
def again(request: HttpRequest, slug: str) -> HttpResponse:
    """Render one clip again, or all that failed with one sentence."""
    corpus = get_object_or_404(Corpus, slug=slug)
    key, sentence = number_in(request.POST.get("clip", "")), request.POST.get("failure", "")
    theirs = Clip.objects.filter(prompt__corpus=corpus)
    asked = (
        theirs.filter(pk=key) if key is not None else failed_clips(corpus).filter(failure=sentence)
    )
    waiting = render_again(clips=theirs.filter(pk__in=list(asked.values_list("pk", flat=True))))
    verb = "clip waits" if waiting == 1 else "clips wait"
    messages.success(request, f"{waiting} {verb} for a new rendition; a worker begins in seconds.")
    address = reverse("curate:coverage", args=[slug])
    return redirect(f"{address}?{_kept(request)}")


@require_safe
@needs(CURATE)
def export(request: HttpRequest, slug: str) -> HttpResponse:
    """What is shown, as a file; it holds no text of a prompt."""
    corpus = get_object_or_404(Corpus, slug=slug)
    selected = _selected(request, corpus)
    content = coverage_file(Form.CSV, corpus, selected.prompts, selected.voices)
    return attachment(content, Form.CSV, f"{slug}-coverage")


@require_safe
@needs(CURATE, READ_TEXT)
def sound(request: HttpRequest, pk: int) -> HttpResponse:
    """What listeners hear of a clip, for curators."""
    clip = get_object_or_404(Clip.objects.exclude(rendition=""), pk=pk)
    with clip.rendition.open("rb") as file:
        return sound_response(request, file.read())


def _selected(request: HttpRequest, corpus: Corpus) -> Selection:
    form = CoverageFilter(request.GET)
    form.is_valid()
    asked = form.cleaned_data
    system = asked.get("system")
    voices = current_voices(system.pk if system else None)
    standing = corpus.prompts.all().current()
    prompts: QuerySet[Prompt] = standing.select_related("register").order_by("external_id")
    if register := asked.get("register"):
        prompts = prompts.filter(register=register)
    if find := asked.get("find"):
        prompts = prompts.filter(external_id__icontains=find)
    state = State(asked["state"]) if asked.get("state") else None
    prompts = prompts_in(prompts, corpus, voices, state)
    kept = {name: form.of(name) for name in form.fields if form.of(name)}
    return Selection(prompts, voices, form, urlencode(kept), bool(kept))


@dataclass(frozen=True, slots=True)
class Marked:
    """A cell as the page shows it. asks: what its link asks for."""

    state: State
    mark: str
    asks: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Chosen:
    """The place that is looked at; clip: ``None`` where there is none.

    unspoken: why synthesis has brought none, empty where it was not tried.
    """

    prompt: Prompt
    voice: Voice
    clip: Clip | None
    unspoken: str


def _marked(prompt: Prompt, cells: list[Cell], chosen: Chosen | None) -> list[Marked]:
    place = (chosen.prompt.pk, chosen.voice.pk) if chosen else None
    return [
        Marked(
            state=cell.state,
            mark=MARKS[cell.state],
            asks=f"prompt={prompt.pk}&voice={cell.voice}",
            is_chosen=(prompt.pk, cell.voice) == place,
        )
        for cell in cells
    ]


def _chosen(request: HttpRequest, corpus: Corpus) -> Chosen | None:
    prompt_key = number_in(request.GET.get("prompt", ""))
    voice_key = number_in(request.GET.get("voice", ""))
    if prompt_key is None or voice_key is None:
        return None
    prompt = corpus.prompts.filter(pk=prompt_key).first()
    voice = Voice.objects.select_related("system").filter(pk=voice_key).first()
    if prompt is None or voice is None:
        return None
    failure = unspoken(corpus, [voice]).filter(prompt=prompt).first()
    clip = Clip.objects.filter(prompt=prompt, voice=voice).first()
    return Chosen(prompt, voice, clip, failure.reason if failure else "")


def _by_system(voices: list[Voice]) -> list[tuple[System, int]]:
    """Systems in the order of their voices, with how many voices each has."""
    grouped = groupby(voices, key=lambda voice: voice.system)
    return [(system, len(list(theirs))) for system, theirs in grouped]


def _kept(request: HttpRequest) -> str:
    """The part of the page's address that it came with, and nothing else of it."""
    form = CoverageFilter(request.POST)
    form.is_valid()
    kept = {name: form.of(name) for name in form.fields if form.of(name)}
    for name in ("page", "prompt", "voice"):
        if number_in(request.POST.get(name, "")) is not None:
            kept[name] = request.POST[name]
    return urlencode(kept)
