"""The studio with a microphone, and the page on which readings are judged."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import CHROMIUM_ARGUMENTS, chromium_path
from tests.browser.studio import SPOKEN_MS, WAIT_MS, Studio, desk, new_reader, sign_in
from tests.readings import TEXTS, good_take
from tests.sites import Site, new_site


@pytest.fixture(scope="module")
def studio_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running site without studies: ruth reviews; ian opens his texts and sends nothing."""
    with new_site(tmp_path_factory.mktemp("var")) as site:
        site.collect_static()
        site.python(
            "from tests.people import account; account('reviewer', name='ruth')\n"
            "from tests.readings import make_corpus, make_reader\n"
            "make_reader(make_corpus('idle'), name='ian', gender='male')"
        )
        with site.web(), site.worker() as worker:
            site.until(site.is_ready, worker)
            yield site


@pytest.fixture(scope="module")
def speaking(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A Chromium whose microphone hears a sentence again and again."""
    sound = tmp_path_factory.mktemp("sound") / "reading.wav"
    sound.write_bytes(good_take())
    launched = browser.browser_type.launch(
        executable_path=chromium_path(),
        args=[
            *CHROMIUM_ARGUMENTS,
            "--use-fake-device-for-media-stream",
            "--use-fake-ui-for-media-stream",
            f"--use-file-for-fake-audio-capture={sound}",
        ],
    )
    yield launched
    launched.close()


@pytest.fixture
def reader(studio_site: Site, request: pytest.FixtureRequest) -> str:
    """Somebody new who reads three texts."""
    name: str = request.node.name.replace("_", "-")[5:35].strip("-")
    new_reader(studio_site, name)
    return name


@pytest.fixture
def page(speaking: Browser, studio_site: Site) -> Iterator[Page]:
    """A desk with a microphone; no script may break, no policy be violated."""
    context = desk(speaking, studio_site)
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on(
        "console",
        lambda said: troubles.append(said.text) if "Content Security" in said.text else None,
    )
    yield page
    context.close()
    assert not troubles, troubles


@pytest.fixture
def studio(page: Page, reader: str) -> Studio:
    """The reader in front of their first text, the microphone open."""
    studio = Studio(page)
    studio.arrive(reader)
    studio.open_microphone()
    return studio


@pytest.fixture
def idle(page: Page) -> Studio:
    """Somebody in front of their first text, the microphone open, who sends nothing."""
    studio = Studio(page)
    studio.arrive("ian")
    studio.open_microphone()
    return studio


def readings(site: Site, reader: str, field: str) -> list[str]:
    """One field of each of a reader's readings, oldest first."""
    printed = site.python(
        "from corpus.models import Reading\n"
        f"mine = Reading.objects.filter(reader__username='{reader}').order_by('pk')\n"
        f"print(*mine.values_list('{field}', flat=True), sep='\\n')"
    )
    return printed.split()


def test_two_readings_by_key_and_one_accepted_by_a_reviewer(
    studio: Studio, reader: str, studio_site: Site, browser: Browser
) -> None:
    keys = studio.page.keyboard
    expect(studio.text).to_have_text(TEXTS[0])
    expect(studio.place).to_have_text("0 of 3 read")
    studio.record_by_key()
    keys.press("Space")
    expect(studio.page.locator("#listen-label")).to_have_text("Pause")
    keys.press("k")
    expect(studio.text).to_have_text(TEXTS[1])
    studio.record_by_key()
    studio.record_by_key(key="r")
    keys.press("k")
    studio.expect_everything_sent()
    expect(studio.place).to_have_text("2 of 3 read")
    assert readings(studio_site, reader, "media_type") == ["audio/webm", "audio/webm"]
    studio_site.until(lambda: readings(studio_site, reader, "state") == ["waiting", "waiting"])

    context = desk(browser, studio_site)
    judging = context.new_page()
    sign_in(judging, "ruth", "/curate/readings/")
    expect(judging.locator("#judging")).to_contain_text(TEXTS[0])
    expect(judging.locator("#sound")).to_have_attribute("src", re.compile("^blob:"))
    judging.keyboard.press("Space")
    expect(judging.locator("#sound")).to_have_js_property("paused", False)  # noqa: FBT003
    judging.keyboard.press("a")
    expect(judging.get_by_role("status")).to_contain_text("now a clip")
    judging.keyboard.press("d")
    judging.keyboard.type("Say the words of the text.")
    judging.keyboard.press("Enter")
    expect(judging.get_by_role("status")).to_contain_text("Declined")
    context.close()
    assert readings(studio_site, reader, "state") == ["accepted", "declined"]
    studio_site.until(lambda: readings(studio_site, reader, "clip__state")[0] == "ready")
    studio.page.reload()
    expect(studio.page.locator("#declined")).to_contain_text("Say the words of the text.")


def test_a_take_at_hand_survives_a_reload(studio: Studio) -> None:
    studio.page.keyboard.press("s")
    expect(studio.text).to_have_text(TEXTS[1])
    studio.record_by_key()
    studio.page.reload()
    studio.wait_for("judging")
    expect(studio.hint).to_contain_text("recorded before the page closed")
    expect(studio.text).to_have_text(TEXTS[1])
    studio.page.keyboard.press("k")
    studio.expect_everything_sent()
    expect(studio.place).to_have_text("1 of 3 read")


def test_without_a_network_the_reader_goes_on_and_nothing_is_lost(
    studio: Studio, reader: str, studio_site: Site
) -> None:
    context = studio.page.context
    context.set_offline(True)
    studio.record_by_key()
    studio.page.keyboard.press("k")
    expect(studio.sent).to_contain_text("One take kept in this browser")
    expect(studio.text).to_have_text(TEXTS[1])
    expect(studio.place).to_have_text("1 of 3 read")
    studio.page.close()
    context.set_offline(False)
    later = Studio(context.new_page())
    later.page.goto("/curate/studio/")
    expect(later.text).to_have_text(TEXTS[1], timeout=WAIT_MS)
    later.expect_everything_sent()
    assert len(readings(studio_site, reader, "pk")) == 1


def test_whoever_is_signed_out_is_told_and_keeps_the_take(studio: Studio, reader: str) -> None:
    context = studio.page.context
    studio.record_by_key()
    context.clear_cookies()
    studio.page.keyboard.press("k")
    expect(studio.sent).to_contain_text("You are signed out")
    other_tab = context.new_page()
    sign_in(other_tab, reader, "/curate/studio/readings/")
    # The page may try by itself just now, and hide the button: the click is safe either way.
    studio.page.locator("#retry-now").dispatch_event("click")
    studio.expect_everything_sent()


def test_a_browser_without_media_recorder_sends_wav(
    page: Page, reader: str, studio_site: Site
) -> None:
    page.add_init_script("delete window.MediaRecorder")
    studio = Studio(page)
    studio.arrive(reader)
    studio.open_microphone()
    studio.record_by_key(SPOKEN_MS)
    page.keyboard.press("k")
    studio.expect_everything_sent()
    assert readings(studio_site, reader, "media_type") == ["audio/wav"]
    studio_site.until(lambda: readings(studio_site, reader, "state") == ["waiting"])
    length = float(readings(studio_site, reader, "duration")[0])
    assert SPOKEN_MS / 1000 < length < SPOKEN_MS / 1000 + 3


def test_an_unnatural_text_is_sent_back_by_key(
    studio: Studio, reader: str, studio_site: Site
) -> None:
    studio.page.keyboard.press("u")
    studio.page.keyboard.type("Nobody says so.")
    studio.page.get_by_role("button", name="Send back").click()
    expect(studio.text).to_have_text(TEXTS[1])
    expect(studio.place).to_have_text("0 of 2 read")
    reason = studio_site.python(
        "from corpus.models import Prompt\n"
        f"print(Prompt.objects.get(external_id='{reader}-1').reason)"
    )
    assert reason.strip() == "Unnatural to say: Nobody says so."


def test_the_level_is_shown_and_said(idle: Studio) -> None:
    meter = idle.page.locator("#meter")
    expect(meter).to_have_attribute("data-verdict", "good", timeout=WAIT_MS)
    expect(idle.page.locator("#verdict")).to_have_text("Good level")
    assert -60 < int(meter.get_attribute("aria-valuenow") or "0") < 0


def test_the_switch_turns_the_keys_off(idle: Studio) -> None:
    idle.page.locator("label.switch").click()
    idle.page.locator("#text").click()
    idle.page.keyboard.press("s")
    idle.page.keyboard.press("Space")
    expect(idle.text).to_have_text(TEXTS[0])
    idle.wait_for("ready")


def test_a_countdown_can_be_stopped(idle: Studio) -> None:
    idle.page.keyboard.press("Space")
    idle.wait_for("counting")
    idle.page.keyboard.press("Escape")
    expect(idle.hint).to_have_text("Stopped. Nothing was recorded.")
    idle.wait_for("ready")


def test_without_a_microphone_the_page_says_what_to_do(browser: Browser, studio_site: Site) -> None:
    context = desk(browser, studio_site)
    studio = Studio(context.new_page())
    studio.arrive("ian")
    studio.page.keyboard.press("Space")
    expect(studio.hint).to_contain_text("icrophone")
    expect(studio.hint).to_contain_text("try again")
    studio.wait_for("closed")
    context.close()


def test_a_phone_shows_everything_without_sideways_scrolling(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    studio = Studio(page)
    studio.arrive("ian")
    assert page.evaluate("() => document.documentElement.scrollWidth") == 320
    box = page.locator("#primary").bounding_box()
    assert box is not None
    assert box["height"] >= 44
