"""Addresses of the curators' workplace."""

from django.urls import path

from corpus.curation import (
    corpora,
    difficulty,
    freezing,
    imports,
    jobs,
    prompts,
    review,
    versions,
    workplace,
    writing,
)

app_name = "curate"

urlpatterns = [
    path("", workplace.index, name="index"),
    path("jobs/", jobs.job_list, name="jobs"),
    path("jobs/<int:pk>/", jobs.job_page, name="job"),
    path("jobs/<int:pk>/cancel/", jobs.cancel, name="cancel-job"),
    path("corpora/new/", corpora.new_corpus, name="new-corpus"),
    path("corpora/<slug:slug>/", workplace.corpus_page, name="corpus"),
    path("corpora/<slug:slug>/difficulty/", difficulty.page, name="difficulty"),
    path("corpora/<slug:slug>/difficulty/start/", difficulty.start, name="start-difficulty"),
    path("corpora/<slug:slug>/difficulty/model/", difficulty.choose, name="choose-language-model"),
    path("corpora/<slug:slug>/settings/", corpora.corpus_settings, name="corpus-settings"),
    path("corpora/<slug:slug>/import/", imports.upload, name="import"),
    path("corpora/<slug:slug>/imports/<int:pk>/", imports.preview, name="import-preview"),
    path("corpora/<slug:slug>/imports/<int:pk>/columns/", imports.remap, name="import-columns"),
    path("corpora/<slug:slug>/imports/<int:pk>/confirm/", imports.confirm, name="import-confirm"),
    path("corpora/<slug:slug>/imports/<int:pk>/discard/", imports.discard, name="import-discard"),
    path("corpora/<slug:slug>/imports/<int:pk>/failed/", imports.failed, name="import-failed"),
    path("corpora/<slug:slug>/prompts/", prompts.prompt_list, name="prompts"),
    path("corpora/<slug:slug>/prompts/add/", writing.add, name="prompt-add"),
    path("corpora/<slug:slug>/prompts/export/<slug:form>/", prompts.export, name="prompt-export"),
    path("corpora/<slug:slug>/prompts/<int:pk>/", prompts.prompt_page, name="prompt"),
    path("corpora/<slug:slug>/prompts/<int:pk>/edit/", writing.edit, name="prompt-edit"),
    path("corpora/<slug:slug>/prompts/<int:pk>/accept/", writing.accept, name="prompt-accept"),
    path("corpora/<slug:slug>/prompts/<int:pk>/undo/", prompts.undo, name="prompt-undo"),
    path(
        "corpora/<slug:slug>/prompts/<int:pk>/withdraw/", prompts.withdraw, name="prompt-withdraw"
    ),
    path("corpora/<slug:slug>/prompts/<int:pk>/restore/", prompts.restore, name="prompt-restore"),
    path("corpora/<slug:slug>/review/", review.queue, name="review"),
    path("corpora/<slug:slug>/review/undo/", review.undo, name="review-undo"),
    path("corpora/<slug:slug>/review/<int:pk>/", review.review_page, name="review-prompt"),
    path("corpora/<slug:slug>/review/<int:pk>/decide/", review.decide, name="review-decide"),
    path("corpora/<slug:slug>/freeze/", freezing.page, name="freeze"),
    path("corpora/<slug:slug>/freeze/draft/", freezing.draft, name="draft"),
    path("corpora/<slug:slug>/freeze/select/", freezing.select, name="select"),
    path("corpora/<slug:slug>/freeze/settle/", freezing.settle, name="settle-draft"),
    path("corpora/<slug:slug>/versions/<int:number>/", versions.version_page, name="version"),
    path("corpora/<slug:slug>/versions/<int:number>/manifest/", versions.manifest, name="manifest"),
    path(
        "corpora/<slug:slug>/versions/<int:older>/to/<int:newer>/",
        versions.compare,
        name="compare",
    ),
]
