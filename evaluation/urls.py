"""Addresses of measurements."""

from django.urls import path

from evaluation import curation, views

app_name = "evaluation"

urlpatterns = [
    path("curate/metrics/", curation.catalogue, name="catalogue"),
    path("curate/studies/<slug:slug>/metrics/", curation.study_metrics, name="study-metrics"),
    path(
        "curate/studies/<slug:slug>/metrics/<slug:metric>/<slug:system>/",
        curation.clips,
        name="clips",
    ),
    path(
        "curate/studies/<slug:slug>/measurements.<str:form>",
        views.export_clips,
        name="export-clips",
    ),
    path("studies/<slug:slug>/metrics/", views.metrics, name="metrics"),
    path("studies/<slug:slug>/metrics.<str:form>", views.export, name="export"),
]
