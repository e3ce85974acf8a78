"""Measuring the difficulty of prompts: a job per corpus, which a worker does in the background."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet, Subquery

from corpus.difficulty import back_ends
from corpus.difficulty.back_ends import UnknownBackEnd
from corpus.difficulty.language_model import FloatArray, ModelUnavailable
from corpus.difficulty.language_model import LanguageModel as LoadedModel
from corpus.jobs import JobError, JobRun, Report, job
from corpus.models import Corpus, Job, LanguageModel, Prompt
from corpus.roles import CURATE
from corpus.services.jobs import start_job

KIND = "difficulty"
CHUNK = 64  # prompts


@transaction.atomic
def start_measuring(*, corpus: Corpus, by: User | None = None) -> Job:
    """Measure what the corpus's model has not seen; returns the job, also one that is under way."""
    Corpus.objects.select_for_update().get(pk=corpus.pk)  # whoever comes second sees the first
    earlier = Job.objects.filter(kind=KIND, corpus=corpus)
    under_way = earlier.open().filter(cancel_requested=False).first()
    if under_way is not None:
        return under_way
    if by is None:
        # One line for what starts by itself, or a day of edits fills the list of jobs.
        earlier.filter(started_by=None, state=Job.State.DONE).delete()
    return start_job(
        kind=KIND,
        title=f"Measure difficulty: {corpus.title}",
        permission=CURATE,
        by=by,
        corpus=corpus,
    )


@transaction.atomic
def choose_language_model(*, corpus: Corpus, name: str, by: User | None = None) -> Job:
    """Let another language model measure the corpus, every prompt of it anew.

    Raises UnknownBackEnd if no language model has such a name.
    """
    back_ends.check_name(name)
    Corpus.objects.filter(pk=corpus.pk).update(language_model=name)
    corpus.language_model = name
    return start_measuring(corpus=corpus, by=by)


def forget_difficulty(*, prompts: QuerySet[Prompt]) -> int:
    """Drop what was measured of prompts whose text is another one now. Returns how many."""
    return prompts.update(perplexity=None, language_model=None)


def measure_new_prompts() -> list[Job]:
    """Start a job for each corpus that has something new to measure.

    A corpus whose last job failed or was cancelled waits for a person to start it again.
    """
    news = Prompt.objects.current().unmeasured().filter(corpus=OuterRef("pk"))
    last = Job.objects.filter(kind=KIND, corpus=OuterRef("pk")).order_by("-pk")
    corpora = Corpus.objects.annotate(last=Subquery(last.values("state")[:1])).filter(Exists(news))
    ready = corpora.exclude(last__isnull=False, last__in=set(Job.State) - {Job.State.DONE})
    return [start_measuring(corpus=corpus) for corpus in ready]


@job(KIND)
def measure(run: JobRun) -> Report:
    """Measure what is left, some prompts at a time; a model chosen meanwhile takes over at once."""
    corpus = run.job.corpus
    if corpus is None:
        raise JobError("This job belongs to no corpus. Start it from the page of one.")
    expected: LanguageModel | None = None
    while True:
        corpus.refresh_from_db(fields=["language_model"])
        run.stage(f"By {corpus.language_model}")
        model, row = _model_named(corpus.language_model)
        # Also what a model of the same name but with other weights has measured.
        left = corpus.prompts.all().current().exclude(language_model=row)
        if row != expected:
            run.expect(left.count())
            expected = row
        chunk = list(left.order_by("pk")[:CHUNK])
        if not chunk:
            return _report(corpus, row)
        values = model.perplexities([prompt.text for prompt in chunk])
        run.advance(_store(chunk, values, row))


@transaction.atomic
def _store(prompts: Sequence[Prompt], values: FloatArray, row: LanguageModel) -> int:
    """Keep the values of those prompts that still have the text that was measured."""
    keys = [prompt.pk for prompt in prompts]
    texts = dict(Prompt.objects.select_for_update().filter(pk__in=keys).values_list("pk", "text"))
    kept = []
    for prompt, value in zip(prompts, values, strict=True):
        if texts.get(prompt.pk) == prompt.text:
            prompt.perplexity = None if np.isnan(value) else float(value)
            prompt.language_model = row
            kept.append(prompt)
    Prompt.objects.bulk_update(kept, ["perplexity", "language_model"])
    return len(kept)


def _model_named(name: str) -> tuple[LoadedModel, LanguageModel]:
    try:
        model = _loaded(name)
    except (ModelUnavailable, UnknownBackEnd) as error:
        raise JobError(str(error)) from error
    row, _ = LanguageModel.objects.get_or_create(name=name, digest=model.digest)
    return model, row


@lru_cache(maxsize=1)
def _loaded(name: str) -> LoadedModel:
    """The model, kept for the next turn of the job."""
    return back_ends.language_model(name)


def _report(corpus: Corpus, row: LanguageModel) -> Report:
    measured = corpus.prompts.all().current().filter(language_model=row)
    count, unknown = measured.count(), measured.filter(perplexity=None).count()
    summary = f"The difficulty of all {count:,} prompts is known by {row.name}."
    if unknown:
        verb = "has" if unknown == 1 else "have"
        summary += f" {unknown:,} {verb} none: no words, or more text than the model reads at once."
    return Report(summary, {"model": row.name, "digest": row.digest})
