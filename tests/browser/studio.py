"""What readers and reviewers do in front of the studio and the page of readings."""

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.sites import Site

WAIT_MS = 20_000
SPOKEN_MS = 6_500  # longer than the sound that Chromium's fake microphone repeats


def new_reader(site: Site, name: str) -> None:
    """A reader with three texts of their own, whose voice takes the place of the one before."""
    site.python(
        "from corpus.models import Voice\n"
        "from tests.readings import make_corpus, make_reader\n"
        "Voice.objects.filter(gender='female').update(is_current=False)\n"
        f"make_reader(make_corpus('{name}'), name='{name}')\n"
    )


def desk(browser: Browser, site: Site) -> BrowserContext:
    """A session of somebody at a desk."""
    return browser.new_context(base_url=site.url, viewport={"width": 1280, "height": 800})


def sign_in(page: Page, name: str, to: str) -> None:
    """Somebody signs in and goes to a page."""
    page.goto(f"/accounts/login/?next={to}")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill("s3cret-words")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"**{to}")


class Studio:
    """One reader at their desk."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = page.locator("#studio")
        self.text = page.locator("#text")
        self.hint = page.locator("#hint")
        self.place = page.locator("#place")
        self.sent = page.locator("#sent")

    def arrive(self, name: str) -> None:
        """Sign in and wait for the first text."""
        sign_in(self.page, name, "/curate/studio/")
        expect(self.text).not_to_be_empty()

    def wait_for(self, phase: str) -> None:
        """Until the page is in a phase."""
        expect(self.root).to_have_attribute("data-phase", phase, timeout=WAIT_MS)

    def open_microphone(self) -> None:
        """Let the page hear."""
        self.page.keyboard.press("Space")
        self.wait_for("ready")

    def record_by_key(self, milliseconds: int = 2_500, *, key: str = "Space") -> None:
        """Count down, read, stop."""
        self.page.keyboard.press(key)
        self.wait_for("recording")
        self.page.wait_for_timeout(milliseconds)  # somebody is speaking
        self.page.keyboard.press("Space")
        self.wait_for("judging")

    def expect_everything_sent(self) -> None:
        """The site has confirmed every take that was kept.

        A take joins those to be sent once the browser has stored it; only then the text changes.
        """
        expect(self.root).not_to_have_attribute("data-phase", "judging", timeout=WAIT_MS)
        expect(self.sent).to_have_text("Everything you kept has been sent.", timeout=WAIT_MS)
