"""A real running site, web and worker, and a real Chromium in front of it."""

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.sites import Site, new_site

CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--autoplay-policy=document-user-activation-required",
]


def chromium_path() -> str:
    """Where Debian's Chromium is; the one without windows takes two thirds of the processor."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    path = next(filter(None, map(shutil.which, names)), None)
    assert path, "The browser tests need Chromium: apt-get install chromium-headless-shell"
    return path


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running site with a small study of real clips called first-light."""
    with new_site(tmp_path_factory.mktemp("var")) as site:
        site.collect_static()
        site.python("from tests.studies import make_study; make_study(board_every_votes=1)")
        with site.web(), site.worker() as worker:
            site.until(site.is_ready, worker)
            yield site


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, headless."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=chromium_path(), args=CHROMIUM_ARGUMENTS
        )
        yield launched
        launched.close()


@pytest.fixture
def page(browser: Browser, site: Site) -> Iterator[Page]:
    """A desk: 1280 by 800, keyboard and mouse, a session of its own."""
    context = browser.new_context(base_url=site.url, viewport={"width": 1280, "height": 800})
    yield from _page_in(context)


@pytest.fixture
def phone(browser: Browser, site: Site) -> Iterator[Page]:
    """A phone: 375 by 667, touch, a session of its own."""
    context = browser.new_context(
        base_url=site.url,
        viewport={"width": 375, "height": 667},
        has_touch=True,
        is_mobile=True,
        device_scale_factor=2,
    )
    yield from _page_in(context)


def _page_in(context: BrowserContext) -> Iterator[Page]:
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on(
        "console",
        lambda message: (
            troubles.append(message.text) if "Content Security Policy" in message.text else None
        ),
    )
    yield page
    context.close()
    assert not troubles, troubles
