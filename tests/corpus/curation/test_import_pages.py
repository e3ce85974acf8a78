"""Importing on the pages: upload, columns, preview, import."""

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from corpus.models import Corpus, Job, Prompt, PromptImport
from corpus.prompt_files.reading import read_table
from corpus.roles import CURATOR, REVIEWER
from corpus.services import imports
from tests.corpus.curated import corpus_called, csv_of, row, sentences
from tests.people import account, signed_in

pytestmark = pytest.mark.django_db

UPLOAD = "/curate/corpora/bench/import/"
ONE, TWO = sentences(200)[::100]
ROWS = [row("p-1", ONE), row("p-2", TWO, register="explaner"), row("p-3", "It costs $5.")]


@pytest.fixture
def corpus() -> Corpus:
    return corpus_called()


@pytest.fixture
def cora() -> User:
    return account(CURATOR, name="cora")


@pytest.fixture
def curator(cora: User) -> Client:
    return signed_in(cora)


def upload(client: Client, content: bytes, name: str = "prompts.csv") -> str:
    """Send a file; returns the page that follows."""
    file = SimpleUploadedFile(name, content)
    return client.post(UPLOAD, {"file": file}, follow=True).content.decode()


def address() -> str:
    return f"/curate/corpora/bench/imports/{PromptImport.objects.get().pk}/"


def test_a_reviewer_imports_nothing(corpus: Corpus) -> None:
    assert signed_in(account(REVIEWER)).get(UPLOAD).status_code == 403


def test_a_file_is_previewed_before_anything_is_stored(corpus: Corpus, curator: Client) -> None:
    page = upload(curator, csv_of(ROWS))
    assert "2 new, 0 changed, 0 the same, 1 wrong" in page
    assert "Did you mean “Explainer”?" in page
    assert "Proposed: “five dollars”" in page
    assert not Prompt.objects.exists()


def test_the_preview_survives_a_reload_and_shows_one_outcome(
    corpus: Corpus, curator: Client
) -> None:
    upload(curator, csv_of(ROWS))
    rows = curator.get(f"{address()}?show=wrong").context["rows"]
    assert [shown["external_id"] for shown in rows] == ["p-2"]
    rows = curator.get(f"{address()}?show=errors").context["rows"]
    assert [shown["external_id"] for shown in rows] == ["p-3"]


def test_an_endless_text_does_not_swell_the_preview(corpus: Corpus, curator: Client) -> None:
    page = upload(curator, csv_of([row("p-1", "blah " * 3_000)]))
    assert "0 new, 0 changed, 0 the same, 1 wrong" in page
    assert page.count("blah") < 300


def test_the_preview_is_confirmed(corpus: Corpus, curator: Client, cora: User) -> None:
    upload(curator, csv_of(ROWS))
    page = curator.post(f"{address()}confirm/", follow=True).content.decode()
    assert "2 prompts are imported and wait for review" in page
    assert Prompt.objects.filter(author=cora).count() == 2


def test_failed_rows_are_downloaded_corrected_and_imported(corpus: Corpus, curator: Client) -> None:
    upload(curator, csv_of(ROWS))
    curator.post(f"{address()}confirm/")
    failed = curator.get(f"{address()}failed/")
    assert failed.headers["Content-Disposition"] == 'attachment; filename="bench-failed-rows.csv"'
    assert "Did you mean" in read_table(failed.content).rows[0].cells["reason"]
    corrected = failed.content.replace(b"explaner", b"explainer")
    page = upload(curator, corrected)
    assert "1 new, 0 changed, 0 the same, 0 wrong" in page


def test_a_file_that_cannot_be_read_says_why(corpus: Corpus, curator: Client) -> None:
    page = upload(curator, b"\x89PNG\r\n\x1a\n\0\0", "picture.csv")
    assert "This is no text file" in page
    assert not PromptImport.objects.exists()


def test_unknown_columns_are_chosen_on_the_page(corpus: Corpus, curator: Client) -> None:
    renamed = [{"words" if k == "text" else k: v for k, v in one.items()} for one in ROWS]
    assert "Not found: Text" in upload(curator, csv_of(renamed))
    mapping = PromptImport.objects.get().mapping | {"text": "words"}
    page = curator.post(f"{address()}columns/", mapping, follow=True).content.decode()
    assert "2 new" in page
    again = curator.post(f"{address()}columns/", mapping | {"text": ""}, follow=True)
    assert "Text: Choose the column that holds it." in again.content.decode()


def test_a_file_is_discarded(corpus: Corpus, curator: Client) -> None:
    upload(curator, csv_of(ROWS))
    curator.post(f"{address()}discard/")
    assert PromptImport.objects.get().state == "discarded"
    page = curator.post(f"{address()}confirm/", follow=True).content.decode()
    assert "discarded" in page
    assert not Prompt.objects.exists()


def test_an_import_belongs_to_its_corpus(corpus: Corpus, curator: Client) -> None:
    upload(curator, csv_of(ROWS))
    corpus_called("other")
    pk = PromptImport.objects.get().pk
    assert curator.get(f"/curate/corpora/other/imports/{pk}/").status_code == 404


def test_many_rows_go_to_a_worker(
    corpus: Corpus, curator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("corpus.curation.imports.MANY_ROWS", 2)
    page = upload(curator, csv_of(ROWS))
    assert "Checking 3 rows of prompts.csv" in page
    assert Job.objects.get().kind == imports.staging.CHECK


def test_markup_in_a_file_is_shown_not_obeyed(corpus: Corpus, curator: Client) -> None:
    page = upload(curator, csv_of([row("<b>p</b>", "<script>alert(1)</script>")]))
    assert "<script>alert" not in page
    assert "<b>p" not in page


@pytest.mark.parametrize("page", ["failed/", "confirm/", "columns/"])
def test_a_file_that_the_storage_has_lost_is_told(
    corpus: Corpus, curator: Client, page: str
) -> None:
    upload(curator, csv_of(ROWS))
    staged = PromptImport.objects.get()
    staged.file.storage.delete(str(staged.file.name))
    if page == "failed/":
        answer = curator.get(f"{address()}{page}", follow=True)
    else:
        answer = curator.post(f"{address()}{page}", staged.mapping, follow=True)
    assert "no longer in the storage. Upload it once more." in answer.content.decode()
    assert not Prompt.objects.exists()
