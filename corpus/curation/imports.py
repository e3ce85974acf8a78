"""Bringing files of prompts into a corpus: upload, columns, preview, import."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from corpus.curation.access import needs, person
from corpus.curation.files import attachment
from corpus.curation.forms import MappingForm, UploadForm
from corpus.models import Corpus, PromptImport
from corpus.prompt_files.columns import missing_fields
from corpus.prompt_files.limits import UnreadableFile
from corpus.roles import CURATE, READ_TEXT
from corpus.services.imports import (
    MANY_ROWS,
    ImportClosed,
    ImportMoved,
    ImportRefused,
    check_import,
    confirm_import,
    discard_import,
    map_columns,
    stage_import,
    start_checking,
    start_storing,
)
from corpus.services.imports.failed import failed_rows
from corpus.services.reads import note_bulk_read, note_shown

ROWS_PER_PAGE = 50
OUTCOMES = {
    "": "All rows",
    "wrong": "Wrong",
    "errors": "With errors to fix",
    "new": "New",
    "changed": "Changed",
    "same": "The same",
}


@require_http_methods(["GET", "HEAD", "POST"])
@needs(CURATE, READ_TEXT)
def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Take in a file; nothing of it is in the corpus before its preview is confirmed."""
    corpus = get_object_or_404(Corpus, slug=slug)
    form = UploadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"]
        try:
            staged = stage_import(
                corpus=corpus, by=person(request), name=file.name, content=file.read()
            )
        except UnreadableFile as error:
            form.add_error("file", str(error))
        else:
            _check(request, staged)
            return _to(staged)
    context = {"corpus": corpus, "form": form, "imports": corpus.imports.listed()[:20]}
    return render(request, "curate/import.html", context)


@require_safe
@needs(CURATE, READ_TEXT)
def preview(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What each row of a staged file would do, and why."""
    staged = _staged(slug, pk)
    wanted = request.GET.get("show", "")
    wanted = wanted if wanted in OUTCOMES else ""
    rows = Paginator(_rows(staged, wanted), ROWS_PER_PAGE).get_page(request.GET.get("page"))
    if staged.by != person(request):
        note_shown(corpus=staged.corpus, shown=len(rows.object_list), by=person(request))
    context = {
        "corpus": staged.corpus,
        "staged": staged,
        "form": MappingForm(staged=staged),
        "missing": missing_fields(staged.mapping),
        "rows": rows,
        "show": wanted,
        "tabs": _tabs(staged),
        "writes": staged.counts.get("new", 0) + staged.counts.get("changed", 0),
    }
    return render(request, "curate/import_preview.html", context)


@require_POST
@needs(CURATE, READ_TEXT)
def remap(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Say which column holds what, and check the rows anew."""
    staged = _staged(slug, pk)
    form = MappingForm(request.POST, staged=staged)
    if not form.is_valid():
        for field, errors in form.errors.items():
            messages.error(request, f"{form.fields[field].label}: {errors[0]}")
        return _to(staged)
    try:
        map_columns(staged=staged, mapping=form.cleaned_data)
        _check(request, staged)
    except (ImportRefused, UnreadableFile) as error:
        messages.error(request, str(error))
    return _to(staged)


@require_POST
@needs(CURATE, READ_TEXT)
def confirm(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Import what the preview showed, all or nothing."""
    staged = _staged(slug, pk)
    try:
        if staged.is_open and staged.row_count > MANY_ROWS:
            start_storing(staged=staged, by=person(request))
            return _to(staged)
        stored = confirm_import(staged=staged, by=person(request))
    except ImportMoved as error:
        messages.warning(request, str(error))
    except (ImportRefused, UnreadableFile) as error:
        messages.error(request, str(error))
    else:
        messages.success(request, f"{stored} prompts are imported and wait for review.")
    return _to(staged)


@require_POST
@needs(CURATE, READ_TEXT)
def discard(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Drop a staged file."""
    try:
        discard_import(staged=_staged(slug, pk))
    except ImportClosed as error:
        messages.error(request, str(error))
    else:
        messages.success(request, "The file is dropped; nothing of it was imported.")
    return redirect("curate:import", slug=slug)


@require_safe
@needs(CURATE, READ_TEXT)
def failed(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The wrong rows as a file of the same form, with the reasons, to be corrected."""
    staged = _staged(slug, pk)
    try:
        form, content = failed_rows(staged=staged)
    except UnreadableFile as error:
        messages.error(request, str(error))
        return _to(staged)
    if staged.by != person(request):
        count = staged.counts.get("wrong", 0)
        note_bulk_read(corpus=staged.corpus, form=form, prompt_count=count, by=person(request))
    return attachment(content, form, f"{slug}-failed-rows")


def _check(request: HttpRequest, staged: PromptImport) -> None:
    """Check few rows at once, many in a job; not before every field has a column."""
    if missing_fields(staged.mapping):
        return
    if staged.row_count > MANY_ROWS:
        start_checking(staged=staged, by=person(request))
        return
    check_import(staged=staged)


def _staged(slug: str, pk: int) -> PromptImport:
    imports = PromptImport.objects.select_related("corpus", "by", "job")
    return get_object_or_404(imports, pk=pk, corpus__slug=slug)


def _to(staged: PromptImport) -> HttpResponse:
    return redirect("curate:import-preview", slug=staged.corpus.slug, pk=staged.pk)


def _has_error(row: dict[str, Any]) -> bool:
    return row["outcome"] in {"new", "changed"} and any(
        finding["severity"] == "error" for finding in row["findings"]
    )


def _rows(staged: PromptImport, wanted: str) -> list[dict[str, Any]]:
    if not wanted:
        return list(staged.rows)
    if wanted == "errors":
        return [row for row in staged.rows if _has_error(row)]
    return staged.rows_of(wanted)


def _tabs(staged: PromptImport) -> list[tuple[str, str, int]]:
    counts = staged.counts | {"": staged.row_count, "errors": staged.counts.get("with_errors", 0)}
    return [(name, label, counts.get(name, 0)) for name, label in OUTCOMES.items()]
