"""Coverage of a corpus: prompts × voices at a glance, why clips failed, another try in place."""

from dataclasses import dataclass
from itertools import groupby
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from corpus.coverage import (
    Cell,
    State,
    by_voice,
    cells_of,
    failed_clips,
    failures_of,
    reasons_unspoken,
    unspoken,
)
from corpus.coverage_file import coverage_file
from corpus.curation.access import needs
from corpus.curation.coverage_filter import Selection, asked_selection, sent_query
from corpus.curation.files import attachment
from corpus.curation.numbers import number_in
from corpus.curation.searches import is_forgotten, tell_forgotten
from corpus.models import Clip, Corpus, Gender, Prompt, System, Voice
from corpus.prompt_files.tables import Form
from corpus.roles import CURATE, READ_TEXT
from corpus.services import render_again
from corpus.sounds.answers import sound_response

PROMPTS_PER_PAGE = 50
REASONS = 20
MARKS = {State.READY: "✓", State.WAITING: "…", State.FAILED: "✕", State.MISSING: "–"}


@require_http_methods(["GET", "HEAD", "POST"])
@needs(CURATE)
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """The grid, a summary of each voice, the clip that was chosen; what is sought comes by POST."""
    corpus = get_object_or_404(Corpus, slug=slug)
    if request.method == "POST":
        return _shown(slug, sent_query(request, corpus))
    if is_forgotten(request):
        tell_forgotten(request)
    selected = asked_selection(request.GET, request, corpus)
    shown = Paginator(selected.prompts, PROMPTS_PER_PAGE).get_page(request.GET.get("page"))
    grid = cells_of(corpus, list(shown.object_list), selected.voices)
    chosen = _chosen(request, selected)
    context = {
        "corpus": corpus,
        "version": selected.version,
        "filter": selected.form,
        "is_narrowed": selected.is_narrowed,
        "query": selected.query,
        "here": "&".join(filter(None, [selected.query, f"page={shown.number}"])),
        "page": shown,
        "systems": _by_system(selected.voices),
        "genders": [Gender(voice.gender).label for voice in selected.voices],
        "rows": [(prompt, _marked(prompt, cells, chosen)) for prompt, cells in grid],
        "legend": [(MARKS[state], state.value) for state in State],
        "summary": by_voice(corpus, selected.counted, selected.voices),
        "failures": failures_of(selected.counted, selected.voices, most=REASONS),
        "unspoken": reasons_unspoken(selected.counted, selected.voices, most=REASONS),
        "chosen": chosen,
    }
    return render(request, "curate/coverage.html", context)


@require_POST
@needs(CURATE)
def again(request: HttpRequest, slug: str) -> HttpResponse:
    """Render one clip again, or all that failed with one sentence."""
    corpus = get_object_or_404(Corpus, slug=slug)
    key, sentence = number_in(request.POST.get("clip", "")), request.POST.get("failure", "")
    selected = asked_selection(request.POST, request, corpus)
    theirs = Clip.objects.filter(prompt__corpus=corpus)
    failed = failed_clips(selected.counted).filter(failure=sentence)
    asked = theirs.filter(pk=key) if key is not None else failed
    waiting = render_again(clips=theirs.filter(pk__in=list(asked.values_list("pk", flat=True))))
    verb = "clip waits" if waiting == 1 else "clips wait"
    messages.success(request, f"{waiting} {verb} for a new rendition; a worker begins in seconds.")
    return _shown(slug, _here(request, selected))


@require_safe
@needs(CURATE)
def export(request: HttpRequest, slug: str) -> HttpResponse:
    """What is shown, as a file; it holds no text of a prompt."""
    corpus = get_object_or_404(Corpus, slug=slug)
    if is_forgotten(request):  # a file of everything is not what was asked for
        tell_forgotten(request)
        return _shown(slug, "")
    selected = asked_selection(request.GET, request, corpus)
    content = coverage_file(Form.CSV, corpus, selected.prompts, selected.voices)
    return attachment(content, Form.CSV, f"{slug}-coverage")


@require_safe
@needs(CURATE, READ_TEXT)
def sound(request: HttpRequest, pk: int) -> HttpResponse:
    """What listeners hear of a clip, for curators."""
    clip = get_object_or_404(Clip.objects.exclude(rendition=""), pk=pk)
    with clip.rendition.open("rb") as file:
        return sound_response(request, file.read())


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


def _chosen(request: HttpRequest, selected: Selection) -> Chosen | None:
    prompt_key = number_in(request.GET.get("prompt", ""))
    voice_key = number_in(request.GET.get("voice", ""))
    if prompt_key is None or voice_key is None:
        return None
    prompt = selected.counted.filter(pk=prompt_key).first()
    voice = Voice.objects.select_related("system").filter(pk=voice_key).first()
    if prompt is None or voice is None:
        return None
    failure = unspoken(selected.counted.filter(pk=prompt.pk), [voice]).first()
    clip = Clip.objects.filter(prompt=prompt, voice=voice).first()
    return Chosen(prompt, voice, clip, failure.reason if failure else "")


def _shown(slug: str, query: str) -> HttpResponse:
    address = reverse("curate:coverage", args=[slug])
    return redirect(f"{address}?{query}" if query else address)


def _by_system(voices: list[Voice]) -> list[tuple[System, int]]:
    """Systems in the order of their voices, with how many voices each has."""
    grouped = groupby(voices, key=lambda voice: voice.system)
    return [(system, len(list(theirs))) for system, theirs in grouped]


def _here(request: HttpRequest, selected: Selection) -> str:
    """The part of the page's address that a form was sent from, and nothing else of it."""
    kept = [(n, request.POST.get(n, "")) for n in ("page", "prompt", "voice")]
    numbers = urlencode([(name, value) for name, value in kept if number_in(value) is not None])
    return "&".join(filter(None, [selected.query, numbers]))
