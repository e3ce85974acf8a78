"""What speaks for systems, and what it could not say, in the admin."""

from django.contrib import admin

from corpus.admin.rows import ReadOnlyAdmin
from corpus.models import SynthesisFailure, Synthesizer


@admin.register(Synthesizer)
class SynthesizerAdmin(ReadOnlyAdmin):
    """Set up on the pages of curation, which check it."""

    list_display = ["system", "kind", "destination", "secret", "requests_per_minute"]
    list_filter = ["kind"]
    list_select_related = ["system"]


@admin.register(SynthesisFailure)
class SynthesisFailureAdmin(ReadOnlyAdmin):
    """Gone once the clip is made."""

    list_display = ["prompt", "voice", "reason", "attempts", "is_final", "at"]
    list_filter = ["is_final", "voice__system"]
    list_select_related = ["prompt__corpus", "voice__system"]
