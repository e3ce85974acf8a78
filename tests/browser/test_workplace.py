"""What all pages of the workplace have in common: their way back, their fields and forms."""

import pytest
from playwright.sync_api import FloatRect, Locator, Page, Route, expect

from tests.browser.test_review import sign_in
from tests.sites import Site

MAKE = """
from corpus.roles import CURATOR, REVIEWER
from tests.corpus.curated import corpus_called
from tests.people import account
account(CURATOR, REVIEWER, name="crumbs-rhea")
corpus_called("crumbs")
"""
LONG = "x" * 120
DRAFT = """
from django.contrib.auth.models import User
from corpus.services.prompts import approve_prompt
from corpus.services.versions import draft_version
from tests.corpus.curated import corpus_called, prompt_in, sentences
drafted, rhea = corpus_called("drafted"), User.objects.get(username="crumbs-rhea")
for number, text in enumerate(sentences(3)):
    prompt = prompt_in(drafted, external_id=f"one-{number}", text=text)
    approve_prompt(prompt=prompt, by=rhea, seen=prompt.revision)
draft_version(corpus=drafted)
"""
FIND = "from corpus.models import Corpus; Corpus.objects.filter(slug='crumbs')"
GAP = """
() => {
  const [first, second] = document.querySelectorAll(".crumbs a");
  const words = document.createRange();
  words.selectNodeContents(second);
  const line = first.getBoundingClientRect();
  const left = Math.ceil(line.right), right = Math.floor(words.getBoundingClientRect().left);
  return { x: left, y: line.top, width: right - left, height: line.height };
}
"""
PLAIN = """
() => document.querySelectorAll(".crumbs a").forEach((a) => { a.style.textDecoration = "none"; })
"""


@pytest.fixture(scope="module")
def crumbs(site: Site) -> str:
    """The address of a page below others."""
    site.python(MAKE)
    return "/curate/corpora/crumbs/review/"


def test_what_stands_between_two_crumbs_is_not_underlined(page: Page, crumbs: str) -> None:
    sign_in(page, "crumbs-rhea", crumbs)
    gap: FloatRect = page.evaluate(GAP)
    assert gap["width"] > 0
    before = page.screenshot(clip=gap)
    page.evaluate(PLAIN)
    assert page.screenshot(clip=gap) == before


def test_a_field_that_cannot_be_changed_any_more_looks_so(page: Page, crumbs: str) -> None:
    sign_in(page, "crumbs-rhea", crumbs)
    page.goto("/curate/studies/first-light/edit/")
    settled, free = page.get_by_label("Question"), page.get_by_label("Title")
    assert (settled.is_enabled(), free.is_enabled()) == (False, True)
    assert ground(settled) != ground(free)


def test_a_form_whose_button_is_pressed_twice_is_sent_once(page: Page, crumbs: str) -> None:
    sign_in(page, "crumbs-rhea", crumbs)
    page.goto("/curate/corpora/new/")
    sent: list[Route] = []

    def hold(route: Route) -> None:
        sent.append(route)

    page.route("**/curate/corpora/new/", hold)  # no answer until it was pressed twice
    page.get_by_label("Title").fill("Pressed twice")
    page.get_by_label("Name in addresses").fill("pressed-twice")
    button = page.locator("main").get_by_role("button")
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    with page.expect_request("**/curate/corpora/new/"):
        page.mouse.click(box["x"] + 5, box["y"] + 5)
    page.mouse.click(box["x"] + 5, box["y"] + 5)
    for route in sent:
        route.continue_()
    expect(page.get_by_role("heading", name="Import prompts")).to_be_visible()
    assert len(sent) == 1


def ground(field: Locator) -> str:
    return str(field.evaluate("(one) => getComputedStyle(one).backgroundColor"))


@pytest.mark.parametrize("width", [375, 1280])
def test_a_title_without_a_space_stays_within_its_page(
    page: Page, site: Site, crumbs: str, width: int
) -> None:
    site.python(f"{FIND}.update(title={LONG!r})")
    page.set_viewport_size({"width": width, "height": 700})
    sign_in(page, "crumbs-rhea", crumbs)
    for address in ("/curate/", "/curate/corpora/crumbs/"):
        page.goto(address)
        heading = page.get_by_role("heading", name=LONG)
        assert heading.evaluate("(one) => one.scrollWidth <= one.clientWidth")
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_prompts_of_a_draft_can_be_read_on_a_phone(page: Page, site: Site, crumbs: str) -> None:
    site.python(DRAFT)
    page.set_viewport_size({"width": 375, "height": 700})
    sign_in(page, "crumbs-rhea", crumbs)
    page.goto("/curate/corpora/drafted/freeze/")
    texts = page.locator(".selection tbody td:last-child")
    expect(texts).to_have_count(3)
    for text in texts.all():
        box = text.bounding_box()
        assert box
        assert box["width"] > 200
        assert box["x"] + box["width"] <= 375
