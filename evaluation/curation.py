"""Pages on which clips are measured and what was measured is looked at."""

from collections import Counter
from dataclasses import dataclass

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from arena.models import Study
from corpus.curation.access import needs, person
from corpus.models import System
from corpus.roles import MEASURE_CLIPS
from evaluation import configured
from evaluation.clips import clips_of
from evaluation.files import FORMS
from evaluation.gaps import gaps_of
from evaluation.identities import models_of
from evaluation.metrics.base import Family, Metric
from evaluation.metrics.registry import UnknownMetric
from evaluation.models import Measurement, MeasurementQuerySet
from evaluation.presentation.catalogue import catalogue_of
from evaluation.presentation.numbers import amount_label
from evaluation.presentation.summary import METHOD
from evaluation.prompts import prompt_numbers
from evaluation.results import measurements_of, parts_of, shown_of, systems_shown
from evaluation.services import EvaluationRefused, jobs_of, start_evaluation
from evaluation.services.subjects import suits_studies
from evaluation.stored import due_in

PER_PAGE = 25
SORTS = {
    "lowest": F("amount").asc(nulls_last=True),
    "highest": F("amount").desc(nulls_last=True),
    "missing": F("amount").asc(nulls_first=True),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """A family that may be chosen. due: clips that it has not measured yet."""

    name: str
    due: int
    missing: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class ClipRow:
    """A measured clip. prompt: its number in the version, which says nothing about the text."""

    measurement: Measurement
    amount: str
    prompt: int


@never_cache
@require_safe
@needs(MEASURE_CLIPS)
def catalogue(request: HttpRequest) -> HttpResponse:
    """What each metric is, whether it can run here, and what brings it; and the studies."""
    leaves = catalogue_of(configured.registry().families, models_of)
    studies = Study.objects.order_by("title")
    context = {"leaves": leaves, "studies": studies}
    return render(request, "evaluation/catalogue.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(MEASURE_CLIPS)
def study_metrics(request: HttpRequest, slug: str) -> HttpResponse:
    """What is due, what runs, what came out of it, what failed."""
    study = _study(slug)
    if request.method == "POST" and _started(request, study):
        return redirect("evaluation:study-metrics", slug=slug)
    families = configured.registry().families
    gaps = gaps_of(study)
    context = {
        "study": study,
        "clips": clips_of(study).count(),
        "choices": _choices(study, families),
        "job": jobs_of(study).select_related("started_by").first(),
        "parts": parts_of(study, systems_shown(study, staff=True) or []),
        "failures": [gap for gap in gaps if gap.is_retryable],
        "gaps": [gap for gap in gaps if not gap.is_retryable],
        "method": METHOD,
        "forms": FORMS.values(),
    }
    return render(request, "evaluation/study.html", context)


@never_cache
@require_safe
@needs(MEASURE_CLIPS)
def clips(request: HttpRequest, slug: str, metric: str, system: str) -> HttpResponse:
    """One metric of one system, clip by clip; ``?sort=`` says which come first."""
    study = _study(slug)
    speaker = get_object_or_404(System.objects.filter(entries__study=study), slug=system)
    family, asked = _metric(metric)
    sort = request.GET.get("sort", "lowest")
    rows = _rows(study, family, asked, speaker).order_by(SORTS.get(sort, SORTS["lowest"]), "pk")
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    numbers = prompt_numbers(study)
    context = {
        "study": study,
        "speaker": speaker,
        "metric": asked,
        "sort": sort if sort in SORTS else "lowest",
        "sorts": SORTS,
        "page": page,
        "rows": [
            ClipRow(
                one,
                "" if one.amount is None else amount_label(one.amount),
                numbers[one.clip.prompt_id],
            )
            for one in page
        ],
    }
    return render(request, "evaluation/clips.html", context)


def _started(request: HttpRequest, study: Study) -> bool:
    names = request.POST.getlist("families")
    if not names:
        messages.warning(request, "Choose at least one metric.")
        return False
    try:
        start_evaluation(
            study=study,
            families=names,
            retry_failed="retry" in request.POST,
            by=person(request),
        )
    except (EvaluationRefused, UnknownMetric) as error:
        messages.warning(request, str(error))
    return True


def _choices(study: Study, families: tuple[Family, ...]) -> list[Choice]:
    counts = Counter(
        name for one in due_in(study, families, by_any_model=True) for name in one.families
    )
    return [
        Choice(one.name, counts[one.name], missing, not missing and bool(counts[one.name]))
        for one in families
        if suits_studies(one)
        for missing in [one.missing() or ""]
    ]


def _metric(name: str) -> tuple[Family, Metric]:
    try:
        family = configured.registry().family(name)
    except UnknownMetric as error:
        raise Http404 from error
    for metric in family.metrics:
        if metric.name == name:
            return family, metric
    raise Http404


def _rows(study: Study, family: Family, metric: Metric, system: System) -> MeasurementQuerySet:
    digests = [one.digest for one in shown_of(study) if one.family.name == family.name]
    return (
        measurements_of(study)
        .filter(
            metric=metric.name,
            version=family.version,
            model_digest__in=digests,
            clip__voice__system=system,
        )
        .select_related("clip__prompt__register", "clip__voice")
    )


def _study(slug: str) -> Study:
    return get_object_or_404(Study.objects.select_related("version__corpus"), slug=slug)
