"""Corpus in the admin."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html

from corpus.models import Clip, Corpus, CorpusVersion, Prompt, Register, Source, System, Voice
from corpus.services import freeze_version, render_again, voices_changed
from corpus.services.versions import NothingToFreeze


@admin.register(Register)
class RegisterAdmin(admin.ModelAdmin[Register]):
    """How people talk."""

    list_display = ["name", "slug", "position"]
    search_fields = ["name", "slug", "description"]

    def get_readonly_fields(self, request: HttpRequest, obj: Register | None = None) -> list[str]:
        """The slug stands in the digests of frozen versions."""
        frozen = obj is not None and obj.prompts.filter(versions__frozen_at__isnull=False).exists()
        return ["slug"] if frozen else []

    def get_prepopulated_fields(
        self, request: HttpRequest, obj: Register | None = None
    ) -> dict[str, Sequence[str]]:
        """A new register's slug follows its name."""
        return {} if obj else {"slug": ["name"]}


@admin.register(Source)
class SourceAdmin(admin.ModelAdmin[Source]):
    """Where prompts come from."""

    list_display = ["name", "licence", "url"]
    list_filter = ["licence"]
    search_fields = ["name", "licence", "attribution"]


@admin.register(Corpus)
class CorpusAdmin(admin.ModelAdmin[Corpus]):
    """Sets of prompts."""

    list_display = ["title", "slug", "visibility", "target_lufs"]
    list_filter = ["visibility"]
    search_fields = ["title", "slug"]
    readonly_fields = ["target_lufs", "pool_revision"]
    prepopulated_fields = {"slug": ["title"]}
    actions = ["freeze_all_prompts"]

    def has_freeze_permission(self, request: HttpRequest) -> bool:
        """Whoever may add versions."""
        return request.user.has_perm("corpus.add_corpusversion")

    @admin.action(description="Freeze all prompts as the next version", permissions=["freeze"])
    def freeze_all_prompts(self, request: HttpRequest, corpora: QuerySet[Corpus]) -> None:
        """Freeze each chosen corpus, or say why it cannot be."""
        for corpus in corpora:
            prompts = list(corpus.prompts.select_related("register"))
            try:
                version = freeze_version(corpus=corpus, prompts=prompts)
            except NothingToFreeze as error:
                self.message_user(request, str(error), "error")
            else:
                self.message_user(request, f"{version} is frozen, with {len(prompts)} prompts.")


@admin.register(Prompt)
class PromptAdmin(admin.ModelAdmin[Prompt]):
    """Texts to be spoken; what a frozen version holds is read-only."""

    list_display = ["external_id", "corpus", "register", "topic", "text"]
    list_filter = ["corpus", "register"]
    search_fields = ["external_id", "text", "topic"]
    list_select_related = ["corpus", "register"]
    autocomplete_fields = ["source"]

    def get_readonly_fields(self, request: HttpRequest, obj: Prompt | None = None) -> list[str]:
        """Text, register and corpus of a frozen prompt stay."""
        frozen = obj is not None and obj.versions.filter(frozen_at__isnull=False).exists()
        return ["corpus", "external_id", "text", "register"] if frozen else []


class ReadOnlyAdmin(admin.ModelAdmin[Any]):
    """Rows that the site writes and nobody edits."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Only the site adds."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody edits."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody deletes."""
        return False


@admin.register(CorpusVersion)
class CorpusVersionAdmin(ReadOnlyAdmin):
    """Frozen selections."""

    list_display = ["__str__", "corpus", "number", "frozen_at", "digest"]
    list_filter = ["corpus"]
    search_fields = ["corpus__title", "corpus__slug", "digest"]
    list_select_related = ["corpus"]


class SettledForm(forms.ModelForm[Any]):
    """A row of an inline whose ``settled`` fields stay as they were first saved."""

    settled: ClassVar[Sequence[str]] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.settled:
            if self.instance.pk is not None and name in self.fields:
                self.fields[name].disabled = True


class VoiceForm(SettledForm):
    """A voice keeps its gender."""

    settled = ["gender"]


class VoiceInline(admin.TabularInline[Voice, System]):
    """The voices of a system."""

    model = Voice
    form = VoiceForm
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
        """Identity of a voice."""
        return ["system", "gender"] if obj else []

    def save_model(self, request: HttpRequest, obj: Voice, form: Any, change: bool) -> None:  # noqa: FBT001
        """Tell the pools of clips."""
        super().save_model(request, obj, form, change)
        voices_changed(system=obj.system)


def player_of(clip: Clip) -> str:
    """A player of the rendition, for curators."""
    if not clip.rendition:
        return "None yet"
    address = reverse("admin:corpus_clip_sound", args=[clip.pk])
    return format_html('<audio controls preload="none" src="{}"></audio>', address)


@admin.register(Clip)
class ClipAdmin(ReadOnlyAdmin):
    """Clips and how their renditions fared."""

    list_display = ["prompt", "voice", "state", "duration", "loudness", "true_peak", "failure"]
    list_filter = ["state", "voice__system", "prompt__corpus"]
    search_fields = ["prompt__external_id", "voice__name", "failure", "original_name"]
    list_select_related = ["prompt__corpus", "voice__system"]
    exclude = ["original", "rendition"]
    readonly_fields = ["sound"]
    actions = ["render_again"]

    @admin.display(description="Rendition")
    def sound(self, clip: Clip) -> str:
        """What listeners hear."""
        return player_of(clip)

    def get_urls(self) -> list[URLPattern]:
        """One address more, for the sound."""
        sound = self.admin_site.admin_view(self.play)
        return [path("<int:pk>/sound/", sound, name="corpus_clip_sound"), *super().get_urls()]

    def play(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The rendition, for whoever may see clips."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        clip = get_object_or_404(Clip.objects.exclude(rendition=""), pk=pk)
        with clip.rendition.open("rb") as file:
            answer = HttpResponse(file.read(), content_type="audio/wav")
        answer["Cache-Control"] = "private, no-store"
        return answer

    def has_render_permission(self, request: HttpRequest) -> bool:
        """Whoever may change clips, though no form changes one."""
        return request.user.has_perm("corpus.change_clip")

    @admin.action(description="Render again", permissions=["render"])
    def render_again(self, request: HttpRequest, clips: QuerySet[Clip]) -> None:
        """Queue the clips for a new rendition."""
        waiting = render_again(clips=clips)
        self.message_user(request, f"{waiting} clips wait for a new rendition.")
