"""Long work, imports and bulk reads in the admin."""

from django.contrib import admin

from corpus.admin.rows import ReadOnlyAdmin
from corpus.models import BulkRead, Job, PromptImport


@admin.register(Job)
class JobAdmin(ReadOnlyAdmin):
    """Long work; parameters and reports of a kind are shown on the pages of that kind."""

    list_display = ["title", "kind", "state", "done", "total", "started_by", "created_at"]
    list_filter = ["state", "kind", "corpus"]
    search_fields = ["title", "summary"]
    list_select_related = ["started_by"]
    exclude = ["parameters", "report"]


@admin.register(BulkRead)
class BulkReadAdmin(ReadOnlyAdmin):
    """Who took many private texts."""

    list_display = ["corpus", "by_name", "form", "prompt_count", "at"]
    list_filter = ["corpus", "form"]
    search_fields = ["by_name"]
    list_select_related = ["corpus"]


@admin.register(PromptImport)
class PromptImportAdmin(ReadOnlyAdmin):
    """Files of prompts; their rows are private and shown on the page of the import alone."""

    list_display = ["file_name", "corpus", "state", "row_count", "by", "created_at"]
    list_filter = ["state", "corpus"]
    search_fields = ["file_name"]
    list_select_related = ["corpus", "by"]
    exclude = ["file", "rows", "findings"]
