"""Frozen versions: one, its manifest, and two of them compared."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from corpus.curation.access import needs, person
from corpus.freezing.manifest import Selected, difference
from corpus.models import CorpusVersion
from corpus.roles import CURATE, READ_TEXT
from corpus.services.freezing import is_intact
from corpus.services.reads import note_shown


@require_safe
@needs(CURATE)
def version_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One frozen version: its figures, its digest, and whether it is as it was frozen."""
    version = _version(slug, number)
    counts = version.selection.values_list("prompt__register__name", "stratum")
    table: dict[str, dict[str, int]] = {}
    for register, stratum in counts:
        row = table.setdefault(register, {"low": 0, "middle": 0, "high": 0, "": 0})
        row[stratum] += 1
    others = version.corpus.versions.frozen().exclude(pk=version.pk)
    context = {
        "corpus": version.corpus,
        "version": version,
        "size": version.selection.count(),
        "registers": [(name, row | {"all": sum(row.values())}) for name, row in table.items()],
        "is_intact": is_intact(version) if version.manifest else None,
        "others": others,
    }
    return render(request, "curate/version.html", context)


@require_safe
@needs(CURATE)
def manifest(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The manifest as it was frozen, byte for byte: its SHA-256 is the version's digest."""
    version = _version(slug, number)
    if not version.manifest:
        return render(request, "404.html", status=404)
    name = f"{version.corpus.slug}-v{version.number}-manifest.json"
    return HttpResponse(
        version.manifest.encode(),
        content_type="application/json",
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": "private, no-store",
        },
    )


@require_safe
@needs(CURATE, READ_TEXT)
def compare(request: HttpRequest, slug: str, older: int, newer: int) -> HttpResponse:
    """What came, what went, and what is another text now."""
    first, second = _version(slug, older), _version(slug, newer)
    found = difference(_selected(first), _selected(second))
    texts = len(found.added) + len(found.removed) + 2 * len(found.changed)
    note_shown(corpus=first.corpus, shown=texts, by=person(request))
    context = {"corpus": first.corpus, "older": first, "newer": second, "difference": found}
    return render(request, "curate/compare.html", context)


def _version(slug: str, number: int) -> CorpusVersion:
    frozen = CorpusVersion.objects.frozen().select_related("corpus", "frozen_by")
    return get_object_or_404(frozen, corpus__slug=slug, number=number)


def _selected(version: CorpusVersion) -> list[Selected]:
    rows = version.selection.values_list(
        "prompt__external_id", "prompt__text", "prompt__register__name", "stratum"
    )
    return [Selected(*row) for row in rows]
