"""Which prompts a draft selects, on the page of the draft."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from corpus.curation import freezing
from corpus.models import CorpusVersion
from corpus.roles import CURATOR, REVIEWER
from corpus.services.versions import draft_version
from tests.corpus.corpora import make_corpus
from tests.people import account, signed_in

pytestmark = pytest.mark.django_db
PAGE = "/curate/corpora/bench/freeze/"


@pytest.fixture
def author() -> User:
    return account(CURATOR, name="cora")


@pytest.fixture
def draft(author: User) -> CorpusVersion:
    """Nine prompts, three of each register."""
    return draft_version(corpus=make_corpus(author, account(REVIEWER)))


@pytest.fixture
def cora(author: User) -> Client:
    return signed_in(author)


def listed(cora: Client, address: str) -> list[str]:
    return [prompt.external_id for prompt in cora.get(address).context["rows"]]


def test_a_search_leads_to_an_address_without_its_words(draft: CorpusVersion, cora: Client) -> None:
    address = cora.post(PAGE, {"show": "in", "q": "your"}).headers["Location"]
    assert "your" not in address
    found = ["casual-conversation-1", "phone-agent-1", "phone-agent-3"]
    assert listed(cora, address) == found


def test_a_change_leads_back_to_the_search_the_side_and_the_page(
    draft: CorpusVersion, cora: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(freezing, "PER_PAGE", 1)
    found = cora.post(PAGE, {"show": "in", "q": "your"}).headers["Location"]
    second = found.replace("#", "&page=2#")
    page = cora.get(second)
    place = {
        "show": page.context["side"],
        "search": page.context["search"],
        "page": page.context["rows"].number,
    }
    (chosen,) = page.context["rows"]
    after = cora.post(f"{PAGE}select/", {"do": "out", "prompt": chosen.pk, **place})
    assert listed(cora, after.headers["Location"]) == ["phone-agent-3"]
    assert cora.get(after.headers["Location"]).context["rows"].number == 2
    assert draft.prompts.count() == 8


def test_a_search_that_is_not_remembered_is_told(draft: CorpusVersion, cora: Client) -> None:
    page = cora.get(f"{PAGE}?show=in&search=gone")
    assert "That search is not remembered any more." in page.content.decode()
    assert page.context["rows"].paginator.count == 9
