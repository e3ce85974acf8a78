"""Difficulty of a corpus: how each register is spread, and which language model measures it."""

from typing import cast

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from corpus.curation.access import needs
from corpus.curation.difficulty_rows import COLUMNS, difficulty_rows
from corpus.difficulty import causal, trigram
from corpus.difficulty.back_ends import UnknownBackEnd, check_name
from corpus.models import Corpus, Job
from corpus.registers_difficulty import difficulty_of
from corpus.roles import CURATE
from corpus.services.difficulty import KIND, choose_language_model, start_measuring


class LanguageModelForm(forms.Form):
    """Which language model is to measure a corpus."""

    back_end = forms.ChoiceField(
        choices=[
            (trigram.NAME, "Trigrams of US English (pocketsphinx)"),
            (causal.PREFIX, "A causal model of Hugging Face"),
        ],
        widget=forms.RadioSelect,
    )
    name = forms.CharField(
        label="Name or folder of that model",
        required=False,
        max_length=180,
        help_text="Such as openai-community/gpt2, or a folder that the workers see.",
    )

    def clean(self) -> dict[str, str]:
        """Put both parts together as ``language_model``."""
        parts = cast("dict[str, str]", super().clean())
        if parts.get("back_end") != causal.PREFIX:
            return parts | {"language_model": trigram.NAME}
        name = parts.get("name", "").strip()
        if not name and "name" not in self.errors:
            self.add_error("name", "Say which model: its name on Hugging Face, or its folder.")
        return parts | {"language_model": causal.PREFIX + name}


@require_safe
@needs(CURATE)
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Spread of each register; with buttons to measure what is missing."""
    return _page(request, get_object_or_404(Corpus, slug=slug))


@require_POST
@needs(CURATE)
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Measure what is not measured yet."""
    corpus = get_object_or_404(Corpus, slug=slug)
    start_measuring(corpus=corpus, by=_person(request))
    return redirect("curate:difficulty", slug=slug)


@require_POST
@needs(CURATE)
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """Let another language model measure the corpus."""
    corpus = get_object_or_404(Corpus, slug=slug)
    form = LanguageModelForm(request.POST)
    if not form.is_valid():
        return _page(request, corpus, form)
    name = form.cleaned_data["language_model"]
    if name == corpus.language_model:
        messages.info(request, f"{name} is the model already. Nothing was changed.")
    else:
        choose_language_model(corpus=corpus, name=name, by=_person(request))
    return redirect("curate:difficulty", slug=slug)


def _page(
    request: HttpRequest, corpus: Corpus, form: LanguageModelForm | None = None
) -> HttpResponse:
    registers = difficulty_of(corpus)
    waiting = sum(register.waiting for register in registers)
    context = {
        "corpus": corpus,
        "last_job": Job.objects.filter(kind=KIND, corpus=corpus).first(),
        "prompts": waiting + sum(len(r.perplexities) + r.unknown for r in registers),
        "waiting": waiting,
        "unknown": sum(register.unknown for register in registers),
        "models": corpus.prompts.all()
        .current()
        .measured()
        .values_list("language_model__digest", flat=True)
        .distinct()
        .order_by("language_model__digest"),
        "axis": difficulty_rows(registers),
        "columns": COLUMNS,
        "evaluation": causal.COMMAND,
        "form": form or LanguageModelForm(initial=_parts(corpus.language_model)),
    }
    status = 422 if form is not None else 200
    return render(request, "curate/difficulty.html", context, status=status)


def _person(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def _parts(name: str) -> dict[str, str]:
    """The form's fields for a language model's name."""
    try:
        check_name(name)
    except UnknownBackEnd:
        return {}
    if name == trigram.NAME:
        return {"back_end": trigram.NAME}
    return {"back_end": causal.PREFIX, "name": name.removeprefix(causal.PREFIX)}
