"""The page that lists who took many private texts, or votes."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from arena.models import Study
from corpus.models import BulkRead, Corpus
from corpus.roles import CURATOR
from corpus.services.reads import note_bulk_read
from corpus.services.versions import draft_version
from ratings.services.vote_exports import export_votes
from tests.corpus.curated import corpus_called, prompt_in, row, sentences, staged
from tests.corpus.curation.pages import text_of
from tests.people import account, signed_in

pytestmark = pytest.mark.usefixtures("db", "static_files")
PAGE = "/curate/reads/"


@pytest.fixture
def cora() -> User:
    """A curator."""
    return account(CURATOR, name="cora")


@pytest.fixture
def browser(cora: User) -> Client:
    """The curator's browser."""
    return signed_in(cora)


@pytest.fixture
def corpus() -> Corpus:
    """A private corpus."""
    return corpus_called()


def test_without_a_read_the_page_says_what_will_stand_there(browser: Client) -> None:
    said = text_of(browser.get(PAGE))
    assert "Nobody has read in bulk yet." in said
    assert "every page that shows twenty or more private texts" in said


def test_reads_of_texts_and_exports_of_votes_are_one_list(
    browser: Client, corpus: Corpus, study: Study, cora: User
) -> None:
    note_bulk_read(corpus=corpus, form="jsonl", prompt_count=31, by=cora)
    export_votes(study=study, form="csv", by="anna")
    said = text_of(browser.get(PAGE))
    assert "2 reads" in said
    assert said.index("anna Votes of First light csv 0") < said.index("cora Texts of Bench jsonl")


def test_who_and_what_narrow_the_list_and_its_export(
    browser: Client, corpus: Corpus, study: Study, cora: User
) -> None:
    note_bulk_read(corpus=corpus, form="csv", prompt_count=4, by=cora)
    note_bulk_read(corpus=corpus, form="xlsx", prompt_count=5, by_name="root")
    export_votes(study=study, form="parquet", by="cora")
    found = text_of(browser.get(PAGE, {"who": "cor", "what": "texts"}))
    assert "1 read found" in found
    assert "xlsx" not in found
    file = browser.get(f"{PAGE}export/", {"who": "cor", "what": "texts"}).content.decode(
        "utf-8-sig"
    )
    header, only = file.splitlines()
    assert header == "when,who,what,of,how,count"
    assert only.endswith(",cora,texts,Bench,csv,4")
    assert "No read fits." in text_of(browser.get(PAGE, {"who": "nobody"}))


def test_the_list_costs_the_same_however_long_it_is(
    browser: Client, corpus: Corpus, cora: User, django_assert_max_num_queries: object
) -> None:
    for count in range(1, 61):
        note_bulk_read(corpus=corpus, form="csv", prompt_count=count, by=cora)
    assert callable(django_assert_max_num_queries)
    with django_assert_max_num_queries(8):
        answer = browser.get(PAGE)
    assert "1–50 of 60" in text_of(answer)
    assert "51–60 of 60" in text_of(browser.get(PAGE, {"page": "2"}))


def logged() -> list[tuple[str, str, int]]:
    """Who read how many in which form."""
    return list(BulkRead.objects.values_list("by_name", "form", "prompt_count"))


def test_a_draft_that_shows_many_texts_is_a_bulk_read(browser: Client, corpus: Corpus) -> None:
    for number, text in enumerate(sentences(20)):
        prompt_in(corpus, external_id=f"p-{number}", text=text)
    corpus.prompts.update(state="approved")
    draft_version(corpus=corpus)
    browser.get(reverse("curate:freeze", args=[corpus.slug]))
    assert logged() == [("cora", "page", 20)]


def test_a_preview_is_a_bulk_read_for_all_but_who_brought_the_file(
    browser: Client, corpus: Corpus, cora: User
) -> None:
    rows = [row(f"p-{number}", text) for number, text in enumerate(sentences(20))]
    for by in (cora, account(CURATOR, name="carl")):
        brought = staged(corpus, by, rows)
        browser.get(reverse("curate:import-preview", args=[corpus.slug, brought.pk]))
    assert logged() == [("cora", "page", 20)]


def test_wrong_rows_of_somebody_else_are_a_bulk_read(browser: Client, corpus: Corpus) -> None:
    brought = staged(corpus, account(CURATOR, name="carl"), [row("p-1", "A text.", topic="")])
    browser.get(reverse("curate:import-failed", args=[corpus.slug, brought.pk]))
    assert logged() == [("cora", "csv", 1)]


def test_the_admin_s_list_of_prompts_is_a_bulk_read(curator: Client, corpus: Corpus) -> None:
    for number, text in enumerate(sentences(20)):
        prompt_in(corpus, external_id=f"p-{number}", text=text)
    curator.get(reverse("admin:corpus_prompt_changelist"))
    assert logged() == [("curator", "page", 20)]
