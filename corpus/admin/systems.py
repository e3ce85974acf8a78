"""Systems and voices in the admin."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from corpus.admin.rows import ReadOnlyAdmin
from corpus.models import System, Voice
from corpus.services import voices_changed


class SettledForm(forms.ModelForm[Any]):
    """A row of an inline whose ``settled`` fields stay as they were first saved."""

    settled: ClassVar[Sequence[str]] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.settled:
            if self.instance.pk is not None and name in self.fields:
                self.fields[name].disabled = True


CURATED = "Managed at"


def curated_at(system: System) -> str:
    """A link to the page where voices are chosen and swapped, with a reason."""
    if not system.slug:
        return "the system’s curation page, once it is saved"
    address = reverse("curate:system", args=[system.slug])
    return format_html('<a href="{}">{}</a>', address, address)


class VoiceInline(admin.TabularInline[Voice, System]):
    """The voices of a system, to look at."""

    model = Voice
    fields = ["name", "gender", "accent", "choice", "reason", "adapter_voice", "is_current"]
    extra = 0
    show_change_link = True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Voices are chosen on the curation pages, with a reason."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """They are swapped there, where the old voice keeps its clips."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """They are retired, never deleted."""
        return False


@admin.register(System)
class SystemAdmin(admin.ModelAdmin[System]):
    """What is rated."""

    list_display = ["name", "version", "provider", "kind", "open_weights"]
    list_filter = ["kind", "open_weights"]
    search_fields = ["name", "provider", "slug"]
    prepopulated_fields = {"slug": ["name", "version"]}
    readonly_fields = ["curated"]
    inlines = [VoiceInline]

    @admin.display(description=CURATED)
    def curated(self, system: System) -> str:
        """Where its voices are chosen."""
        return curated_at(system)

    def save_model(self, request: HttpRequest, obj: System, form: Any, change: bool) -> None:  # noqa: FBT001
        """Tell the pools of clips."""
        super().save_model(request, obj, form, change)
        voices_changed(system=obj)


@admin.register(Voice)
class VoiceAdmin(ReadOnlyAdmin):
    """Voices of systems, to look at: the curation pages choose and swap them."""

    list_display = ["name", "system", "gender", "accent", "is_current"]
    list_filter = ["gender", "is_current", "system"]
    search_fields = ["name", "system__name"]
    list_select_related = ["system"]
    readonly_fields = ["curated"]

    @admin.display(description=CURATED)
    def curated(self, voice: Voice) -> str:
        """Where it can be swapped."""
        return curated_at(voice.system)
