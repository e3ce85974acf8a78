"""Prompts and their history in the admin: private texts only for whoever may read them."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from corpus.admin.rows import ReadOnlyAdmin
from corpus.models import LanguageModel, Prompt, PromptChange
from corpus.services.reads import note_listed


@admin.register(Prompt)
class PromptAdmin(ReadOnlyAdmin):
    """Texts to be spoken. They are written on the curation pages, which lint and keep history."""

    list_display = ["external_id", "corpus", "register", "topic", "state", "text"]
    list_filter = ["state", "corpus", "register", "is_current"]
    # By words of the text on the curation pages alone: a search here stands in the address.
    search_fields = ["external_id"]
    list_select_related = ["corpus", "register"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Prompt]:
        """What this person may read."""
        return Prompt.objects.readable_by(request.user)

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The list, noted where it shows many private texts."""
        answer = super().changelist_view(request, extra_context)
        listed = getattr(answer, "context_data", {}).get("cl")
        if listed is not None and isinstance(request.user, User):
            note_listed(prompts=listed.result_list, by=request.user)
        return answer


@admin.register(PromptChange)
class PromptChangeAdmin(ReadOnlyAdmin):
    """What happened to prompts, with their texts before and after."""

    list_display = ["prompt", "action", "by", "at", "reason"]
    list_filter = ["action", "prompt__corpus"]
    search_fields = ["prompt__external_id"]
    list_select_related = ["prompt__corpus", "by"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[PromptChange]:
        """Changes of what this person may read."""
        readable = Prompt.objects.readable_by(request.user)
        return PromptChange.objects.filter(prompt__in=readable)


@admin.register(LanguageModel)
class LanguageModelAdmin(ReadOnlyAdmin):
    """What measured difficulty."""

    list_display = ["name", "digest"]
    search_fields = ["name", "digest"]
