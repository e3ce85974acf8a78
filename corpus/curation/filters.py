"""Which prompts of a corpus a list shows, and in which order."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.db.models import F, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.http import HttpRequest, QueryDict

from corpus.curation.searches import PARAMETER, keep_search, kept_search
from corpus.models import Corpus, Prompt, Register, Stratum
from corpus.registers_difficulty import strata_of
from corpus.text.findings import Kind, Severity

UNKNOWN = "unknown"
PRIVATE = ("q", "topic")  # hold private words, which stand in no address
EXTERNAL_ID = "id"  # of links to one prompt; a new search leaves it
ORDERS = {
    "id": ("external_id", "pk"),
    "register": ("register__position", "topic", "external_id"),
    "topic": ("topic", "external_id"),
    "newest": ("-pk",),
    "easiest": (F("perplexity").asc(nulls_last=True), "external_id"),
    "hardest": (F("perplexity").desc(nulls_last=True), "external_id"),
}
ORDER_LABELS = {
    "id": "External id",
    "register": "Register, then topic",
    "topic": "Topic",
    "newest": "Newest first",
    "easiest": "Low perplexity first",
    "hardest": "High perplexity first",
}
FINDINGS = [
    ("", "Any findings"),
    ("error", "With errors"),
    ("warning", "With warnings"),
    ("clean", "Without errors"),
    *((kind.value, f"Kind: {kind.value}") for kind in Kind),
]


class PromptFilter(forms.Form):
    """The form above a list of prompts; empty fields hold nothing back."""

    q = forms.CharField(label="Search", required=False, max_length=200)
    state = forms.ChoiceField(
        label="State",
        required=False,
        choices=[("", "Not withdrawn"), *Prompt.State.choices],
    )
    register = forms.ModelChoiceField(
        Register.objects.all(),
        label="Register",
        required=False,
        to_field_name="slug",
        empty_label="All registers",
    )
    topic = forms.ChoiceField(label="Topic", required=False)
    findings = forms.ChoiceField(label="Findings", required=False, choices=FINDINGS)
    difficulty = forms.ChoiceField(
        label="Difficulty",
        required=False,
        choices=[("", "Any difficulty"), *Stratum.choices, (UNKNOWN, "Not known")],
    )
    sort = forms.ChoiceField(
        label="Order", required=False, choices=[*ORDER_LABELS.items()], initial="id"
    )

    def __init__(self, data: QueryDict, *, corpus: Corpus) -> None:
        super().__init__(data)
        topics = (
            corpus.prompts.filter(is_current=True)
            .exclude(topic="")
            .order_by("topic")
            .values_list("topic", flat=True)
            .distinct()
        )
        topic_field = self.fields["topic"]
        assert isinstance(topic_field, forms.ChoiceField)  # noqa: S101 - for the type checker
        topic_field.choices = [("", "All topics"), *((topic, topic) for topic in topics)]


def asked_filter(request: HttpRequest, corpus: Corpus) -> PromptFilter:
    """What an address asks for, with the private words of the search that it names."""
    asked = request.GET.copy()
    for name in PRIVATE:
        asked.pop(name, None)
    asked.update(kept_search(request))
    return PromptFilter(asked, corpus=corpus)


def sent_query(request: HttpRequest, corpus: Corpus) -> str:
    """The query that asks for what a form sent; private words are kept under a name."""
    form = PromptFilter(request.POST, corpus=corpus)
    wanted = _wanted(form)
    words = {name: str(wanted[name]) for name in PRIVATE if name in wanted}
    return _said(wanted, keep_search(request, words))


@dataclass(frozen=True, slots=True)
class Filtered:
    """The prompts that a filter lets through, in order, and the query that asks for them."""

    prompts: QuerySet[Prompt]
    query: str
    is_narrowed: bool


def filtered(corpus: Corpus, form: PromptFilter) -> Filtered:
    """What a filter shows of a corpus; what it does not understand holds nothing back."""
    wanted = _wanted(form)
    prompts: QuerySet[Prompt] = Prompt.objects.filter(corpus=corpus, is_current=True)
    prompts = prompts.filter(_conditions(wanted)).select_related(
        "corpus", "register", "source", "author"
    )
    if findings := wanted.get("findings"):
        prompts = _by_findings(prompts, findings)
    if difficulty := wanted.get("difficulty"):
        prompts = _by_difficulty(prompts, corpus, difficulty)
    order = ORDERS[wanted.get("sort", "id")]
    query = _said(wanted, form.data.get(PARAMETER, ""))
    return Filtered(prompts.order_by(*order), query, is_narrowed=bool(wanted.keys() - {"sort"}))


def _wanted(form: PromptFilter) -> dict[str, Any]:
    form.is_valid()
    wanted = {name: value for name, value in form.cleaned_data.items() if value}
    key = form.data.get(EXTERNAL_ID, "")
    return wanted | {EXTERNAL_ID: key} if key and "\x00" not in key else wanted


def _said(wanted: dict[str, Any], search: str) -> str:
    """The query of an address: what is not private as it is, the rest by the search's name."""
    said = {
        name: getattr(value, "slug", value) for name, value in wanted.items() if name not in PRIVATE
    }
    return urlencode(said | ({PARAMETER: search} if wanted.keys() & set(PRIVATE) else {}))


def _conditions(wanted: dict[str, Any]) -> Q:
    state = wanted.get("state")
    condition = Q(state=state) if state else ~Q(state=Prompt.State.WITHDRAWN)
    if key := wanted.get(EXTERNAL_ID):
        condition &= Q(external_id=key)
    if words := wanted.get("q"):
        condition &= (
            Q(external_id__icontains=words)
            | Q(text__icontains=words)
            | Q(topic__icontains=words)
            | Q(source__name__icontains=words)
        )
    if register := wanted.get("register"):
        condition &= Q(register=register)
    if topic := wanted.get("topic"):
        condition &= Q(topic=topic)
    return condition


def _by_findings(prompts: QuerySet[Prompt], wanted: str) -> QuerySet[Prompt]:
    """SQLite cannot look into JSON lists of objects, so both databases search its text."""
    prompts = prompts.annotate(found=Cast("findings", TextField()))
    error = Q(found__contains=f'"severity": "{Severity.ERROR.value}"')
    if wanted == "clean":
        return prompts.filter(~error, lint_version__gt=0)
    if wanted in {Severity.ERROR.value, Severity.WARNING.value}:
        return prompts.filter(found__contains=f'"severity": "{wanted}"')
    return prompts.filter(found__contains=f'"kind": "{wanted}"')


def _by_difficulty(prompts: QuerySet[Prompt], corpus: Corpus, wanted: str) -> QuerySet[Prompt]:
    """Strata are cut among all prompts of a register that stand, whatever else is filtered."""
    if wanted == UNKNOWN:
        return prompts.filter(perplexity__isnull=True)
    standing = corpus.prompts.all().current().select_related("register").defer("text", "passage")
    known = strata_of(list(standing))
    return prompts.filter(external_id__in=[key for key, found in known.items() if found == wanted])
