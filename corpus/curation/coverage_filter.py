"""Which prompts and voices the page of coverage shows; what is sought stands in no address."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest, QueryDict

from corpus.coverage import State, current_voices, prompts_in
from corpus.curation.held import VersionField, offer_versions
from corpus.curation.searches import PARAMETER, keep_search, kept_search
from corpus.models import Corpus, CorpusVersion, Prompt, Register, System, Voice

SOUGHT = "find"  # may be a private word


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
    version = VersionField()
    find = forms.CharField(label="External id", required=False, max_length=120)

    def __init__(self, data: QueryDict, *, corpus: Corpus) -> None:
        super().__init__(data)
        offer_versions(self, corpus)

    def said(self) -> dict[str, str]:
        """The fields that are filled in and valid, as they were sent."""
        self.is_valid()
        sent = {name: str(self.data.get(name, "")) for name in self.fields}
        return {name: value for name, value in sent.items() if value and name not in self.errors}


@dataclass(frozen=True, slots=True)
class Selection:
    """What a request asks to see.

    counted: all prompts that the sums are about; version: the frozen one that holds them, none:
    they stand; query: asks for the same again.
    """

    counted: QuerySet[Prompt]
    prompts: QuerySet[Prompt]
    voices: list[Voice]
    version: CorpusVersion | None
    form: CoverageFilter
    query: str
    is_narrowed: bool


def sent_query(request: HttpRequest, corpus: Corpus) -> str:
    """The query that asks for what a form sent; what is sought is kept under a name."""
    said = CoverageFilter(request.POST, corpus=corpus).said()
    return _query(said, keep_search(request, {SOUGHT: said.get(SOUGHT, "")}))


def asked_selection(asked: QueryDict, request: HttpRequest, corpus: Corpus) -> Selection:
    """What an address, or a form on the page that it leads to, asks for."""
    form = CoverageFilter(_with_sought(asked, request), corpus=corpus)
    said = form.said()
    values = form.cleaned_data
    system = values.get("system")
    voices = current_voices(system.pk if system else None)
    version = values.get("version")
    counted = corpus.prompts.all().held_by(version)
    prompts: QuerySet[Prompt] = counted.select_related("register").order_by("external_id")
    if register := values.get("register"):
        prompts = prompts.filter(register=register)
    if find := values.get(SOUGHT):
        prompts = prompts.filter(external_id__icontains=find)
    state = State(values["state"]) if values.get("state") else None
    prompts = prompts_in(prompts, corpus, voices, state)
    query = _query(said, asked.get(PARAMETER, ""))
    return Selection(counted, prompts, voices, version, form, query, is_narrowed=bool(said))


def _with_sought(asked: QueryDict, request: HttpRequest) -> QueryDict:
    full = asked.copy()
    full.pop(SOUGHT, None)
    if sought := kept_search(request, asked.get(PARAMETER, "")).get(SOUGHT):
        full[SOUGHT] = sought
    return full


def _query(said: Mapping[str, str], search: str) -> str:
    open_words = {name: value for name, value in said.items() if name != SOUGHT}
    return urlencode(open_words | ({PARAMETER: search} if SOUGHT in said else {}))
