"""Addresses of the pages for listeners, and of the curators' pages of studies."""

from django.urls import path

from arena import views
from arena.curation import views as curation

app_name = "arena"

urlpatterns = [
    path("curate/studies/", curation.index, name="studies"),
    path("curate/studies/new/", curation.new_study, name="new-study"),
    path("curate/studies/<slug:slug>/", curation.study_page, name="study"),
    path("curate/studies/<slug:slug>/edit/", curation.edit_study, name="edit-study"),
    path("curate/studies/<slug:slug>/to/<slug:step>/", curation.settle, name="study-step"),
    path("", views.home, name="home"),
    path("about/", views.about, name="about"),
    path("studies/<slug:slug>/", views.welcome, name="welcome"),
    path("studies/<slug:slug>/listen/", views.listen, name="listen"),
]
