"""Registers, sources, corpora and their versions in the admin."""

from collections.abc import Sequence

from django.contrib import admin
from django.http import HttpRequest

from corpus.admin.rows import ReadOnlyAdmin
from corpus.curation.forms import SizedCorpusForm
from corpus.models import Corpus, CorpusVersion, Register, Source


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
    """Sets of prompts. What a change has consequences for is changed on the curation pages."""

    form = SizedCorpusForm
    list_display = ["title", "slug", "visibility", "target_lufs"]
    list_filter = ["visibility"]
    search_fields = ["title", "slug"]
    readonly_fields = ["target_lufs", "pool_revision"]

    def get_readonly_fields(self, request: HttpRequest, obj: Corpus | None = None) -> list[str]:
        """Who may read its texts, what measures them, and what it is called in addresses."""
        settled = ["slug", "visibility", "language_model"] if obj else []
        return [*self.readonly_fields, *settled]

    def get_prepopulated_fields(
        self, request: HttpRequest, obj: Corpus | None = None
    ) -> dict[str, Sequence[str]]:
        """A new corpus's slug follows its title."""
        return {} if obj else {"slug": ["title"]}


@admin.register(CorpusVersion)
class CorpusVersionAdmin(ReadOnlyAdmin):
    """Frozen selections."""

    list_display = ["__str__", "corpus", "number", "frozen_at", "digest"]
    list_filter = ["corpus"]
    search_fields = ["corpus__title", "corpus__slug", "digest"]
    list_select_related = ["corpus"]
