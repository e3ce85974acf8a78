"""Having systems speak a corpus: what it would take, the go-ahead, progress, what failed."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from corpus.curation.access import needs, person
from corpus.curation.held import VersionField, offer_versions, version_asked
from corpus.models import (
    Clip,
    Corpus,
    CorpusVersion,
    Job,
    SynthesisFailure,
    Synthesizer,
    System,
    Voice,
)
from corpus.roles import CURATE, READ_TEXT
from corpus.services.synthesis import (
    CannotSpeak,
    Order,
    SynthesisRefused,
    current_voices,
    engine_for,
    estimate_of,
    start_synthesis,
)
from corpus.services.synthesis.engines import spoken_name
from corpus.services.synthesis.starting import jobs_of

APPROVED, ALL, FAILED = "approved", "all", "failed"
FAILURES_SHOWN = 200


@dataclass(frozen=True, slots=True)
class VoiceRow:
    """How far one voice is. spoken_as: what its engine calls it."""

    voice: Voice
    spoken_as: str
    made: int
    failed: int


class VoicesField(forms.ModelMultipleChoiceField[Voice]):
    """Voices of a system, with their gender."""

    def label_from_instance(self, obj: Voice) -> str:
        """What is read beside the box."""
        return f"{obj.name} ({obj.get_gender_display()})"


class OrderForm(forms.Form):
    """What is to be spoken."""

    voices = VoicesField(
        queryset=Voice.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose at least one voice."},
    )
    scope = forms.ChoiceField(
        choices=[
            (APPROVED, "Approved prompts"),
            (ALL, "All prompts, also those that nobody has approved"),
            (FAILED, "Only those that failed before"),
        ],
        widget=forms.RadioSelect,
    )
    version = VersionField(
        help_text="A frozen version is spoken whole, in the wordings that it holds.",
    )
    limit = forms.IntegerField(
        label="At most",
        min_value=1,
        required=False,
        help_text="Clips; a few first, to listen to them before the rest is made.",
    )

    def __init__(
        self,
        data: QueryDict | None,
        *,
        corpus: Corpus,
        system: System,
        version: CorpusVersion | None = None,
    ) -> None:
        voices = current_voices(system)
        initial = {"voices": voices, "scope": APPROVED, "version": version}
        super().__init__(data, initial=initial)
        offer_versions(self, corpus)
        field = self.fields["voices"]
        assert isinstance(field, VoicesField)  # noqa: S101 - as above
        field.queryset = Voice.objects.filter(pk__in=[voice.pk for voice in voices])

    @property
    def chosen_version(self) -> CorpusVersion | None:
        """The chosen frozen version; none: the corpus as it stands, or one that does not exist."""
        self.is_valid()
        chosen = self.cleaned_data if self.is_bound else self.initial
        version: CorpusVersion | None = chosen.get("version")
        return version

    def order(self, corpus: Corpus, synthesizer: Synthesizer) -> Order:
        """What was asked for; everything, while nothing has been asked."""
        chosen = self.cleaned_data if self.is_bound else self.initial
        return Order(
            corpus=corpus,
            synthesizer=synthesizer,
            voices=tuple(chosen["voices"]),
            unreviewed=chosen["scope"] == ALL,
            only_failed=chosen["scope"] == FAILED,
            limit=chosen.get("limit"),
            version=self.chosen_version,
        )


@require_safe
@needs(CURATE, READ_TEXT)
def index(request: HttpRequest, slug: str) -> HttpResponse:
    """Every system that speaks by machine, and how far it is with this corpus."""
    corpus = get_object_or_404(Corpus, slug=slug)
    systems = System.objects.filter(kind=System.Kind.SYNTHETIC).select_related("synthesizer")
    version = version_asked(corpus, request.GET.get("version", ""))
    rows = voice_rows(corpus, version)
    context = {
        "corpus": corpus,
        "version": version,
        "versions": corpus.versions.frozen().values_list("number", flat=True),
        "to_speak": _to_speak(corpus, version),
        "systems": [(system, rows.get(system.pk, [])) for system in systems],
        "jobs": Job.objects.filter(kind="synthesis", corpus=corpus)
        .open()
        .select_related("started_by"),
    }
    return render(request, "curate/synthesis.html", context)


@require_safe
@needs(CURATE, READ_TEXT)
def page(request: HttpRequest, slug: str, system: str) -> HttpResponse:
    """One system: what it would take, and what failed."""
    corpus, synthesizer = _both(slug, system)
    form = OrderForm(
        request.GET if "scope" in request.GET else None,
        corpus=corpus,
        system=synthesizer.system,
        version=version_asked(corpus, request.GET.get("version", "")),
    )
    return _page(request, corpus, synthesizer, form)


@require_POST
@needs(CURATE, READ_TEXT)
def start(request: HttpRequest, slug: str, system: str) -> HttpResponse:
    """Begin what the estimate told; never more clips than it told."""
    corpus, synthesizer = _both(slug, system)
    form = OrderForm(request.POST, corpus=corpus, system=synthesizer.system)
    if not form.is_valid() or not form.cleaned_data["limit"]:
        return _page(request, corpus, synthesizer, form)
    try:
        start_synthesis(order=form.order(corpus, synthesizer), by=person(request))
    except SynthesisRefused as error:
        messages.warning(request, str(error))
    address = reverse("curate:synthesis-of", args=[slug, system])
    version = form.chosen_version
    return redirect(f"{address}?version={version.number}" if version else address)


def voice_rows(corpus: Corpus, version: CorpusVersion | None) -> dict[int, list[VoiceRow]]:
    """How far the current voices of each system are with a version, or what stands, by system."""
    prompts = corpus.prompts.all().held_by(version)
    made = _by_voice(Clip.objects.filter(prompt__in=prompts))
    failed = _by_voice(SynthesisFailure.objects.given_up().filter(prompt__in=prompts))
    rows: dict[int, list[VoiceRow]] = {}
    for voice in Voice.objects.filter(is_current=True).select_related("system"):
        row = VoiceRow(voice, spoken_name(voice), made.get(voice.pk, 0), failed.get(voice.pk, 0))
        rows.setdefault(voice.system_id, []).append(row)
    return rows


def _by_voice(rows: QuerySet[Any]) -> dict[int, int]:
    return dict(rows.order_by().values_list("voice").annotate(count=Count("pk")))


def _to_speak(corpus: Corpus, version: CorpusVersion | None) -> int:
    """How many prompts are to be spoken: those that somebody approved, or the version's."""
    prompts = corpus.prompts.all()
    return (prompts.held_by(version) if version else prompts.approved()).count()


def _both(slug: str, system: str) -> tuple[Corpus, Synthesizer]:
    corpus = get_object_or_404(Corpus, slug=slug)
    synthesizers = Synthesizer.objects.select_related("system")
    return corpus, get_object_or_404(synthesizers, system__slug=system)


def _page(
    request: HttpRequest, corpus: Corpus, synthesizer: Synthesizer, form: OrderForm
) -> HttpResponse:
    version = form.chosen_version
    everything = Order(
        corpus,
        synthesizer,
        tuple(current_voices(synthesizer.system)),
        unreviewed=True,
        version=version,
    )
    is_asked = not form.is_bound or form.is_valid()
    jobs = jobs_of(everything)
    context = {
        "corpus": corpus,
        "version": version,
        "system": synthesizer.system,
        "synthesizer": synthesizer,
        "form": form,
        "estimate": estimate_of(form.order(corpus, synthesizer)) if is_asked else None,
        "problem": _problem(everything),
        "rows": voice_rows(corpus, version).get(synthesizer.system_id, []),
        "to_speak": _to_speak(corpus, version),
        "job": jobs[0] if jobs else None,
        "failures": everything.given_up()
        .select_related("prompt", "voice")
        .order_by("prompt__external_id", "voice")[:FAILURES_SHOWN],
        "failed": everything.given_up().count(),
    }
    return render(request, "curate/synthesis_of.html", context, status=200 if is_asked else 422)


def _problem(order: Order) -> str:
    """Why the system cannot speak now, as far as this machine can tell."""
    if not order.voices:
        return f"{order.synthesizer.system} has no voice now. Choose one first."
    try:
        for voice in order.voices:
            engine_for(order.synthesizer, voice)
    except CannotSpeak as error:
        return str(error)
    return ""
