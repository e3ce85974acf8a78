"""What goes wrong is told to the log and to administrators without a private word."""

import io
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.core import mail
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse
from django.utils.log import AdminEmailHandler

from config.private_reports import PlainFormatter, without_rows
from corpus.curation import writing
from corpus.models import Prompt
from corpus.roles import CURATOR
from tests.corpus.curated import corpus_called, prompt_in
from tests.people import account, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("static_files")]
WRITTEN, PASSAGE, SOUGHT = "Zyzzogeton is typed.", "Flumadiddle\n\nin two lines.", "snollygoster"
PRIVATE = ("zyzzogeton", "flumadiddle", "snollygoster")


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Everything that any part of the site says, as the log has it."""
    lines = io.StringIO()
    handler = logging.StreamHandler(lines)
    handler.setFormatter(PlainFormatter("%(levelname)s %(name)s: %(message)s"))
    root, django = logging.getLogger(), logging.getLogger("django.request")
    levels = root.level, django.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    django.setLevel(logging.DEBUG)
    yield lines
    root.removeHandler(handler)
    root.setLevel(levels[0])
    django.setLevel(levels[1])


@pytest.fixture
def mailed(settings: Any) -> Iterator[None]:
    """Errors are sent to an administrator, with all that Django can tell."""
    settings.ADMINS = [("Ada", "ada@example.org")]
    handler = AdminEmailHandler(include_html=True)
    handler.setLevel(logging.ERROR)
    logger = logging.getLogger("django.request")
    logger.addHandler(handler)
    yield
    logger.removeHandler(handler)


@pytest.fixture
def prompt() -> Prompt:
    """A prompt that somebody edits."""
    return prompt_in(corpus_called(), account(name="otto"))


@pytest.fixture
def curator() -> Client:
    """A curator, who sees the page of an error as visitors of a real site do."""
    browser = signed_in(account(CURATOR))
    browser.raise_request_exception = False
    return browser


def edit(curator: Client, prompt: Prompt) -> str:
    """Send a private text in every way that a form has, and return the page of the error."""
    fields = {
        "text": WRITTEN,
        "passage": PASSAGE,
        "topic": "errands",
        "register": prompt.register.pk,
        "source": prompt.source.pk,
        "seen": prompt.revision,
    }
    address = reverse("curate:prompt-edit", args=[prompt.corpus.slug, prompt.pk])
    back = f"http://testserver/curate/?q={SOUGHT}"
    answer = curator.post(f"{address}?q={SOUGHT}", fields, headers={"referer": back})
    assert answer.status_code == 500
    return answer.content.decode()


def private_words(said: str) -> list[str]:
    """Those that occur."""
    return [word for word in PRIVATE if word in said.lower()]


def by_a_bug(text: str, **_: Any) -> None:
    """Fail with the text in a variable and in the code's reach."""
    held = [text, text.split()]
    raise RuntimeError(f"{len(held)} things were held")


def by_the_database(**fields: Any) -> None:
    """Fail as a row does that the database refuses."""
    fields["prompt"].passage = fields["passage"]
    fields["prompt"].text = fields["text"]
    fields["prompt"].state = "odd"
    fields["prompt"].save()


def as_postgresql_says(**fields: Any) -> None:
    """Fail as PostgreSQL does: it quotes the row, whatever the database of this run says."""
    try:
        _refuse(f"Failing row contains (1, {fields['text']}, {fields['passage']}).")
    except IntegrityError as error:
        raise RuntimeError("The prompt could not be stored.") from error


def _refuse(row: str) -> None:
    raise IntegrityError(f"new row violates check constraint\nDETAIL:  {row}")


FAILURES = [by_a_bug, by_the_database, as_postgresql_says]


@pytest.mark.parametrize("failure", FAILURES)
@pytest.mark.usefixtures("mailed")
def test_an_error_is_told_without_what_was_typed(
    failure: Any,
    curator: Client,
    prompt: Prompt,
    log: io.StringIO,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(writing, "edit_prompt", failure)
    page = edit(curator, prompt)
    assert not private_words(page)
    assert failure.__name__ in log.getvalue()
    assert "Internal Server Error" in log.getvalue()
    assert not private_words(log.getvalue())
    pages = [
        str(page)
        for report in mail.outbox
        if isinstance(report, mail.EmailMultiAlternatives)
        for page, _ in report.alternatives
    ]
    assert pages
    for told in [*pages, *(str(report.body) for report in mail.outbox)]:
        assert failure.__name__ in told
        assert "passage" in told  # names are told, values are not
        assert not private_words(told)
    assert not any(private_words(str(report.subject)) for report in mail.outbox)


def test_a_page_that_works_tells_the_log_no_text(
    curator: Client, prompt: Prompt, log: io.StringIO
) -> None:
    for address, fields in (
        (reverse("curate:prompt-edit", args=[prompt.corpus.slug, prompt.pk]), {"text": WRITTEN}),
        (reverse("curate:prompt-add", args=[prompt.corpus.slug]), {"text": WRITTEN}),
        (reverse("curate:prompts", args=[prompt.corpus.slug]), {"q": SOUGHT}),
        (reverse("curate:jobs"), {"text": WRITTEN}),
    ):
        curator.post(address, fields)
        curator.get(address, fields)
    assert "Method Not Allowed" in log.getvalue()
    assert not private_words(log.getvalue())


def test_a_row_is_left_out_and_what_follows_is_kept() -> None:
    said = (
        "IntegrityError: refused\nDETAIL:  Failing row contains (a\n\nb).\n\n"
        "The above exception was the direct cause of the following exception:\n\nValueError: no"
    )
    assert without_rows(said) == (
        "IntegrityError: refused\n\n"
        "The above exception was the direct cause of the following exception:\n\nValueError: no"
    )
