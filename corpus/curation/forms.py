"""What curators fill in about corpora, prompts and files."""

from typing import Any

from django import forms

from corpus.freezing.completeness import smallest_size
from corpus.models import Corpus, Prompt, PromptImport, Register
from corpus.prompt_files.columns import FIELDS
from corpus.prompt_files.limits import LARGEST_FILE
from corpus.services.corpora import CannotPublish, check_visibility

RESERVED_SLUGS = {"new"}


class SizedCorpusForm(forms.ModelForm[Corpus]):
    """A form of a corpus that takes no size with which no version could be frozen."""

    def clean_target_size(self) -> int:
        """Enough for a version; what was stored before there were more registers may stay."""
        size = int(self.cleaned_data["target_size"])
        least = smallest_size(Register.objects.count())
        if size < least and "target_size" in self.changed_data:
            raise forms.ValidationError(
                f"A version needs at least {least} prompts: each register one of low, middle and "
                "high difficulty."
            )
        return size


class CorpusForm(SizedCorpusForm):
    """A corpus: what it is called, who may read it, how large it is to be."""

    class Meta:
        model = Corpus
        fields = ["title", "slug", "description", "visibility", "target_size", "is_synthetic"]
        labels = {
            "slug": "Name in addresses",
            "target_size": "Prompts needed to freeze a version",
            "is_synthetic": "Made of templates, to develop against",
        }
        help_texts = {
            "slug": "Lower case letters, digits and hyphens, such as everyday-speech.",
            "is_synthetic": "Never called a benchmark.",
        }
        widgets = {"description": forms.Textarea(attrs={"rows": 3})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            del self.fields["slug"]

    def clean_slug(self) -> str:
        """A name that no page of the workplace has."""
        slug = str(self.cleaned_data["slug"])
        if slug in RESERVED_SLUGS:
            raise forms.ValidationError(f"“{slug}” is an address of the site. Choose another name.")
        return slug

    def clean_visibility(self) -> str:
        """Private texts stay private."""
        visibility = str(self.cleaned_data["visibility"])
        try:
            check_visibility(corpus=self.instance, visibility=visibility)
        except CannotPublish as error:
            raise forms.ValidationError(str(error)) from error
        return visibility


class PromptForm(forms.ModelForm[Prompt]):
    """A prompt's words and where they come from."""

    class Meta:
        model = Prompt
        fields = ["external_id", "text", "register", "topic", "source", "passage"]
        labels = {"external_id": "External id", "passage": "Source passage"}
        help_texts = {
            "text": "As it is spoken: numbers and times as words, disfluencies as they are.",
            "passage": "What the source says, to see that the prompt is no transcript of it.",
        }
        widgets = {
            "text": forms.Textarea(attrs={"rows": 4}),
            "passage": forms.Textarea(attrs={"rows": 6}),
        }

    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["topic"].required = True
        if self.instance.pk:
            del self.fields["external_id"]

    def validate_constraints(self) -> None:
        """Services and the database decide; the form need not ask before."""


class UploadForm(forms.Form):
    """A file of prompts."""

    file = forms.FileField(
        label="File of prompts",
        help_text=(
            "CSV, JSON Lines or an Excel workbook (.xlsx), up to "
            f"{LARGEST_FILE // 2**20} MB and 10,000 rows. Columns: external_id, text, register, "
            "topic, source, licence; also attribution, url, passage."
        ),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.jsonl,.ndjson,.json,.xlsx"}),
    )

    def clean_file(self) -> Any:
        """A file that is small enough to be read at all."""
        file = self.cleaned_data["file"]
        if file.size > LARGEST_FILE:
            raise forms.ValidationError(
                f"The file has {file.size / 2**20:.0f} MB; at most {LARGEST_FILE // 2**20} MB are "
                "read. Split it and import the parts in turn."
            )
        return file


class MappingForm(forms.Form):
    """Which column of a file holds which field of a prompt."""

    def __init__(self, data: Any = None, *, staged: PromptImport) -> None:
        super().__init__(data, initial=staged.mapping)
        columns = [(column, column) for column in staged.columns]
        for field in FIELDS:
            self.fields[field.name] = forms.ChoiceField(
                label=field.label,
                required=field.is_required,
                choices=[("", "No column"), *columns],
                error_messages={"required": "Choose the column that holds it."},
            )
