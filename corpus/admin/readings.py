"""Readings in the admin: what became of them. They are heard and judged on the curation pages."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from corpus.admin.rows import ReadOnlyAdmin
from corpus.models import Prompt, Reading


@admin.register(Reading)
class ReadingAdmin(ReadOnlyAdmin):
    """Takes of human readings and who decided on them."""

    list_display = ["prompt", "voice", "reader", "state", "duration", "decided_by", "reason"]
    list_filter = ["state", "voice", "prompt__corpus"]
    search_fields = ["prompt__external_id", "reader__username"]
    list_select_related = ["prompt__corpus", "voice__system", "reader", "decided_by"]
    exclude = ["audio"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Reading]:
        """Readings of texts that this person may read."""
        return Reading.objects.filter(prompt__in=Prompt.objects.readable_by(request.user))
