"""Readings: taken in, checked, decided by a second person, made clips."""

import uuid

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from corpus.models import Clip, Prompt, PromptChange, Reading, Voice
from corpus.models.readings import CHECK_LASTS, prompts_to_read
from corpus.roles import READER, REVIEWER
from corpus.services import freeze_version
from corpus.services.readings import (
    MAX_BYTES,
    MOST_ATTEMPTS,
    ReadingRefused,
    accept_reading,
    add_reading,
    check,
    decline_reading,
    digest_of,
    send_prompt_back,
    undo_decision,
)
from corpus.tasks import check_waiting_readings, render_waiting_clips
from tests.corpus.audio.recordings import SENTENCE, speech, spoken_by_espeak, with_ffmpeg
from tests.people import account
from tests.readings import good_take, make_corpus, make_reader, reader_of, send_take

pytestmark = pytest.mark.django_db


@pytest.fixture
def voice() -> Voice:
    return make_reader(make_corpus())


@pytest.fixture
def prompt(voice: Voice) -> Prompt:
    return Prompt.objects.get(external_id="bench-1")


@pytest.fixture
def reviewer() -> User:
    return account(REVIEWER)


@pytest.fixture
def waiting(voice: Voice, prompt: Prompt) -> Reading:
    """A reading that the machine has listened to."""
    reading = send_take(voice, prompt)
    Reading.objects.filter(pk=reading.pk).update(state=Reading.State.WAITING)
    reading.refresh_from_db()
    return reading


def left_for(voice: Voice) -> list[str]:
    return list(prompts_to_read(voice).values_list("external_id", flat=True))


def test_a_reader_has_the_approved_current_prompts_of_their_corpora(voice: Voice) -> None:
    make_corpus("foreign")
    Prompt.objects.filter(external_id="bench-1").update(state=Prompt.State.WAITING)
    Prompt.objects.filter(external_id="bench-2").update(is_current=False)
    assert left_for(voice) == ["bench-3"]


def test_what_is_read_or_uploaded_is_not_asked_for_again(voice: Voice, prompt: Prompt) -> None:
    send_take(voice, prompt)
    second = Prompt.objects.get(external_id="bench-2")
    Clip.objects.create(prompt=second, voice=voice, original="x", original_digest="0" * 64)
    assert left_for(voice) == ["bench-3"]


def test_a_text_that_changed_is_asked_for_again(voice: Voice, waiting: Reading) -> None:
    Prompt.objects.filter(pk=waiting.prompt_id).update(text="Something else entirely.")
    assert "bench-1" in left_for(voice)


def test_a_reading_is_stored_as_it_came(waiting: Reading) -> None:
    with waiting.audio.open("rb") as file:
        assert file.read() == good_take()
    assert waiting.media_type == "audio/wav"
    assert "bench" not in str(waiting.audio.name)


@pytest.mark.parametrize(
    ("container", "codec", "media_type"),
    [
        ("webm", "libopus", "audio/webm"),
        ("mp4", "aac", "audio/mp4"),
        ("ogg", "libopus", "audio/ogg"),
    ],
)
def test_the_type_is_told_by_content(
    voice: Voice, prompt: Prompt, container: str, codec: str, media_type: str
) -> None:
    audio = with_ffmpeg(speech(48_000), 48_000, container, codec)
    assert send_take(voice, prompt, audio).media_type == media_type


@pytest.mark.parametrize(
    ("audio", "hint"),
    [
        (b"", "empty"),
        (b"<svg/>", "not audio|drawing"),
        (b"fLaC" + bytes(100), "FLAC"),
        (b"RIFF\0\0\0\0WAVE" + bytes(MAX_BYTES), "larger than 16 MB"),
    ],
)
def test_what_no_browser_records_is_refused(
    voice: Voice, prompt: Prompt, audio: bytes, hint: str
) -> None:
    with pytest.raises(ReadingRefused, match=hint):
        add_reading(
            prompt_id=prompt.pk,
            text_digest=digest_of(prompt.text),
            voice=voice,
            by=reader_of(voice),
            token=uuid.uuid4(),
            audio=audio,
        )
    assert not Reading.objects.exists()


def test_a_take_that_is_sent_twice_is_kept_once(voice: Voice, prompt: Prompt) -> None:
    token = uuid.uuid4()
    first = send_take(voice, prompt, token=token)
    assert send_take(voice, prompt, token=token) == first


def test_a_retake_replaces_the_take_before(voice: Voice, waiting: Reading) -> None:
    send_take(voice, waiting.prompt, spoken_by_espeak())
    waiting.refresh_from_db()
    assert waiting.state == Reading.State.REPLACED


def test_a_stale_text_is_not_read(voice: Voice, prompt: Prompt) -> None:
    Prompt.objects.filter(pk=prompt.pk).update(text="Something else entirely.")
    with pytest.raises(ReadingRefused, match="text of this prompt has changed"):
        send_take(voice, prompt)


def test_a_foreign_prompt_is_not_taken(voice: Voice) -> None:
    foreign = make_corpus("foreign").prompts.all()[0]
    with pytest.raises(ReadingRefused, match="yours to read"):
        send_take(voice, foreign)


def test_the_worker_checks_what_waits(voice: Voice, prompt: Prompt) -> None:
    reading = send_take(voice, prompt)
    assert check_waiting_readings() == 1
    reading.refresh_from_db()
    assert reading.state == Reading.State.WAITING
    assert reading.duration == pytest.approx(5.76, abs=0.05)
    assert [found for found in reading.checks if found["severity"] != "note"] == []


def test_two_workers_do_not_check_the_same_reading(voice: Voice, prompt: Prompt) -> None:
    reading = send_take(voice, prompt)
    Reading.objects.filter(pk=reading.pk).update(check_begun_at=timezone.now())
    check(reading=reading)
    reading.refresh_from_db()
    assert (reading.state, reading.attempts) == (Reading.State.CHECKING, 0)


def test_a_reading_that_ends_workers_goes_on_unchecked(voice: Voice, prompt: Prompt) -> None:
    reading = send_take(voice, prompt)
    long_ago = timezone.now() - 2 * CHECK_LASTS
    Reading.objects.update(attempts=MOST_ATTEMPTS, check_begun_at=long_ago)
    check_waiting_readings()
    reading.refresh_from_db()
    assert reading.state == Reading.State.WAITING
    assert [found["code"] for found in reading.checks] == ["unchecked"]


def test_an_accepted_reading_is_a_clip_of_the_human_anchor(
    waiting: Reading, reviewer: User
) -> None:
    clip = accept_reading(reading=waiting, by=reviewer)
    assert clip.voice.system.is_human
    with clip.original.open("rb") as file:
        assert file.read() == good_take()
    render_waiting_clips()
    clip.refresh_from_db()
    assert clip.state == Clip.State.READY, clip.failure


def test_nobody_decides_on_their_own_reading(prompt: Prompt) -> None:
    both = make_reader(prompt.corpus, name="bo", gender="male", roles=(READER, REVIEWER))
    own = send_take(both, prompt)
    Reading.objects.update(state=Reading.State.WAITING)
    with pytest.raises(ReadingRefused, match="your own"):
        accept_reading(reading=own, by=reader_of(both))
    assert own not in Reading.objects.to_decide(reader_of(both))


def test_a_refusal_needs_a_reason_and_asks_for_another_take(
    voice: Voice, waiting: Reading, reviewer: User
) -> None:
    with pytest.raises(ReadingRefused, match="Say what is wrong"):
        decline_reading(reading=waiting, by=reviewer, reason="  ")
    decline_reading(reading=waiting, by=reviewer, reason="A door slams.")
    assert "bench-1" in left_for(voice)


def test_two_reviewers_do_not_decide_twice(waiting: Reading, reviewer: User) -> None:
    decline_reading(reading=waiting, by=reviewer, reason="A door slams.")
    with pytest.raises(ReadingRefused, match="is declined"):
        accept_reading(reading=waiting, by=account(REVIEWER, name="ruth"))


def test_a_recording_that_cannot_become_a_clip_goes_back_to_its_reader(
    voice: Voice, prompt: Prompt
) -> None:
    reading = send_take(voice, prompt, good_take()[:60_000])
    check_waiting_readings()
    reading.refresh_from_db()
    assert reading.state == Reading.State.UNUSABLE
    assert "ends before its recording does" in reading.reason
    assert "bench-1" in left_for(voice)


def test_an_accepted_reading_takes_no_retake(
    voice: Voice, waiting: Reading, reviewer: User
) -> None:
    accept_reading(reading=waiting, by=reviewer)
    with pytest.raises(ReadingRefused, match="has been accepted"):
        send_take(voice, waiting.prompt)


def test_undoing_brings_the_reading_back_and_takes_its_clip_away(
    waiting: Reading, reviewer: User
) -> None:
    accept_reading(reading=waiting, by=reviewer)
    undo_decision(reading=waiting, by=reviewer)
    waiting.refresh_from_db()
    assert (waiting.state, waiting.decided_by) == (Reading.State.WAITING, None)
    assert not Clip.objects.exists()
    decline_reading(reading=waiting, by=reviewer, reason="A door slams.")
    undo_decision(reading=waiting, by=reviewer)
    waiting.refresh_from_db()
    assert (waiting.state, waiting.reason) == (Reading.State.WAITING, "")


def test_a_reading_in_a_frozen_version_stays(waiting: Reading, reviewer: User) -> None:
    clip = accept_reading(reading=waiting, by=reviewer)
    freeze_version(corpus=clip.prompt.corpus, prompts=[clip.prompt])
    with pytest.raises(ReadingRefused, match="frozen version"):
        undo_decision(reading=waiting, by=reviewer)
    waiting.refresh_from_db()
    assert waiting.clip == clip


def test_only_whoever_decided_takes_it_back(waiting: Reading, reviewer: User) -> None:
    accept_reading(reading=waiting, by=reviewer)
    with pytest.raises(ReadingRefused, match="Only whoever decided"):
        undo_decision(reading=waiting, by=account(REVIEWER, name="ruth"))


def test_a_refusal_is_not_taken_back_once_a_newer_take_is_there(
    voice: Voice, waiting: Reading, reviewer: User
) -> None:
    decline_reading(reading=waiting, by=reviewer, reason="A door slams.")
    send_take(voice, waiting.prompt)
    with pytest.raises(ReadingRefused, match="newer take"):
        undo_decision(reading=waiting, by=reviewer)


def test_an_unnatural_prompt_goes_back_with_its_reason(voice: Voice, prompt: Prompt) -> None:
    send_prompt_back(
        prompt_id=prompt.pk, voice=voice, by=reader_of(voice), reason="Nobody says so."
    )
    prompt.refresh_from_db()
    assert (prompt.state, prompt.reason) == (
        Prompt.State.RETURNED,
        "Unnatural to say: Nobody says so.",
    )
    change = PromptChange.objects.get(prompt=prompt)
    assert (change.action, change.by) == ("returned", voice.reader)
    assert "bench-1" not in left_for(voice)


@pytest.mark.parametrize(
    "fields",
    [
        {"state": "accepted"},
        {"state": "declined", "reason": ""},
        {"state": "wherever"},
        {"text": "Something else."},
        {"digest": "f" * 64},
    ],
)
def test_the_database_refuses_half_decisions_and_changed_takes(
    waiting: Reading, reviewer: User, fields: dict[str, str]
) -> None:
    decided = {"decided_by": reviewer, "decided_at": timezone.now()} if "state" in fields else {}
    with pytest.raises(IntegrityError), transaction.atomic():
        Reading.objects.filter(pk=waiting.pk).update(**fields, **decided)


def test_the_database_refuses_that_readers_decide_on_their_own(waiting: Reading) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Reading.objects.update(
            state="declined", reason="x", decided_by=waiting.reader, decided_at=timezone.now()
        )


def test_the_database_keeps_one_open_reading_per_prompt_and_voice(
    voice: Voice, waiting: Reading
) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Reading.objects.create(
            prompt=waiting.prompt,
            voice=voice,
            reader=reader_of(voice),
            token=uuid.uuid4(),
            text=SENTENCE,
        )
