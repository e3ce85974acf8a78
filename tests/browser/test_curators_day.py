"""A day of curation, from a file of prompts to the first vote, by all who take part in it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import CHROMIUM_ARGUMENTS, chromium_path
from tests.browser.day import (
    LONG_MS,
    approved,
    broken_rows,
    mended,
    prompt_file,
    wait_for,
    zip_of,
)
from tests.browser.listening import Listening
from tests.browser.studio import Studio, desk, sign_in
from tests.corpus.curated import csv_of
from tests.readings import good_take
from tests.sites import Site, new_site

SIZE = 9  # the smallest version that is balanced over three registers and three strata
PEOPLE = """
from django.contrib.auth.models import User
from tests.people import account
for role, name in [("curator", "cora"), ("reviewer", "rhea"), ("reader", "rita")]:
    account(role, name=name)
account("curator", "reviewer", name="carl")
"""
APPROVE = f"""
from django.contrib.auth.models import User
from corpus.models import Prompt
from corpus.services.prompts import approve_prompt
rhea = User.objects.get(username="rhea")
left = {SIZE} - Prompt.objects.approved().count()
for prompt in list(Prompt.objects.to_review_by(rhea).order_by("pk")[:left]):
    approve_prompt(prompt=prompt, by=rhea, seen=prompt.revision)
"""
ESPEAK = '[espeak]\ncommand = "espeak-ng -v {voice} -w {output} --stdin"\n'


@pytest.fixture(scope="module")
def new(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running site with accounts and nothing else, whose server may run eSpeak NG."""
    with new_site(tmp_path_factory.mktemp("var")) as site:
        commands = site.var / "commands.toml"
        commands.write_text(ESPEAK, encoding="utf-8")
        site.environment["EARSHOT_SPEECH_COMMANDS_FILE"] = str(commands)
        site.collect_static()
        site.python(PEOPLE)
        with site.web(), site.worker() as worker:
            site.until(site.is_ready, worker)
            yield site


@pytest.fixture(scope="module")
def chromium(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A Chromium whose microphone hears somebody read."""
    sound = tmp_path_factory.mktemp("sound") / "reading.wav"
    sound.write_bytes(good_take())
    microphone = [
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-audio-capture={sound}",
    ]
    launched = browser.browser_type.launch(
        executable_path=chromium_path(), args=[*CHROMIUM_ARGUMENTS, *microphone]
    )
    yield launched
    launched.close()


class Desks:
    """Who sits where; what breaks on any of their pages is collected."""

    def __init__(self, chromium: Browser, site: Site) -> None:
        self._chromium, self._site = chromium, site
        self.troubles: list[str] = []

    def page(self) -> Page:
        """A browser of somebody's own."""
        page = desk(self._chromium, self._site).new_page()
        page.set_default_timeout(LONG_MS)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on(
            "console",
            lambda said: (
                self.troubles.append(said.text) if "Content Security" in said.text else None
            ),
        )
        return page

    def of(self, name: str, at: str) -> Page:
        """Somebody who has signed in and looks at a page."""
        page = self.page()
        sign_in(page, name, at)
        return page


def test_a_corpus_is_made_read_spoken_frozen_and_heard(
    new: Site, chromium: Browser, tmp_path: Path
) -> None:
    expect.set_options(timeout=LONG_MS)
    desks = Desks(chromium, new)
    cora = desks.of("cora", "/curate/")
    make_corpus(cora)
    import_prompts(cora, prompt_file(tmp_path, "prompts.csv", csv_of(broken_rows())), tmp_path)
    fix_prompts(cora)
    rhea = desks.of("rhea", "/curate/")
    review(rhea)
    new.python(APPROVE)
    prompts = approved(new, "day")
    assert len(prompts) == SIZE

    enter_systems(cora)
    record_two(desks.of("rita", "/curate/studio/"), list(prompts.values())[:2])
    accept_two(rhea)
    upload(cora, tmp_path, prompts)
    store(desks.of("carl", "/curate/"), cora.url)
    synthesise(cora)
    freeze(cora)
    open_study(desks.of("cora", "/curate/studies/"))
    vote(desks.page())
    assert not desks.troubles


def make_corpus(cora: Page) -> None:
    cora.get_by_role("link", name="Make a corpus").click()
    cora.get_by_label("Title").fill("A day’s work")
    cora.get_by_label("Name in addresses").fill("day")
    cora.get_by_label("Prompts needed").fill(str(SIZE))
    cora.get_by_role("button", name="Make the corpus").click()
    expect(cora.get_by_text("The corpus is made.")).to_be_visible()


def import_prompts(cora: Page, file: Path, folder: Path) -> None:
    """Import what can be; correct the wrong rows in their file and import them as well."""
    send(cora, file)
    said = cora.get_by_role("status")
    expect(said.first).to_contain_text("480 new, 0 changed, 0 the same, 20 wrong. 20 of those")
    cora.get_by_role("link", name="Wrong 20").click()
    expect(cora.get_by_text("podcast").first).to_be_visible()
    cora.get_by_role("button", name="Import 480 prompts").click()
    expect(cora.get_by_text("480 prompts are imported")).to_be_visible()
    with cora.expect_download() as download:
        cora.get_by_role("link", name="Download 20 wrong rows").click()
    failed = Path(download.value.path()).read_bytes()
    cora.goto("/curate/corpora/day/import/")
    send(cora, prompt_file(folder, "mended.csv", mended(failed)))
    expect(said.first).to_contain_text("20 new, 0 changed, 0 the same, 0 wrong.")
    cora.get_by_role("button", name="Import 20 prompts").click()
    expect(cora.get_by_text("20 prompts are imported")).to_be_visible()


def send(cora: Page, file: Path) -> None:
    cora.get_by_label("File of prompts").set_input_files(file)
    cora.get_by_role("button", name="Upload and look").click()


def fix_prompts(cora: Page) -> None:
    """Three of those with errors: two by accepting what is proposed, one by writing."""
    cora.goto("/curate/corpora/day/prompts/?findings=error")
    expect(cora.get_by_role("status")).to_have_text("20 prompts found")
    cora.get_by_role("link", name="prompt-005").click()
    text = cora.get_by_role("region", name="Text")
    for words in ("at four fifteen p.m.", "for twelve dollars."):
        expect(cora.get_by_role("button", name="Help")).to_be_visible()
        cora.keyboard.press("0")
        expect(text).to_contain_text(words)
        expect(text.locator(".label-error")).to_have_count(0)
        cora.keyboard.press("n")
    expect(cora.get_by_role("heading", name="prompt-055")).to_be_visible()
    cora.keyboard.press("e")
    cora.get_by_label("Text", exact=True).fill("The orchestra, um, rehearsed until midnight.")
    cora.get_by_role("button", name="Save").click()
    expect(text).to_contain_text("rehearsed until midnight")
    cora.goto("/curate/corpora/day/prompts/?findings=error")
    expect(cora.get_by_role("status")).to_have_text("17 prompts found")


def review(rhea: Page) -> None:
    """A handful by key; among them one that was fixed."""
    rhea.get_by_role("link", name="Review").click()
    for external_id in ("prompt-001", "prompt-002", "prompt-003", "prompt-005"):
        expect(rhea.get_by_role("link", name=external_id)).to_be_visible()
        expect(rhea.get_by_role("button", name="Help")).to_be_visible()
        rhea.keyboard.press("a")
    expect(rhea.get_by_role("link", name="prompt-006")).to_be_visible()


def enter_systems(cora: Page) -> None:
    """The human anchor with a reader and recordings from elsewhere, and a machine that speaks."""
    enter_system(cora, "Human anchor", "human-anchor", kind="human")
    choose_voice(cora, "human-anchor", "female", name="Rita", reader="rita")
    choose_voice(cora, "human-anchor", "male", name="Milo")
    cora.get_by_role("link", name="Edit and assign texts").first.click()
    cora.get_by_label("A day’s work").check()
    cora.get_by_role("button", name="Save").click()
    enter_system(cora, "Formant", "formant", kind="synthetic")
    for gender, name, spoken in (("female", "Ada", "en-us+f2"), ("male", "Bo", "en-us+m3")):
        choose_voice(cora, "formant", gender, name=name, spoken=spoken)
    cora.goto("/curate/systems/formant/synthesizer/?kind=command")
    cora.get_by_label("Program").select_option("espeak")
    cora.get_by_role("button", name="Save").click()
    expect(cora.get_by_text("Formant speaks by")).to_be_visible()


def enter_system(cora: Page, name: str, slug: str, *, kind: str) -> None:
    cora.goto("/curate/systems/new/")
    cora.get_by_label("Name", exact=True).fill(name)
    cora.get_by_label("Address").fill(slug)
    cora.get_by_label("Kind").select_option(kind)
    cora.get_by_role("button", name="Save").click()
    expect(cora.get_by_text(f"{name} is saved.")).to_be_visible()


def choose_voice(
    cora: Page, system: str, gender: str, *, name: str, reader: str = "", spoken: str = ""
) -> None:
    cora.goto(f"/curate/systems/{system}/voices/{gender}/")
    cora.get_by_label("Name", exact=True).fill(name)
    if reader:
        cora.get_by_label("Reader’s account").select_option(label=reader)
    if spoken:
        cora.get_by_label("Kind of voice").select_option("neutral")
        cora.get_by_label("Name for synthesis").fill(spoken)
    cora.get_by_role("button", name="Save").click()
    expect(cora.get_by_text(f"{name} is now the {gender} voice")).to_be_visible()


def record_two(rita: Page, texts: list[str]) -> None:
    studio = Studio(rita)
    expect(studio.place).to_have_text(f"0 of {SIZE} read")
    studio.open_microphone()
    for text in texts:
        expect(studio.text).to_have_text(text)
        studio.record_by_key()
        rita.keyboard.press("k")
    studio.expect_everything_sent()
    expect(studio.place).to_have_text(f"2 of {SIZE} read")


def accept_two(rhea: Page) -> None:
    rhea.goto("/curate/readings/")
    for left in (2, 1):
        wait_for(rhea, rhea.get_by_text(f"{left} waiting for you"))
        rhea.wait_for_function("() => document.querySelector('#sound').readyState > 0")
        rhea.keyboard.press("a")
        expect(rhea.get_by_text("Accepted. It is now a clip")).to_be_visible()
    expect(rhea.get_by_text("No reading waits for you.")).to_be_visible()


def upload(cora: Page, folder: Path, prompts: dict[str, str]) -> None:
    """A zip with all other readings and two clips of the machine; three have wrong names."""
    ids = list(prompts)
    spoken = {f"human-anchor/female/{key}.wav": prompts[key] for key in ids[2:]}
    spoken |= {f"human-anchor/male/{key}.wav": prompts[key] for key in ids}
    spoken |= {f"formant/female/{key}.wav": prompts[key] for key in ids[:2]}
    wrong = {
        f"human-anchor/female/{ids[2]}.wav": "human-anchor/female/promt-3.wav",
        f"human-anchor/male/{ids[0]}.wav": "human-anchor/male/first sentence.wav",
        f"formant/female/{ids[1]}.wav": "formant/female/two.wav",
    }
    file = zip_of(folder, {wrong.get(path, path): text for path, text in spoken.items()})
    cora.goto("/curate/corpora/day/upload/")
    cora.get_by_role("button", name="Choose files").click()
    cora.get_by_label("Recordings, or a zip of them").set_input_files(file)
    cora.get_by_role("button", name="Send", exact=True).click()
    can_be = f"of {len(spoken)} files can become clips"
    expect(cora.get_by_text(f"{len(spoken) - 3} {can_be}. 3 need a look.")).to_be_visible()
    for path, name in wrong.items():
        cora.get_by_role("link", name=re.compile("Unmatched")).click()
        cora.get_by_label(f"Prompt of {name}").fill(Path(path).stem)
        row = cora.get_by_role("row").filter(has_text=name)
        row.get_by_role("button", name="Use").click()
        expect(row).to_have_count(0)
    expect(cora.get_by_text("A second person has to store them")).to_be_visible()
    expect(cora.get_by_role("button", name="Store")).to_have_count(0)


def store(carl: Page, address: str) -> None:
    """A second person, who is a reviewer too, has the recordings become clips."""
    carl.goto(address)
    carl.get_by_role("button", name=f"Store {2 * SIZE} clips").click()
    expect(carl.get_by_role("link", name="See the coverage")).to_be_visible()


def synthesise(cora: Page) -> None:
    """The machine speaks what it has no clip of, after the estimate."""
    cora.goto("/curate/corpora/day/synthesis/")
    cora.get_by_role("link", name="Estimate").click()
    expect(cora.get_by_text("The texts stay on this server.")).to_be_visible()
    cora.get_by_role("button", name=f"Make {2 * SIZE - 2} clips").click()
    expect(cora.get_by_text("Nothing is left to make")).to_be_visible()
    cora.goto("/curate/corpora/day/")
    wait_for(cora, cora.get_by_text(f"{4 * SIZE} of 2000 ready"))


def freeze(cora: Page) -> None:
    cora.get_by_role("link", name="Freeze", exact=True).click()
    expect(cora.get_by_label("Begin with")).to_contain_text(f"all {SIZE} approved prompts")
    cora.get_by_role("button", name="Draft a version").click()
    cora.get_by_role("button", name="Check").click()
    expect(cora.get_by_text("Nothing is amiss")).to_be_visible()
    cora.get_by_role("button", name="Freeze version 1").click()
    expect(cora.get_by_role("heading", name="Freeze a version")).to_be_visible()
    cora.goto("/curate/corpora/day/versions/1/")
    expect(cora.get_by_role("heading", name="Version 1")).to_be_visible()


def open_study(cora: Page) -> None:
    """A curator makes a study of the frozen version and opens it."""
    cora.get_by_role("link", name="New study").click()
    cora.get_by_role("button", name="Go on").click()
    cora.get_by_label("Title").fill("Breakfast")
    cora.get_by_label("Name in addresses").fill("breakfast")
    expect(cora.get_by_label("Human anchor")).to_be_checked()
    expect(cora.get_by_label("Formant")).to_be_checked()
    cora.get_by_role("button", name="Draft the study").click()
    cora.get_by_role("link", name="Open", exact=True).click()
    cora.get_by_role("button", name="Open", exact=True).click()
    expect(cora.get_by_text("The study is open.")).to_be_visible()


def vote(page: Page) -> None:
    listening = Listening(page, "breakfast")
    listening.return_after_practice()
    listening.hear_both_by_key()
    page.keyboard.press("ArrowLeft")
    expect(listening.place).to_contain_text("Pair 2 of")
    assert listening.votes() == 1
