"""The page that lists who took many private texts, or votes."""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from corpus.curation.access import needs
from corpus.curation.files import attachment
from corpus.prompt_files.tables import Form
from corpus.prompt_files.writing import write_table
from corpus.roles import CURATE
from ratings.reads import TEXTS, VOTES, reads

PER_PAGE = 50
COLUMNS = ("when", "who", "what", "of", "how", "count")


class ReadsFilter(forms.Form):
    """Whose reads of what are shown; empty fields hold nothing back."""

    who = forms.CharField(label="Who", required=False, max_length=150)
    what = forms.ChoiceField(
        label="What",
        required=False,
        choices=[("", "Both"), (TEXTS, "Private texts"), (VOTES, "Votes")],
    )


@never_cache
@require_safe
@needs(CURATE)
def bulk_reads(request: HttpRequest) -> HttpResponse:
    """Who took or saw many private texts, or exported votes, newest first."""
    form, wanted = _wanted(request)
    page = Paginator(reads(**wanted), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "page": page,
        "query": urlencode(wanted),
        "is_narrowed": bool(wanted),
    }
    return render(request, "ratings/reads.html", context)


@never_cache
@require_safe
@needs(CURATE)
def export(request: HttpRequest) -> HttpResponse:
    """What the page lists, as CSV."""
    rows = ([_cell(row[name]) for name in COLUMNS] for row in reads(**_wanted(request)[1]))
    return attachment(write_table(Form.CSV, COLUMNS, rows), Form.CSV, "bulk-reads")


def _wanted(request: HttpRequest) -> tuple[ReadsFilter, dict[str, str]]:
    form = ReadsFilter(request.GET)
    form.is_valid()
    return form, {name: value for name, value in form.cleaned_data.items() if value}


def _cell(value: Any) -> str:
    return value.isoformat(timespec="seconds") if hasattr(value, "isoformat") else str(value)
