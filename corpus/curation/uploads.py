"""Uploads of clips: choose who speaks, send files, see what each would become, store."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from corpus.audio.errors import NotAudio
from corpus.audio.sniffing import sniff
from corpus.curation.access import needs, person
from corpus.curation.held import version_asked
from corpus.curation.numbers import number_in
from corpus.curation.upload_forms import SpeakerForm, current_voices, voice_name
from corpus.curation.upload_rows import external_ids_of, plans_of, rows_of, shown, tabs_of
from corpus.models import Corpus, CorpusVersion, UploadBatch, UploadedFile
from corpus.roles import CURATE, READ_TEXT
from corpus.services.uploads import (
    UploadRefused,
    begin_upload,
    confirm_upload,
    discard_upload,
    leave_out,
    match_anew,
    pick,
    receive,
    start_looking,
    take_in_again,
    why_another_confirms,
)
from corpus.sounds.answers import sound_response

ROWS_PER_PAGE = 50
EARLIER = 20


@require_http_methods(["GET", "HEAD", "POST"])
@needs(CURATE)
def begin(request: HttpRequest, slug: str) -> HttpResponse:
    """Say who speaks, or go on with an upload that is open."""
    corpus = get_object_or_404(Corpus, slug=slug)
    version = version_asked(corpus, request.GET.get("version", ""))
    form = SpeakerForm(
        request.POST or None, corpus=corpus, voice=request.GET.get("voice", ""), version=version
    )
    if request.method == "POST" and form.is_valid():
        batch = begin_upload(
            corpus=corpus,
            by=person(request),
            system=form.system,
            gender=form.gender,
            version=form.chosen_version,
        )
        return redirect("curate:upload-batch", slug=slug, pk=batch.pk)
    context = {
        "corpus": corpus,
        "form": form,
        "example": _example(corpus, version),
        "has_voices": bool(current_voices()),
        "uploads": corpus.uploads.select_related("by", "job", "version")[:EARLIER],
    }
    return render(request, "curate/upload.html", context)


@require_safe
@needs(CURATE)
def batch_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What each file would become; with the form to send more."""
    batch = _batch(slug, pk)
    show, changing = request.GET.get("show", ""), request.GET.get("change", "")
    external_ids = external_ids_of(batch)
    page = Paginator(rows_of(batch, show), ROWS_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "corpus": batch.corpus,
        "batch": batch,
        "form": SpeakerForm(corpus=batch.corpus, batch=batch),
        "example": _example(batch.corpus, batch.version),
        "tabs": tabs_of(batch),
        "show": show,
        "page": page,
        "rows": shown(list(page.object_list), external_ids, changing),
        "voices": [(voice.pk, voice_name(voice)) for voice in current_voices()],
        "external_ids": external_ids[:2_000],
        "plans": plans_of(batch, external_ids),
        "archives": batch.archives.all(),
        "why_another": why_another_confirms(batch, person(request)),
        **_counts(batch),
    }
    return render(request, "curate/upload_batch.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(CURATE)
def files(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take files in; asked by GET, say which have come, so that a browser can go on."""
    batch = _batch(slug, pk)
    if request.method != "POST":
        have = [*batch.files.filter(archive=None).values_list("path", "size")]
        have += batch.archives.values_list("name", "size")
        return JsonResponse({"have": have})
    wants_json = request.accepts("application/json") and not request.accepts("text/html")
    try:
        _check_sender(batch, person(request))
        for file in request.FILES.getlist("files"):
            path = request.POST.get("path") or file.name or "unnamed"
            receive(batch=batch, path=path, file=file)
        if not wants_json:
            start_looking(batch=batch, by=person(request))
    except UploadRefused as error:
        if wants_json:
            return JsonResponse({"sentence": str(error)}, status=409)
        messages.error(request, str(error))
    return JsonResponse({}, status=201) if wants_json else _to(batch)


@require_POST
@needs(CURATE)
def look(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let a worker look at what has come."""
    return _done(request, _batch(slug, pk), start_looking, by=person(request))


@require_POST
@needs(CURATE)
def speaker(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Say anew who speaks."""
    batch = _batch(slug, pk)
    form = SpeakerForm(request.POST, corpus=batch.corpus)
    if not form.is_valid():
        messages.error(request, "There is no such voice, or no such version. Choose of the lists.")
        return _to(batch)
    chosen = {"system": form.system, "gender": form.gender, "version": form.chosen_version}
    return _done(request, batch, match_anew, **chosen)


@require_POST
@needs(CURATE)
def mend(request: HttpRequest, slug: str, pk: int, row: int) -> HttpResponse:
    """Say which clip one file is to be, or leave it out."""
    batch = _batch(slug, pk)
    file = get_object_or_404(UploadedFile, pk=row, batch=batch)
    try:
        match request.POST.get("do"):
            case "leave-out":
                leave_out(row=file)
            case "take-in":
                take_in_again(row=file)
            case _:
                pick(
                    row=file,
                    external_id=request.POST.get("external_id", ""),
                    voice=number_in(request.POST.get("voice", "")),
                )
    except UploadRefused as error:
        messages.error(request, str(error))
    return _to(batch, request.POST.get("back", ""))


@require_safe
@needs(CURATE, READ_TEXT)
def sound(request: HttpRequest, slug: str, pk: int, row: int) -> HttpResponse:
    """A file as it came, once it has been read as a recording, so that it is heard first."""
    readable = UploadedFile.objects.readable().filter(batch__corpus__slug=slug, batch=pk)
    file = get_object_or_404(readable, pk=row)
    try:
        with file.file.open("rb") as stored:
            audio = stored.read()
        kind = sniff(audio)
    except (FileNotFoundError, NotAudio) as error:
        raise Http404 from error
    return sound_response(request, audio, media_type=kind.media_type)


@require_POST
@needs(CURATE)
def confirm(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Store what can become clips."""
    return _done(request, _batch(slug, pk), confirm_upload, by=person(request))


@require_POST
@needs(CURATE)
def discard(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Drop what is not stored."""
    return _done(request, _batch(slug, pk), discard_upload)


def _done(request: HttpRequest, batch: UploadBatch, service: Any, **options: Any) -> HttpResponse:
    try:
        service(batch=batch, **options)
    except UploadRefused as error:
        messages.error(request, str(error))
    return _to(batch)


def _check_sender(batch: UploadBatch, by: User) -> None:
    """Who confirms readings must not have sent some: all are of who began the upload."""
    if batch.by is not None and batch.by != by:
        raise UploadRefused(f"{batch.by.get_username()} began this upload. Begin one of your own.")


def _to(batch: UploadBatch, query: str = "") -> HttpResponse:
    address = reverse("curate:upload-batch", args=[batch.corpus.slug, batch.pk])
    # Only what this page itself asks with, so that nobody is led elsewhere.
    show, _, page = query.partition(",")
    asked = {"show": show, "page": page if number_in(page) else ""}
    kept = urlencode({name: value for name, value in asked.items() if value})
    return redirect(f"{address}?{kept}#files" if kept else address)


def _batch(slug: str, pk: int) -> UploadBatch:
    batches = UploadBatch.objects.select_related("corpus", "version", "system", "by", "job")
    return get_object_or_404(batches, pk=pk, corpus__slug=slug)


def _counts(batch: UploadBatch) -> dict[str, int]:
    files = batch.files
    return {
        "total": files.count(),
        "unseen": files.filter(outcome=UploadedFile.Outcome.WAITING).count()
        + batch.archives.filter(is_unpacked=False).count(),
        "to_store": files.filter(outcome__in=UploadedFile.TO_STORE).count(),
        "replacing": files.filter(outcome=UploadedFile.Outcome.REPLACES).count(),
        "to_mend": files.filter(outcome__in=UploadedFile.TO_MEND).count(),
        "stored": files.filter(outcome=UploadedFile.Outcome.STORED).count(),
    }


def _example(corpus: Corpus, version: CorpusVersion | None) -> dict[str, str]:
    """Real names to state the rule with."""
    prompt = corpus.prompts.all().held_by(version).order_by("external_id").first()
    voices = current_voices()
    return {
        "external_id": prompt.external_id if prompt else "casual-001",
        "system": voices[0].system.slug if voices else "some-system",
    }
