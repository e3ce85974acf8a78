"""Whose prompts clips are made of: those that stand, or those that a frozen version holds."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from corpus.curation.numbers import number_in
from corpus.models import Corpus, CorpusVersion


class VersionField(forms.ModelChoiceField[CorpusVersion]):
    """A frozen version by its number, or the corpus as it stands."""

    def __init__(self, **options: Any) -> None:
        options = {"label": "Prompts of", "empty_label": "The corpus as it stands"} | options
        nothing = CorpusVersion.objects.none()
        super().__init__(nothing, required=False, to_field_name="number", **options)

    def label_from_instance(self, obj: CorpusVersion) -> str:
        """What is read in the list."""
        return f"Version {obj.number}"


def offer_versions(form: forms.Form, corpus: Corpus) -> None:
    """Let the field *version* of a form offer what is frozen; without any there is no choice."""
    field = form.fields["version"]
    assert isinstance(field, VersionField)  # noqa: S101 - for the type checker
    field.queryset = _frozen(corpus)
    if not field.queryset.exists():
        del form.fields["version"]


def version_asked(corpus: Corpus, number: str) -> CorpusVersion | None:
    """The frozen version that an address names; none: it names none. Raises Http404."""
    return get_object_or_404(_frozen(corpus), number=number_in(number)) if number else None


def _frozen(corpus: Corpus) -> QuerySet[CorpusVersion]:
    return corpus.versions.frozen().defer("manifest")
