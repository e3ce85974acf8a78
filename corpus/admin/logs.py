"""Long work and bulk reads in the admin."""

from django.contrib import admin

from corpus.admin.rows import ReadOnlyAdmin
from corpus.models import BulkRead, Job


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
