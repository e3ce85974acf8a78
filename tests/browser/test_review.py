"""A reviewer's work by keyboard: proposals, approval, sending back, undo, help, keys off."""

import pytest
from playwright.sync_api import Page, expect

from tests.sites import Site

MAKE = """
from corpus.roles import CURATOR, REVIEWER
from corpus.models import Corpus
from tests.corpus.curated import corpus_called, prompt_in
from tests.people import account
cora, rhea, ben = (account(role, name=name) for role, name in [
    (CURATOR, "review-cora"), (REVIEWER, "review-rhea"), (REVIEWER, "review-ben")])
corpus = corpus_called("queue")
prompt_in(corpus, cora, "q-1", "Um, the bus leaves at 4:15 pm. [noise]")
prompt_in(corpus, cora, "q-2", "My neighbour painted a wobbly kitchen table before breakfast.")
prompt_in(corpus, cora, "q-3", "Her cousin auctioned twelve copper kettles for a dare.")
"""


@pytest.fixture(scope="module")
def queue(site: Site) -> str:
    """The address of a queue of three prompts."""
    site.python(MAKE)
    return "/curate/corpora/queue/review/"


@pytest.fixture
def reviewer(page: Page, queue: str) -> Page:
    """A reviewer at a desk, in front of the queue."""
    sign_in(page, "review-rhea", queue)
    return page


def sign_in(page: Page, name: str, then: str) -> None:
    page.goto(f"/accounts/login/?next={then}")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill("s3cret-words")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Review")).to_be_visible()


def state_of(site: Site, external_id: str) -> str:
    return site.python(
        "from corpus.models import Prompt; "
        f"print(Prompt.objects.get(external_id={external_id!r}).state)"
    ).strip()


def at_hand(page: Page, external_id: str) -> None:
    expect(page.get_by_role("link", name=external_id)).to_be_visible()
    listens(page)


def listens(page: Page) -> None:
    """Wait until the page has its keys: their switch shows then."""
    expect(page.get_by_role("button", name="Help")).to_be_visible()


def test_a_queue_is_worked_through_by_keyboard(reviewer: Page, site: Site, queue: str) -> None:
    page = reviewer
    at_hand(page, "q-1")
    expect(page.get_by_role("button", name="Approve")).to_be_disabled()
    page.keyboard.press("a")  # does nothing: errors keep it from approval

    page.keyboard.press("0")
    text = page.get_by_role("region", name="Text")
    expect(text).to_contain_text("the bus leaves at four fifteen p.m.")
    expect(page.get_by_text("so somebody else approves it")).to_be_visible()
    listens(page)

    page.keyboard.press("n")
    at_hand(page, "q-2")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("a")  # a dialog is open: the key is not for the page
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("a")
    at_hand(page, "q-3")
    assert state_of(site, "q-2") == "approved"

    page.keyboard.press("u")
    at_hand(page, "q-2")
    assert state_of(site, "q-2") == "waiting"
    page.keyboard.press("a")
    at_hand(page, "q-3")

    page.keyboard.press("r")
    expect(page.get_by_label("Why it goes back")).to_be_focused()
    page.keyboard.type("an auction is read aloud, not said")  # letters are text here, not keys
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Nothing waits for your review")).to_be_visible()
    assert state_of(site, "q-2") == "approved"
    assert state_of(site, "q-3") == "returned"


def test_keys_are_switched_off_and_stay_off(page: Page, site: Site, queue: str) -> None:
    site.python(
        "from corpus.models import Corpus; from tests.corpus.curated import prompt_in; "
        "from django.contrib.auth.models import User; "
        "prompt_in(Corpus.objects.get(slug='queue'), User.objects.get(username='review-cora'), "
        "'q-4', 'That plumber borrowed a basket of ripe apricots during the power cut.')"
    )
    sign_in(page, "review-ben", queue)
    page.get_by_role("switch", name="Keys").uncheck(force=True)
    page.reload()
    listens(page)
    heading = page.get_by_role("link", name="q-")
    before = heading.inner_text()
    page.keyboard.press("n")
    page.keyboard.press("a")
    expect(heading).to_have_text(before)
    assert state_of(site, before) == "waiting"
    page.get_by_role("switch", name="Keys").check(force=True)
    page.keyboard.press("n")
    expect(heading).not_to_have_text(before)


def test_the_review_fits_a_phone(phone: Page, queue: str) -> None:
    sign_in(phone, "review-ben", queue)
    width = phone.evaluate("document.documentElement.scrollWidth")
    assert width <= 375
