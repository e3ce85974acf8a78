"""Coverage: prompts × voices at a glance, why clips failed, another try in place."""

import csv
import io

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from corpus.models import Clip, Corpus, Prompt, SynthesisFailure, Voice
from corpus.roles import ANALYST, CURATOR, READER, REVIEWER
from corpus.services import add_clip, freeze_version, render_clip
from corpus.services.prompts import edit_prompt
from tests.people import account, signed_in
from tests.studies import SYSTEMS, TEXTS, make_prompts, make_ready_clip, make_system

pytestmark = pytest.mark.django_db

PAGE = "/curate/corpora/bench/coverage/"


@pytest.fixture
def corpus() -> Corpus:
    """Four prompts, a system with two voices: one ready, one waiting, one failed, five missing."""
    corpus = Corpus.objects.create(slug="bench", title="The benchmark")
    make_prompts(corpus)
    make_system(*SYSTEMS[0])
    make_ready_clip(prompt("explainer-1"), voice("female"), pitch=70)
    add_clip(prompt=prompt("explainer-1"), voice=voice("male"), audio=b"waits")
    render_clip(clip=add_clip(prompt=prompt("explainer-2"), voice=voice("male"), audio=b"bad"))
    return corpus


@pytest.fixture
def cora(corpus: Corpus) -> Client:
    """A curator."""
    return signed_in(account(CURATOR, name="cora"))


def prompt(external_id: str) -> Prompt:
    return Prompt.objects.get(external_id=external_id)


def voice(gender: str) -> Voice:
    return Voice.objects.get(gender=gender)


def seen(client: Client, query: str = "") -> str:
    answer = client.get(PAGE + query)
    assert answer.status_code == 200
    return answer.content.decode()


def rows(page: str) -> set[str]:
    """External ids of the prompts in the grid."""
    body = page.partition('<table class="grid">')[2]
    names = (part.partition("</th>")[0] for part in body.split('<th scope="row">')[1:])
    return set(names)


def test_each_prompt_and_voice_has_its_state_in_words_and_sign(cora: Client) -> None:
    grid = seen(cora).partition('<table class="grid">')[2]
    for state, sign, times in (
        ("ready", "✓", 1),
        ("waiting", "…", 1),
        ("failed", "✕", 1),
        ("missing", "–", 5),
    ):
        assert grid.count(f'<span class="visually-hidden">{state}</span>') == times
        assert grid.count(f'<span aria-hidden="true">{sign}</span>') == times


def test_each_voice_is_summed_up(cora: Client) -> None:
    summary = seen(cora).partition('id="voices"')[2].partition("</table>")[0]
    female, male = summary.split('<th scope="row">')[1:]
    numbers = [
        [cell.partition("<")[0].strip() for cell in part.split('<td class="number">')[1:4]]
        for part in (female, male)
    ]
    assert numbers == [["1", "0", "0"], ["0", "1", ""]]  # the failed one is set in bold
    assert "<strong>1</strong>" in male


def test_a_clip_at_an_outdated_loudness_waits(cora: Client, corpus: Corpus) -> None:
    Corpus.objects.update(target_lufs=-25)
    grid = seen(cora).partition('<table class="grid">')[2]
    assert grid.count('<span class="visually-hidden">waiting</span>') == 2


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?state=failed", {"explainer-2"}),
        ("?state=waiting", {"explainer-1"}),
        ("?state=missing", {"explainer-2", "phone-agent-1", "phone-agent-2"}),
        ("?state=ready", set()),
        ("?state=nonsense", {"explainer-1", "explainer-2", "phone-agent-1", "phone-agent-2"}),
    ],
)
def test_prompts_are_found_by_what_they_lack(cora: Client, query: str, found: set[str]) -> None:
    assert rows(seen(cora, query)) == found


def test_an_external_id_is_sought_without_standing_in_an_address(cora: Client) -> None:
    answer = cora.post(PAGE, {"find": "agent", "state": "missing"})
    address = answer.headers["Location"]
    assert "agent" not in address
    page = seen(cora, address.removeprefix(PAGE))
    assert rows(page) == {"phone-agent-1", "phone-agent-2"}
    links = page.partition('<table class="grid">')[2].split('href="')[1:]
    assert links
    assert not any("agent" in link.partition('"')[0] for link in links)
    exported = cora.get(address.replace(PAGE, f"{PAGE}export/")).content.decode()
    assert ("phone-agent-2" in exported, "explainer" in exported) == (True, False)


def test_a_search_in_an_address_is_no_search(cora: Client) -> None:
    assert len(rows(seen(cora, "?find=agent"))) == 4


def test_another_try_keeps_what_was_sought_out_of_the_address(cora: Client) -> None:
    address = cora.post(PAGE, {"find": "explainer-2"}).headers["Location"]
    search = address.partition("search=")[2]
    failed = Clip.objects.get(state=Clip.State.FAILED)
    sent = {"failure": failed.failure, "search": search, "find": "explainer-2"}
    assert cora.post(f"{PAGE}render/", sent).headers["Location"] == address


def test_a_search_of_somebody_else_is_not_remembered(cora: Client) -> None:
    address = cora.post(PAGE, {"find": "agent"}).headers["Location"]
    dora = signed_in(account(CURATOR, name="dora"))
    assert "not remembered any more" in dora.get(address).content.decode()
    exported = dora.get(address.replace(PAGE, f"{PAGE}export/"))
    assert (exported.status_code, exported.headers["Location"]) == (302, PAGE)


def test_a_version_is_shown_with_the_wordings_that_it_holds(cora: Client, corpus: Corpus) -> None:
    freeze_version(corpus=corpus, prompts=list(corpus.prompts.all()))
    old = prompt("explainer-1")  # has one clip ready, one waiting
    author = account(CURATOR, name="dora")
    edit_prompt(prompt=old, by=author, seen=old.revision, text="The sea breathes slowly.")
    old.refresh_from_db()
    assert not old.is_current
    ready, waiting = (
        '<span class="visually-hidden">ready',
        '<span class="visually-hidden">waiting',
    )
    now = seen(cora).partition('<table class="grid">')[2]
    then = seen(cora, "?version=1").partition('<table class="grid">')[2]
    assert (now.count(ready), now.count(waiting)) == (0, 0)
    assert (then.count(ready), then.count(waiting)) == (1, 1)
    summary = seen(cora, "?version=1").partition('id="voices"')[2].partition("</table>")[0]
    assert '<td class="number">1</td>' in summary
    place = f"?version=1&prompt={old.pk}&voice={voice('male').pk}"
    assert "This wording has been superseded" in seen(cora, place)


def test_one_system_or_register_can_be_shown_alone(cora: Client) -> None:
    other = make_system(*SYSTEMS[1])
    page = seen(cora, f"?system={other.pk}")
    assert SYSTEMS[0][1] not in page.partition('<table class="grid">')[2]
    register = prompt("explainer-1").register_id
    assert rows(seen(cora, f"?register={register}")) == {"explainer-1", "explainer-2"}


def test_all_clips_ready_means_of_every_voice_shown(cora: Client) -> None:
    make_ready_clip(prompt("phone-agent-1"), voice("female"), pitch=70)
    make_ready_clip(prompt("phone-agent-1"), voice("male"), pitch=70)
    assert rows(seen(cora, "?state=ready")) == {"phone-agent-1"}


def test_why_clips_failed_is_told_and_tried_again_in_place(cora: Client) -> None:
    page = seen(cora)
    failed = Clip.objects.get(state=Clip.State.FAILED)
    assert "<strong>1 clip</strong>: " in page
    assert failed.failure in page
    sent = {"failure": failed.failure, "state": "failed"}
    answer = cora.post(f"{PAGE}render/", sent)
    assert answer.headers["Location"] == f"{PAGE}?state=failed"
    failed.refresh_from_db()
    assert failed.state == Clip.State.PENDING


def test_a_chosen_clip_is_told_played_and_tried_again(cora: Client) -> None:
    clip = Clip.objects.get(state=Clip.State.READY)
    place = f"prompt={clip.prompt_id}&voice={clip.voice_id}"
    page = seen(cora, f"?{place}")
    assert f'src="/curate/clips/{clip.pk}/sound/"' in page
    sound = cora.get(f"/curate/clips/{clip.pk}/sound/")
    assert (sound.headers["Content-Type"], sound.content[:4]) == ("audio/wav", b"RIFF")
    assert sound.headers["Cache-Control"] == "private, no-store"
    sent = {"clip": clip.pk, "prompt": clip.prompt_id, "voice": clip.voice_id}
    assert cora.post(f"{PAGE}render/", sent).headers["Location"] == f"{PAGE}?{place}"
    clip.refresh_from_db()
    assert clip.state == Clip.State.PENDING


def test_a_failed_synthesis_is_told_with_its_reason_and_the_way_to_try_again(
    cora: Client, corpus: Corpus
) -> None:
    where = {"prompt": prompt("explainer-2"), "voice": voice("female")}
    SynthesisFailure.objects.create(**where, reason="The endpoint knows no such voice.")
    page = seen(cora)
    grid = page.partition('<table class="grid">')[2]
    assert grid.count('<span class="visually-hidden">failed</span>') == 2
    assert grid.count('<span class="visually-hidden">missing</span>') == 4
    assert "The endpoint knows no such voice." in page
    again = f"synthesis/zorblat-speech/?voices={voice('female').pk}&amp;scope=failed"
    assert again in page
    chosen = seen(cora, f"?prompt={where['prompt'].pk}&voice={where['voice'].pk}")
    assert "Synthesis failed: The endpoint knows no such voice." in chosen
    assert rows(seen(cora, "?state=failed")) == {"explainer-2"}
    exported = cora.get(f"{PAGE}export/").content.decode()
    assert exported.count("The endpoint knows no such voice.") == 1


def test_a_clip_that_came_another_way_ends_a_failure_of_synthesis(cora: Client) -> None:
    where = {"prompt": prompt("explainer-1"), "voice": voice("female")}
    SynthesisFailure.objects.create(**where, reason="The endpoint knows no such voice.")
    assert "no such voice" not in seen(cora)


def test_a_missing_clip_leads_to_its_upload(cora: Client) -> None:
    place = f"?prompt={prompt('phone-agent-1').pk}&voice={voice('male').pk}"
    assert f"/curate/corpora/bench/upload/?voice={voice('male').pk}" in seen(cora, place)


def test_a_clip_of_another_corpus_is_not_rendered_again(cora: Client) -> None:
    other = Corpus.objects.create(slug="other", title="Other")
    clip = Clip.objects.get(state=Clip.State.READY)
    cora.post(f"/curate/corpora/{other.slug}/coverage/render/", {"clip": clip.pk})
    clip.refresh_from_db()
    assert clip.state == Clip.State.READY


def test_the_export_has_a_row_for_each_prompt_and_voice(cora: Client) -> None:
    answer = cora.get(f"{PAGE}export/")
    table = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    states = sorted(row["state"] for row in table)
    assert states == ["failed", *["missing"] * 5, "ready", "waiting"]
    (failed,) = (row for row in table if row["state"] == "failed")
    assert (failed["external_id"], failed["gender"]) == ("explainer-2", "male")
    assert failed["reason"] == Clip.objects.get(state=Clip.State.FAILED).failure


def test_the_export_holds_what_is_shown_alone(cora: Client) -> None:
    answer = cora.get(f"{PAGE}export/?state=failed")
    table = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert {row["external_id"] for row in table} == {"explainer-2"}


@pytest.mark.parametrize("part", ["", "export/"])
def test_no_text_of_a_prompt_is_told(cora: Client, part: str) -> None:
    told = cora.get(PAGE + part).content.decode()
    assert not any(text in told for texts in TEXTS.values() for text in texts)


def test_the_number_of_queries_does_not_grow(cora: Client) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as counted:
            seen(cora)
        return len(counted)

    before = queries()
    make_system(*SYSTEMS[1])
    make_system(*SYSTEMS[2])
    assert queries() == before


def test_an_empty_corpus_says_what_to_do() -> None:
    Corpus.objects.create(slug="bench", title="The benchmark")
    client = signed_in(account(CURATOR))
    assert "No voice yet" in seen(client)
    make_system(*SYSTEMS[0])
    assert "No prompt yet" in seen(client)


def test_the_corpus_page_leads_there(cora: Client) -> None:
    page = cora.get("/curate/corpora/bench/").content.decode()
    assert f'href="{PAGE}"' in page
    assert "1 of 8 ready, 1 waiting, 1 failed, 5 missing" in page


@pytest.mark.parametrize("role", [REVIEWER, READER, ANALYST])
def test_only_curators_are_let_in(corpus: Corpus, role: str) -> None:
    person = signed_in(account(role))
    clip = Clip.objects.get(state=Clip.State.READY)
    for address in (PAGE, f"{PAGE}export/", f"/curate/clips/{clip.pk}/sound/"):
        assert person.get(address).status_code == 403
    assert person.post(f"{PAGE}render/", {"clip": clip.pk}).status_code == 403


def test_a_clip_is_had_by_byte_range(cora: Client) -> None:
    clip = Clip.objects.exclude(rendition="")[0]
    address = f"/curate/clips/{clip.pk}/sound/"
    whole = cora.get(address)
    assert (whole["Accept-Ranges"], whole["Cache-Control"]) == ("bytes", "private, no-store")
    part = cora.get(address, headers={"Range": "bytes=4-7"})
    assert (part.status_code, part.content) == (206, whole.content[4:8])
    assert part["Content-Range"] == f"bytes 4-7/{len(whole.content)}"
    assert cora.get(address, headers={"Range": "bytes=99999999-"}).status_code == 416
