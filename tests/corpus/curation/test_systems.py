"""Pages of systems and voices."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from corpus.models import Clip, Synthesizer, System, Voice
from corpus.roles import ANALYST, CURATOR, READER, REVIEWER
from tests.people import account, signed_in
from tests.readings import human_anchor, make_corpus, make_reader
from tests.studies import SYSTEMS, make_system

pytestmark = pytest.mark.django_db

NEW = {
    "name": "Zorblat Speech",
    "slug": "zorblat-speech",
    "provider": "Quixotron Industries",
    "version": "2",
    "kind": "synthetic",
    "open_weights": "false",
    "released_on": "2026-03-01",
}
VOICE = {"name": "Aria", "choice": "warm", "adapter_voice": "aria-2", "accent": "Irish"}


@pytest.fixture
def person() -> User:
    return account(CURATOR)


@pytest.fixture
def cora(person: User) -> Client:
    return signed_in(person)


@pytest.fixture
def system() -> System:
    return make_system(*SYSTEMS[0])


@pytest.fixture
def spoken(system: System) -> Voice:
    voice = system.voices.get(gender="female")
    prompt = make_corpus().prompts.all()[0]
    Clip.objects.create(prompt=prompt, voice=voice, original="x", original_digest="0" * 64)
    return voice


@pytest.mark.parametrize("role", [REVIEWER, READER, ANALYST])
@pytest.mark.parametrize("path", ["", "new/", "zorblat-speech/", "zorblat-speech/voices/male/"])
def test_only_curators_see_systems(system: System, role: str, path: str) -> None:
    assert signed_in(account(role)).get(f"/curate/systems/{path}").status_code == 403


def test_without_a_system_the_page_says_what_to_enter(cora: Client) -> None:
    assert "No system yet" in cora.get("/curate/systems/").content.decode()


def test_a_system_is_entered_with_what_is_known(cora: Client) -> None:
    page = cora.post("/curate/systems/new/", NEW, follow=True).content.decode()
    assert "Zorblat Speech 2 is saved." in page
    made = System.objects.get()
    assert (made.open_weights, str(made.released_on)) == (False, "2026-03-01")


def test_an_offer_does_not_end_before_it_begins(cora: Client) -> None:
    page = cora.post("/curate/systems/new/", NEW | {"retired_on": "2026-02-01"}).content.decode()
    assert "before the day of its release" in page


@pytest.mark.parametrize("field", ["name", "provider", "version"])
def test_no_name_turns_round_the_numbers_after_it(cora: Client, field: str) -> None:
    page = cora.post("/curate/systems/new/", NEW | {field: "\u202eZorblat"}).content.decode()
    assert "turns the direction of the text after it" in page
    assert not System.objects.exists()


def test_a_name_may_run_from_the_right(cora: Client) -> None:
    cora.post("/curate/systems/new/", NEW | {"name": "קול\u200f 2"})
    assert System.objects.exists()


def test_there_is_one_human_anchor(cora: Client) -> None:
    human_anchor()
    page = cora.post("/curate/systems/new/", NEW | {"kind": "human"}).content.decode()
    assert "There is one human anchor" in page


def test_missing_voices_are_flagged(cora: Client, system: System) -> None:
    system.voices.filter(gender="male").delete()
    page = cora.get("/curate/systems/").content.decode()
    assert "1 voice missing" in page
    assert 'href="/curate/systems/zorblat-speech/voices/male/"' in page


def test_a_voice_is_chosen_with_its_kind(cora: Client, person: User, system: System) -> None:
    system.voices.all().delete()
    address = "/curate/systems/zorblat-speech/voices/female/"
    assert "This field is required" in cora.post(address, {"name": "Aria"}).content.decode()
    cora.post(address, VOICE)
    made = system.voices.get()
    assert (made.choice, made.adapter_voice, made.chosen_by) == ("warm", "aria-2", person)


def test_a_swap_is_seen_in_the_history(cora: Client, spoken: Voice) -> None:
    address = "/curate/systems/zorblat-speech/voices/female/"
    page = cora.post(address, VOICE | {"because": "It was withdrawn."}, follow=True)
    shown = page.content.decode()
    assert "Aria is now the female voice" in shown
    assert "zorblat-speech female" in shown
    assert "It was withdrawn." in shown


def test_a_voice_with_clips_cannot_be_renamed_by_a_form(cora: Client, spoken: Voice) -> None:
    cora.post(f"/curate/voices/{spoken.pk}/edit/", VOICE)
    spoken.refresh_from_db()
    assert (spoken.name, spoken.adapter_voice, spoken.accent) == (
        "zorblat-speech female",
        "",
        "Irish",
    )


def test_a_version_with_clips_stays(cora: Client, spoken: Voice) -> None:
    cora.post("/curate/systems/zorblat-speech/edit/", NEW | {"provider": "Quixotron"})
    system = System.objects.get(slug="zorblat-speech")
    assert (system.version, system.provider) == ("", "Quixotron")


def test_a_curator_gives_a_reader_their_voice_and_texts(cora: Client) -> None:
    human_anchor()
    corpus, rita = make_corpus(), account(READER, name="rita")
    cora.post("/curate/systems/human/voices/female/", {"name": "Rita", "reader": rita.pk})
    voice = Voice.objects.get(reader=rita)
    sent = {"name": "Rita", "reader": rita.pk, "corpora": [corpus.pk]}
    cora.post(f"/curate/voices/{voice.pk}/edit/", sent)
    assert signed_in(rita).get("/curate/studio/prompts/").json()["progress"]["of"] == 3


def test_only_readers_are_offered_as_readers(cora: Client) -> None:
    human_anchor()
    account(READER, name="rita")
    page = cora.get("/curate/systems/human/voices/female/").content.decode()
    assert ">rita<" in page
    assert ">curator<" not in page


def test_texts_are_given_to_nobody_without_an_account(cora: Client) -> None:
    voice = make_reader()
    Voice.objects.filter(pk=voice.pk).update(reader=None)
    sent = {"name": voice.name, "reader": "", "corpora": [make_corpus().pk]}
    page = cora.post(f"/curate/voices/{voice.pk}/edit/", sent).content.decode()
    assert "Only a voice that has a reader" in page


def test_a_voice_that_the_engine_does_not_have_is_refused_with_near_ones(
    cora: Client, system: System
) -> None:
    system.voices.all().delete()
    Synthesizer.objects.create(system=system, kind="flite")
    address = f"/curate/systems/{system.slug}/voices/male/"
    page = cora.post(address, VOICE | {"adapter_voice": "rmss"}).content.decode()
    assert "Flite has no voice “rmss”. Did you mean rms?" in page
    assert not system.voices.exists()
    cora.post(address, VOICE | {"adapter_voice": "rms"})
    assert system.voices.get().adapter_voice == "rms"


def test_a_voice_is_taken_unchecked_where_the_engine_is_not_installed(
    cora: Client, system: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    system.voices.all().delete()
    Synthesizer.objects.create(system=system, kind="flite")
    monkeypatch.setenv("PATH", "")
    page = cora.post(f"/curate/systems/{system.slug}/voices/male/", VOICE, follow=True)
    assert "was not checked on this server" in page.content.decode()
    assert system.voices.exists()


def test_voices_chosen_before_what_speaks_are_checked_then(cora: Client, system: System) -> None:
    system.voices.all().delete()
    Voice.objects.create(system=system, name="Aria", gender="female", adapter_voice="sltt")
    address = f"/curate/systems/{system.slug}/synthesizer/?kind=flite"
    page = cora.post(address, {"requests_per_minute": ""}, follow=True)
    assert "Aria: Flite has no voice “sltt”. Did you mean slt?" in page.content.decode()
