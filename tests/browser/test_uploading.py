"""A curator uploads clips: a zip with three wrong names, and files one by one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import _page_in
from tests.corpus.archives.zips import zip_of
from tests.corpus.audio.recordings import spoken_by_espeak, spoken_by_flite
from tests.sites import Site

CORPUS = "first-light-corpus"
START = f"/curate/corpora/{CORPUS}/upload/"
NEW_VOICES = """
from django.contrib.auth.models import Group, User
from tests.studies import make_system
make_system("lately-added", "Lately Added", "Newcomers", "synthetic")
if not User.objects.filter(username="cora").exists():
    User.objects.create_user("cora", password="s3cret-words").groups.set(
        Group.objects.filter(name="curator")
    )
"""
WRONG = ("lately-added/female/explaner-1.wav", "somewhere/hello.wav", "lately-added/note.male.wav")


@pytest.fixture
def cora(browser: Browser, site: Site) -> Iterator[Page]:
    """A curator at a desk, signed in, of a site that has just got a new system."""
    site.python(NEW_VOICES)
    context = browser.new_context(base_url=site.url, viewport={"width": 1280, "height": 800})
    for page in _page_in(context):
        page.goto("/accounts/login/?next=/curate/")
        page.get_by_label("Username").fill("cora")
        page.get_by_label("Password").fill("s3cret-words")
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url("**/curate/")
        yield page


def begin(page: Page) -> None:
    page.goto(START)
    page.get_by_role("button", name="Choose files").click()
    expect(page.get_by_role("heading", name="Send files")).to_be_visible()


def test_a_zip_with_three_wrong_names_is_mended_and_stored(cora: Page, tmp_path: Path) -> None:
    good = [
        ("lately-added/female/explainer-2.wav", spoken_by_espeak()),
        ("lately-added/phone-agent-1.female.mp3", spoken_by_flite()),
    ]
    archive = tmp_path / "clips.zip"
    archive.write_bytes(zip_of([*good, *((name, spoken_by_espeak()) for name in WRONG)]))
    begin(cora)
    cora.get_by_label("Recordings, or a zip of them").set_input_files(archive)
    cora.get_by_role("button", name="Send", exact=True).click()
    expect(cora.locator(".lead")).to_contain_text("2 of 5 files can become clips", timeout=60_000)
    for name in WRONG:
        expect(cora.get_by_role("row", name=name)).to_contain_text("Unmatched")
    row = cora.get_by_role("row", name=WRONG[0])
    expect(row.get_by_label("Prompt of")).to_have_value("explainer-1")
    row.get_by_role("button", name="Use").click()
    expect(cora.locator(".lead")).to_contain_text("3 of 5 files can become clips")
    cora.get_by_role("button", name="Store 3 clips, leave out 2").click()
    expect(cora.locator(".lead")).to_contain_text("3 clips are stored", timeout=60_000)
    cora.get_by_role("link", name="See the coverage").click()
    voices = cora.get_by_role("group", name="Voices")
    expect(voices.get_by_role("row", name="Lately Added Female")).to_contain_text("lately-added")


def test_files_are_sent_one_by_one_and_not_again_after_a_reload(cora: Page, tmp_path: Path) -> None:
    names = [f"explainer-{number}.male.wav" for number in (1, 2)]
    for number, name in enumerate(names):
        (tmp_path / name).write_bytes((spoken_by_espeak, spoken_by_flite)[number]())
    (tmp_path / "page.wav").write_bytes(b"<!doctype html><title>Hello</title>")
    begin(cora)
    posts: list[str] = []
    cora.on("request", lambda r: posts.append(r.url) if r.url.endswith("/files/") else None)
    chosen = cora.get_by_label("Recordings, or a zip of them")
    chosen.set_input_files([tmp_path / names[0], tmp_path / "page.wav"])
    cora.get_by_role("button", name="Send", exact=True).click()
    expect(cora.locator(".lead")).to_contain_text("of 2 files", timeout=60_000)
    assert len(posts) == 3  # one asks what has come, two send
    cora.reload()
    posts.clear()
    chosen.set_input_files([tmp_path / name for name in (*names, "page.wav")])
    cora.get_by_role("button", name="Send", exact=True).click()
    expect(cora.locator(".lead")).to_contain_text("of 3 files", timeout=60_000)
    assert len(posts) == 2  # one asks, one sends
    expect(cora.get_by_role("row", name="page.wav")).to_contain_text("a saved web page")
    assert "Unreadable" in cora.get_by_role("row", name="page.wav").inner_text()
