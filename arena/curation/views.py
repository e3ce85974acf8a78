"""Pages on which curators make studies, change them, open them and close them."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from arena.curation.forms import FIELDS, StudyForm, VersionForm
from arena.curation.steps import STEPS, Step
from arena.field_change import FieldChange
from arena.models import Study
from arena.readiness import readiness_of
from arena.services.running import (
    FieldUnconfirmed,
    StudyChanged,
    StudyError,
    change_study,
    make_study,
)
from corpus.curation.access import needs
from corpus.models import CorpusVersion, System
from corpus.roles import CURATE


@dataclass(frozen=True, slots=True)
class Group:
    """Fields of the form that belong together. is_folded: whether most leave them alone."""

    title: str
    names: tuple[str, ...]
    is_folded: bool = False


GROUPS = (
    Group("What is asked", FIELDS[:4]),
    Group("Who takes part", ("systems",)),
    Group("How listeners vote", FIELDS[4:8], is_folded=True),
    Group("Boards and sampling", FIELDS[8:], is_folded=True),
)


OVERWRITE = "Save again to write yours over it, or leave the page."


@require_safe
@needs(CURATE)
def index(request: HttpRequest) -> HttpResponse:
    """Every study with its state, its version, its systems and its votes."""
    studies = (
        Study.objects.with_vote_count()
        .select_related("version__corpus")
        .prefetch_related("entries__system")
        .order_by("-created_at")
    )
    has_version = CorpusVersion.objects.frozen().exists()
    context = {"studies": studies, "has_version": has_version}
    return render(request, "curate/studies.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(CURATE)
def new_study(request: HttpRequest) -> HttpResponse:
    """A draft: first its version, which ``?version=`` names, then the rest."""
    chosen = VersionForm(request.GET or None)
    if not chosen.is_valid():
        has_version = CorpusVersion.objects.frozen().exists()
        context = {"form": chosen, "has_version": has_version}
        return render(request, "curate/study_version.html", context)
    version = chosen.cleaned_data["version"]
    form = StudyForm(request.POST or None, version=version)
    if form.is_valid():
        study = make_study(study=form.save(commit=False), systems=_systems(form))
        messages.success(request, "The study is drafted. Nobody but curators sees it yet.")
        return redirect("arena:study", slug=study.slug)
    return _form_page(request, form, version, "New study")


@require_safe
@needs(CURATE)
def study_page(request: HttpRequest, slug: str) -> HttpResponse:
    """One study: how it stands, what it lacks, what can be done with it."""
    study = _study(slug)
    context = {
        "study": study,
        "readiness": readiness_of(study),
        "gone": study.entries.filter(is_active=False).select_related("system"),
        "vote_count": study.votes.count(),
        "steps": [step for step in STEPS.values() if study.state in step.states],
    }
    return render(request, "curate/study.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(CURATE)
def edit_study(request: HttpRequest, slug: str) -> HttpResponse:
    """The form of a study; two curators at once: the second is told, and loses nothing."""
    study = _study(slug)
    if study.is_closed:
        messages.warning(request, "A closed study stays as it is.")
        return redirect("arena:study", slug=slug)
    change = None
    form = StudyForm(request.POST or None, instance=study, version=study.version)
    if form.is_valid():
        changed = form.save(commit=False)
        try:
            change_study(
                study=changed,
                fields=FIELDS,
                systems=_systems(form),
                seen=form.cleaned_data["seen"],
                confirmed=request.POST.get("confirmed", ""),
            )
        except FieldUnconfirmed as error:
            change = error.change
        except StudyChanged as error:
            theirs = form.look_again(Study.objects.get(pk=study.pk))
            form.add_error(None, [str(error), *theirs, OVERWRITE])
        except StudyError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, "Saved.")
            return redirect("arena:study", slug=changed.slug)
    stored = Study.objects.get(pk=study.pk)  # the form has written into the other
    return _form_page(request, form, study.version, f"Change {stored.title}", stored, change)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(CURATE)
def settle(request: HttpRequest, slug: str, step: str) -> HttpResponse:
    """Say what opening, pausing, closing or discarding does; done once it is confirmed."""
    study, asked = _study(slug), STEPS.get(step)
    if asked is None:
        raise Http404
    if request.method == "POST":
        return _settled(request, study, asked)
    if study.state not in asked.states:
        messages.warning(request, f"This study is {study.state}: {asked.refusal}")
        return redirect("arena:study", slug=slug)
    ready = readiness_of(study) if asked.key == "open" else None
    context = {"study": study, "step": asked, "readiness": ready}
    return render(request, "curate/study_step.html", context)


def _settled(request: HttpRequest, study: Study, step: Step) -> HttpResponse:
    try:
        step.do(study, request.POST.get("accepted", "")[:64])
    except StudyError as error:
        messages.warning(request, str(error))
        if step.key == "open" and study.state in step.states:
            return redirect("arena:study-step", slug=study.slug, step=step.key)
        return redirect("arena:study", slug=study.slug)
    messages.success(request, step.done)
    if step.key == "discard":
        return redirect("arena:studies")
    return redirect("arena:study", slug=study.slug)


def _form_page(
    request: HttpRequest,
    form: StudyForm,
    version: CorpusVersion,
    title: str,
    study: Study | None = None,
    change: FieldChange | None = None,
) -> HttpResponse:
    groups = [(group, [form[name] for name in group.names]) for group in GROUPS]
    wrong = [any(field.errors for field in fields) for _, fields in groups]
    context = {
        "form": form,
        "groups": [(*group, is_wrong) for group, is_wrong in zip(groups, wrong, strict=True)],
        "version": version,
        "title": title,
        "study": study,
        "change": change,
    }
    return render(request, "curate/study_form.html", context)


def _systems(form: StudyForm) -> list[System]:
    return list(form.cleaned_data["systems"])


def _study(slug: str) -> Study:
    studies = Study.objects.with_simulated().select_related("version__corpus")
    return get_object_or_404(studies, slug=slug)
