"""Systems and voices in the admin."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.http import HttpRequest

from corpus.models import System, Voice
from corpus.services import voices_changed

# Swapped on the curation pages, where the old voice keeps its clips.
IDENTITY = {"name", "adapter_voice"}
WRITTEN_ELSEWHERE = ["reader", "corpora", "chosen_by", "replaces", "retired_at", "retired_because"]


class SettledForm(forms.ModelForm[Any]):
    """A row of an inline whose ``settled`` fields stay as they were first saved."""

    settled: ClassVar[Sequence[str]] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.settled:
            if self.instance.pk is not None and name in self.fields:
                self.fields[name].disabled = True


class VoiceForm(SettledForm):
    """A voice keeps its gender, and who it is once it has clips."""

    settled = ["gender"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk is not None and self.instance.is_settled:
            for name in IDENTITY & self.fields.keys():
                self.fields[name].disabled = True


class VoiceInline(admin.TabularInline[Voice, System]):
    """The voices of a system."""

    model = Voice
    form = VoiceForm
    fields = ["name", "gender", "accent", "choice", "reason", "adapter_voice", "is_current"]
    extra = 0


@admin.register(System)
class SystemAdmin(admin.ModelAdmin[System]):
    """What is rated."""

    list_display = ["name", "version", "provider", "kind", "open_weights"]
    list_filter = ["kind", "open_weights"]
    search_fields = ["name", "provider", "slug"]
    prepopulated_fields = {"slug": ["name", "version"]}
    inlines = [VoiceInline]

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:  # noqa: FBT001
        """Tell the pools of clips."""
        super().save_related(request, form, formsets, change)
        voices_changed(system=form.instance)


@admin.register(Voice)
class VoiceAdmin(admin.ModelAdmin[Voice]):
    """Voices of systems; system and gender stay once they are set."""

    list_display = ["name", "system", "gender", "accent", "is_current"]
    list_filter = ["gender", "is_current", "system"]
    search_fields = ["name", "system__name"]
    list_select_related = ["system"]

    def get_readonly_fields(self, request: HttpRequest, obj: Voice | None = None) -> list[str]:
        """Identity, and what the curation pages write: readers, their texts, the history."""
        if obj is None:
            return WRITTEN_ELSEWHERE
        settled = sorted(IDENTITY) if obj.is_settled else []
        return ["system", "gender", *WRITTEN_ELSEWHERE, *settled]

    def save_model(self, request: HttpRequest, obj: Voice, form: Any, change: bool) -> None:  # noqa: FBT001
        """Tell the pools of clips."""
        super().save_model(request, obj, form, change)
        voices_changed(system=obj.system)
