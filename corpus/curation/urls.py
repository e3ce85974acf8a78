"""Addresses of the curators' workplace."""

from django.urls import path

from corpus.curation import difficulty, jobs, workplace

app_name = "curate"

urlpatterns = [
    path("", workplace.index, name="index"),
    path("jobs/", jobs.job_list, name="jobs"),
    path("jobs/<int:pk>/", jobs.job_page, name="job"),
    path("jobs/<int:pk>/cancel/", jobs.cancel, name="cancel-job"),
    path("corpora/<slug:slug>/", workplace.corpus_page, name="corpus"),
    path("corpora/<slug:slug>/difficulty/", difficulty.page, name="difficulty"),
    path("corpora/<slug:slug>/difficulty/start/", difficulty.start, name="start-difficulty"),
    path("corpora/<slug:slug>/difficulty/model/", difficulty.choose, name="choose-language-model"),
]
