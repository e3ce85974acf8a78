"""Voices are chosen and swapped, never changed."""

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from corpus.models import Clip, Corpus, System, Voice
from corpus.roles import CURATOR, READER
from corpus.services.voices import (
    VoiceFacts,
    VoiceRefused,
    add_voice,
    mend_voice,
    swap_voice,
)
from tests.people import account
from tests.readings import human_anchor, make_corpus, make_reader
from tests.studies import SYSTEMS, make_study, make_system

pytestmark = pytest.mark.django_db


@pytest.fixture
def curator() -> User:
    return account(CURATOR)


@pytest.fixture
def system() -> System:
    return make_system(*SYSTEMS[0])


@pytest.fixture
def spoken(system: System) -> Voice:
    """A voice that has a clip."""
    voice = system.voices.get(gender="female")
    prompt = make_corpus().prompts.all()[0]
    Clip.objects.create(prompt=prompt, voice=voice, original="x", original_digest="0" * 64)
    return voice


def test_a_swap_retires_the_old_voice_and_keeps_its_clips(spoken: Voice, curator: User) -> None:
    newer = swap_voice(
        voice=spoken,
        facts=VoiceFacts(name="Aria", choice="conversational", adapter_voice="aria-2"),
        because="The provider took it off.",
        by=curator,
    )
    spoken.refresh_from_db()
    assert not spoken.is_current
    assert spoken.retired_because == "The provider took it off."
    assert (newer.gender, newer.replaces, newer.chosen_by) == ("female", spoken, curator)
    assert not newer.clips.exists()


def test_a_swap_is_told_to_the_pools_of_running_studies(curator: User) -> None:
    study = make_study()
    voice = Voice.objects.filter(system__slug=SYSTEMS[0][0]).first()
    assert voice is not None
    before = study.version.corpus.pool_revision
    swap_voice(voice=voice, facts=VoiceFacts(name="Aria"), because="Gone.", by=curator)
    assert Corpus.objects.get(pk=study.version.corpus_id).pool_revision > before


@pytest.mark.parametrize(
    ("name", "because", "hint"),
    [("Aria", " ", "Say why"), ("zorblat-speech male", "Gone.", "another name")],
)
def test_a_swap_says_what_it_lacks_and_changes_nothing(
    spoken: Voice, curator: User, name: str, because: str, hint: str
) -> None:
    with pytest.raises(VoiceRefused, match=hint):
        swap_voice(voice=spoken, facts=VoiceFacts(name=name), because=because, by=curator)
    spoken.refresh_from_db()
    assert spoken.is_current


def test_a_voice_is_swapped_once(spoken: Voice, curator: User) -> None:
    swap_voice(voice=spoken, facts=VoiceFacts(name="Aria"), because="Gone.", by=curator)
    with pytest.raises(VoiceRefused, match="swapped already"):
        swap_voice(voice=spoken, facts=VoiceFacts(name="Bea"), because="Gone.", by=curator)


@pytest.mark.parametrize("field", ["name", "adapter_voice"])
def test_the_database_keeps_who_a_voice_with_clips_is(spoken: Voice, field: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Voice.objects.filter(pk=spoken.pk).update(**{field: "somebody-else"})
    Voice.objects.filter(pk=spoken.pk).update(accent="Irish", reason="Spelt right now.")


def test_the_database_keeps_the_reader_of_a_voice_with_clips() -> None:
    corpus = make_corpus()
    voice = make_reader(corpus)
    Clip.objects.create(
        prompt=corpus.prompts.all()[0], voice=voice, original="x", original_digest="0" * 64
    )
    for reader in (None, account(READER, name="other")):
        with pytest.raises(IntegrityError), transaction.atomic():
            Voice.objects.filter(pk=voice.pk).update(reader=reader)


def test_a_voice_without_clips_may_still_be_corrected(system: System) -> None:
    assert system.voices.filter(gender="male").update(name="Better name") == 1


def test_only_the_human_anchor_has_readers(system: System, curator: User) -> None:
    reader = account(READER)
    with pytest.raises(IntegrityError), transaction.atomic():
        system.voices.filter(gender="male").update(reader=reader)
    with pytest.raises(VoiceRefused, match="human anchor"):
        swap_voice(
            voice=system.voices.get(gender="male"),
            facts=VoiceFacts(name="Rita", reader=reader),
            because="Why not.",
            by=curator,
        )


def test_a_reader_has_one_voice(curator: User) -> None:
    reader = make_reader().reader
    with pytest.raises(VoiceRefused, match="reads another voice"):
        add_voice(
            system=human_anchor(),
            gender="male",
            facts=VoiceFacts(name="Again", reader=reader),
            by=curator,
        )


def test_a_system_has_one_current_voice_of_a_gender(system: System, curator: User) -> None:
    with pytest.raises(VoiceRefused, match="has a current male voice"):
        add_voice(system=system, gender="male", facts=VoiceFacts(name="Max"), by=curator)


def test_what_is_said_of_a_voice_is_mended_but_not_who_it_is(spoken: Voice) -> None:
    mend_voice(voice=spoken, facts=VoiceFacts(name=spoken.name, accent="Irish"))
    with pytest.raises(VoiceRefused, match="Swap it"):
        mend_voice(voice=spoken, facts=VoiceFacts(name="Aria"))
    spoken.refresh_from_db()
    assert (spoken.name, spoken.accent) == ("zorblat-speech female", "Irish")


def test_only_a_voice_with_a_reader_is_given_texts(system: System) -> None:
    with pytest.raises(VoiceRefused, match="has a reader"):
        mend_voice(
            voice=system.voices.all()[0], facts=VoiceFacts(name="Max"), corpora=[make_corpus()]
        )


def test_a_new_reader_goes_on_with_the_same_corpora(curator: User) -> None:
    corpus = make_corpus()
    newer = swap_voice(
        voice=make_reader(corpus),
        facts=VoiceFacts(name="Roy", reader=account(READER, name="roy")),
        because="She moved away.",
        by=curator,
    )
    assert list(newer.corpora.all()) == [corpus]
