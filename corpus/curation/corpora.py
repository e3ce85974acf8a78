"""Making a corpus, and changing what it is called and how large it is to be."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from corpus.curation.access import needs
from corpus.curation.forms import CorpusForm
from corpus.models import Corpus
from corpus.roles import CURATE
from corpus.services.corpora import save_corpus


@require_http_methods(["GET", "HEAD", "POST"])
@needs(CURATE)
def new_corpus(request: HttpRequest) -> HttpResponse:
    """A new set of prompts, then its first import."""
    form = CorpusForm(request.POST or None)
    if form.is_valid():
        corpus = save_corpus(corpus=form.save(commit=False))
        messages.success(request, "The corpus is made. Import its prompts next.")
        return redirect("curate:import", slug=corpus.slug)
    return render(request, "curate/corpus_form.html", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@needs(CURATE)
def corpus_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Title, size and visibility of a corpus."""
    corpus = get_object_or_404(Corpus, slug=slug)
    form = CorpusForm(request.POST or None, instance=corpus)
    if form.is_valid():
        save_corpus(corpus=form.save(commit=False))
        messages.success(request, "Saved.")
        return redirect("curate:corpus", slug=slug)
    stored = Corpus.objects.get(pk=corpus.pk)
    return render(request, "curate/corpus_form.html", {"form": form, "corpus": stored})
