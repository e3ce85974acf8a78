"""Addresses of measurements."""

from django.urls import path

from evaluation import curation, views
from evaluation.reports import curation as agreement_desk
from evaluation.reports import views as agreement

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
    path(
        "curate/studies/<slug:slug>/agreement/",
        agreement_desk.study_agreement,
        name="study-agreement",
    ),
    path(
        "curate/studies/<slug:slug>/agreement.<str:form>",
        agreement_desk.export_study_agreement,
        name="export-study-agreement",
    ),
    path(
        "curate/studies/<slug:slug>/agreement/<slug:metric>/disagreements/",
        agreement_desk.disagreements,
        name="disagreements",
    ),
    path("studies/<slug:slug>/metrics/", views.metrics, name="metrics"),
    path("studies/<slug:slug>/metrics.<str:form>", views.export, name="export"),
    path("studies/<slug:slug>/agreement/", agreement.agreement, name="agreement"),
    path("studies/<slug:slug>/agreement.<str:form>", agreement.export, name="export-agreement"),
]
