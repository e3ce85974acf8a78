"""Measurements in the admin."""

from django.contrib import admin

from corpus.admin import ReadOnlyAdmin
from evaluation.models import AgreementReport, Measurement


@admin.register(Measurement)
class MeasurementAdmin(ReadOnlyAdmin):
    """What machines measured. Its details may hold what a recogniser heard, so they stay out."""

    list_display = ["metric", "version", "voice", "amount", "unit", "reason", "measured_at"]
    list_filter = ["family", "metric", "version"]
    list_select_related = ["clip__voice__system"]
    search_fields = ["metric", "clip__voice__name"]
    exclude = ["details"]
    show_full_result_count = False

    @admin.display(ordering="clip__voice")
    def voice(self, measurement: Measurement) -> str:
        """Who speaks."""
        return str(measurement.clip.voice)


@admin.register(AgreementReport)
class AgreementReportAdmin(ReadOnlyAdmin):
    """How well metrics agree with listeners; the numbers are on pages and in files."""

    list_display = ["board", "method", "made_at"]
    list_select_related = ["board"]
    exclude = ["content", "clips"]
    show_full_result_count = False
