"""Uploads: files are looked at and matched before any becomes a clip."""

import re
import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone

from corpus.models import Clip, Corpus, Job, System, UploadBatch, UploadedFile, Voice
from corpus.models.uploads import KEPT
from corpus.roles import CURATOR, REVIEWER
from corpus.services import add_clip
from corpus.services.jobs import run_to_its_end, take_turn
from corpus.services.uploads import (
    UploadRefused,
    begin_upload,
    confirm_upload,
    discard_upload,
    leave_out,
    match_anew,
    pick,
    receive,
    start_looking,
    take_in_again,
)
from corpus.tasks import render_waiting_clips, sweep_uploads
from tests.corpus.archives.zips import link, locked, zip_of
from tests.corpus.audio.recordings import spoken_by_espeak, spoken_by_flite
from tests.corpus.hostile import REFUSED, TAKEN
from tests.people import account
from tests.studies import SYSTEMS, make_prompts, make_system

pytestmark = pytest.mark.django_db

Outcome = UploadedFile.Outcome
ZORBLAT = SYSTEMS[0][0]
GOOD = f"{ZORBLAT}/female/explainer-1.wav"
# Of one hostile file, on a machine that does other work as well.
SECONDS = 20

Send = Callable[[str, bytes], None]


@pytest.fixture
def corpus() -> Corpus:
    """Four prompts, phone-agent-1 and -2, explainer-1 and -2, and two systems with two voices."""
    corpus = Corpus.objects.create(slug="bench", title="The benchmark")
    make_prompts(corpus)
    for row in SYSTEMS[:2]:
        make_system(*row)
    return corpus


@pytest.fixture
def batch(corpus: Corpus) -> UploadBatch:
    """An upload whose names say everything."""
    return begin_upload(corpus=corpus, by=account(CURATOR))


@pytest.fixture
def send(batch: UploadBatch) -> Send:
    """Send a file as a browser does."""

    def sent(path: str, content: bytes) -> None:
        receive(batch=batch, path=path, file=ContentFile(content, name=path))

    return sent


def look_at(batch: UploadBatch) -> Job:
    job = start_looking(batch=batch).job
    assert job is not None
    return run_to_its_end(job=job)


def store(batch: UploadBatch) -> Job:
    job = confirm_upload(batch=batch).job
    assert job is not None
    return run_to_its_end(job=job)


def outcomes(batch: UploadBatch) -> dict[str, str]:
    return dict(batch.files.values_list("path", "outcome"))


def voice_of(gender: str, system: str = ZORBLAT) -> Voice:
    return Voice.objects.get(system__slug=system, gender=gender)


def staged_files() -> list[str]:
    """Names of all staged files that lie in the storage."""
    if not default_storage.exists("uploads"):
        return []
    folders, _ = default_storage.listdir("uploads")
    return [name for folder in folders for name in default_storage.listdir(f"uploads/{folder}")[1]]


def test_a_zip_becomes_rows_then_clips(batch: UploadBatch, send: Send) -> None:
    send("all.zip", zip_of([(GOOD, spoken_by_espeak()), ("zz/what.wav", spoken_by_flite())]))
    look_at(batch)
    assert outcomes(batch) == {GOOD: Outcome.NEW, "zz/what.wav": Outcome.UNMATCHED}
    assert not Clip.objects.exists()
    job = store(batch)
    assert job.summary == "1 clip is stored and will be rendered; 1 file was not stored."
    clip = Clip.objects.get()
    assert (clip.prompt.external_id, clip.voice) == ("explainer-1", voice_of("female"))
    with clip.original.open("rb") as file:
        assert file.read() == spoken_by_espeak()
    render_waiting_clips()
    assert Clip.objects.ready().exists()


def test_a_choice_says_what_bare_names_do_not(batch: UploadBatch, send: Send) -> None:
    send("explainer-1.wav", spoken_by_espeak())
    look_at(batch)
    assert outcomes(batch) == {"explainer-1.wav": Outcome.UNMATCHED}
    match_anew(batch=batch, system=System.objects.get(slug=ZORBLAT), gender="male")
    row = batch.files.get()
    assert (row.outcome, row.voice) == (Outcome.NEW, voice_of("male"))


def test_a_human_reading_comes_in_the_same_way(batch: UploadBatch, send: Send) -> None:
    make_system(*SYSTEMS[2])
    send("human-anchor/male/explainer-2.wav", spoken_by_espeak())
    look_at(batch)
    store(batch)
    assert Clip.objects.get().voice.system.is_human


def anchor_upload(send: Send, batch: UploadBatch) -> None:
    make_system(*SYSTEMS[2])
    send("human-anchor/male/explainer-2.wav", spoken_by_espeak())
    look_at(batch)


@pytest.mark.parametrize("who", ["sender", "curator", "reader"])
def test_a_human_reading_is_not_stored_without_a_second_person(
    batch: UploadBatch, send: Send, who: str
) -> None:
    anchor_upload(send, batch)
    assert batch.by is not None
    people = {
        "sender": batch.by,
        "curator": account(CURATOR, name="curt"),
        "reader": account(CURATOR, REVIEWER, name="both"),
    }
    Group.objects.get(name=REVIEWER).user_set.add(batch.by)
    Voice.objects.filter(system__kind="human", gender="male").update(reader=people["reader"])
    with pytest.raises(UploadRefused, match="A second person has to store them"):
        confirm_upload(batch=batch, by=people[who])
    assert UploadBatch.objects.get().state == UploadBatch.State.OPEN


def test_a_second_person_who_reviews_stores_a_human_reading(batch: UploadBatch, send: Send) -> None:
    anchor_upload(send, batch)
    job = confirm_upload(batch=batch, by=account(CURATOR, REVIEWER, name="both")).job
    assert job is not None
    run_to_its_end(job=job)
    assert Clip.objects.get().voice.system.is_human


def test_a_wrong_name_is_mended_by_hand(batch: UploadBatch, send: Send) -> None:
    send(f"{ZORBLAT}/female/explaner-1.wav", spoken_by_espeak())
    look_at(batch)
    row = batch.files.get()
    assert row.problem == "No prompt of this corpus is called “explaner-1”."
    mended = pick(row=row, external_id=" explainer-1 ", voice=row.voice_id)
    assert mended.outcome == Outcome.NEW
    assert mended.prompt is not None
    assert mended.prompt.external_id == "explainer-1"


@pytest.mark.parametrize(("external_id", "sentence"), [("nothing", "no prompt"), ("", "no prompt")])
def test_a_prompt_that_there_is_not_cannot_be_picked(
    batch: UploadBatch, send: Send, external_id: str, sentence: str
) -> None:
    send("x.wav", spoken_by_espeak())
    look_at(batch)
    with pytest.raises(UploadRefused, match=sentence):
        pick(row=batch.files.get(), external_id=external_id, voice=voice_of("female").pk)


def test_two_files_for_one_clip_are_shown_until_one_is_left_out(
    batch: UploadBatch, send: Send
) -> None:
    other = f"{ZORBLAT}/explainer-1.female.wav"
    send(GOOD, spoken_by_espeak())
    send(other, spoken_by_flite())
    look_at(batch)
    assert outcomes(batch) == {GOOD: Outcome.DUPLICATE, other: Outcome.DUPLICATE}
    leave_out(row=batch.files.get(path=other))
    assert outcomes(batch) == {GOOD: Outcome.NEW, other: Outcome.LEFT_OUT}
    take_in_again(row=batch.files.get(path=other))
    assert outcomes(batch) == {GOOD: Outcome.DUPLICATE, other: Outcome.DUPLICATE}


def test_what_is_there_already_and_what_it_replaces_are_told(
    corpus: Corpus, batch: UploadBatch, send: Send
) -> None:
    for external_id, audio in (("explainer-1", spoken_by_espeak()), ("explainer-2", b"bad")):
        prompt = corpus.prompts.get(external_id=external_id)
        add_clip(prompt=prompt, voice=voice_of("female"), audio=audio)
    better = f"{ZORBLAT}/female/explainer-2.wav"
    send(GOOD, spoken_by_espeak())
    send(better, spoken_by_flite())
    look_at(batch)
    assert outcomes(batch) == {GOOD: Outcome.SAME, better: Outcome.REPLACES}
    assert "1 took the place of an earlier one" in store(batch).summary
    assert Clip.objects.count() == 2


def test_the_same_file_sent_again_after_a_reload_is_one_row(batch: UploadBatch, send: Send) -> None:
    send(GOOD, spoken_by_espeak())
    send(GOOD, spoken_by_espeak())
    assert batch.files.count() == 1


def test_files_that_come_after_a_look_are_looked_at_by_the_next(
    batch: UploadBatch, send: Send
) -> None:
    send(GOOD, spoken_by_espeak())
    look_at(batch)
    send(f"{ZORBLAT}/male/explainer-1.wav", spoken_by_flite())
    look_at(batch)
    assert set(outcomes(batch).values()) == {Outcome.NEW}
    assert Job.objects.count() == 1


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_a_hostile_file_ends_in_a_sentence_and_touches_no_other(
    batch: UploadBatch, send: Send, name: str
) -> None:
    make, sentence = REFUSED[name]
    bad = f"{ZORBLAT}/male/explainer-1.wav"
    content = make()
    send("both.zip", zip_of([(bad, content), (GOOD, spoken_by_espeak())], packed=False))
    send(f"alone/{bad}", content)
    begun = time.monotonic()
    look_at(batch)
    assert time.monotonic() - begun < 2 * SECONDS
    assert batch.files.get(path=GOOD).outcome == Outcome.NEW
    for row in batch.files.exclude(path=GOOD):
        assert row.outcome == Outcome.UNREADABLE
        assert re.search(sentence, row.failure), row.failure
        assert not row.file
    store(batch)
    assert Clip.objects.count() == 1


@pytest.mark.parametrize("name", sorted(TAKEN))
def test_an_odd_recording_is_taken_whatever_it_is_called(
    batch: UploadBatch, send: Send, name: str
) -> None:
    send(GOOD, TAKEN[name]())
    look_at(batch)
    store(batch)
    render_waiting_clips()
    assert Clip.objects.ready().count() == 1


def test_hostile_entries_of_an_archive_are_rows_beside_the_good_ones(
    batch: UploadBatch, send: Send
) -> None:
    nested = zip_of([(GOOD, spoken_by_espeak())])
    send(
        "odd.zip",
        zip_of(
            [
                ("../../explainer-1.wav", spoken_by_espeak()),
                ("/explainer-1.wav", spoken_by_espeak()),
                link("link.wav", "/etc/passwd"),
                ("nested.zip", nested),
                ("__MACOSX/._explainer-1.wav", b"x"),
                (GOOD, spoken_by_espeak()),
            ]
        ),
    )
    look_at(batch)
    assert outcomes(batch).pop(GOOD) == Outcome.NEW
    assert batch.files.filter(outcome=Outcome.UNREADABLE).count() == 4
    assert not batch.files.filter(path__contains="MACOSX").exists()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(b"PK\x03\x04" + bytes(500), "damaged or no zip"), (zip_of([]), "")],
)
def test_an_archive_that_cannot_be_read_says_so(
    batch: UploadBatch, send: Send, content: bytes, sentence: str
) -> None:
    send("broken.zip", content)
    send(GOOD, spoken_by_espeak())
    look_at(batch)
    assert sentence in batch.archives.get().failure
    assert outcomes(batch) == {GOOD: Outcome.NEW}


def test_a_locked_archive_names_each_file(batch: UploadBatch, send: Send) -> None:
    send("locked.zip", locked(zip_of([(GOOD, spoken_by_espeak())])))
    look_at(batch)
    assert "password" in batch.files.get().failure


def test_unpacking_goes_on_where_it_was_interrupted(batch: UploadBatch, send: Send) -> None:
    files = [(f"{ZORBLAT}/female/{n}.wav", spoken_by_espeak()) for n in range(3)]
    send("three.zip", zip_of(files))
    job = start_looking(batch=batch).job
    assert job is not None
    assert take_turn(pk=job.pk, turn_seconds=0.0)
    assert batch.files.count() == 1
    run_to_its_end(job=job)
    assert [row.path for row in batch.files.all()] == [name for name, _ in files]


def test_a_file_that_ends_its_worker_keeps_no_other_waiting(
    batch: UploadBatch, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    class KilledError(BaseException):
        pass

    def die(_: bytes) -> None:
        raise KilledError

    send(f"{ZORBLAT}/male/explainer-1.wav", spoken_by_flite())
    send(GOOD, spoken_by_espeak())
    job = start_looking(batch=batch).job
    assert job is not None
    for _ in range(2):
        with monkeypatch.context() as patch:
            patch.setattr("corpus.services.uploads.looking.prepare_confined", die)
            with pytest.raises(KilledError):
                take_turn(pk=job.pk)
        batch.files.filter(path=GOOD).update(attempts=2)  # as if its turn had come too
        Job.objects.update(state=Job.State.WAITING)
    batch.files.filter(path=GOOD).update(attempts=0)
    run_to_its_end(job=job)
    assert outcomes(batch)[GOOD] == Outcome.NEW
    assert "ended the worker" in batch.files.exclude(path=GOOD).get().failure


def test_nothing_is_stored_before_everything_is_looked_at(batch: UploadBatch, send: Send) -> None:
    send(GOOD, spoken_by_espeak())
    with pytest.raises(UploadRefused, match="still wait to be looked at"):
        confirm_upload(batch=batch)


def test_an_upload_without_anything_to_store_is_not_confirmed(
    batch: UploadBatch, send: Send
) -> None:
    send("x.wav", spoken_by_espeak())
    look_at(batch)
    with pytest.raises(UploadRefused, match="None of these files"):
        confirm_upload(batch=batch)


def test_storing_goes_on_after_an_interruption(batch: UploadBatch, send: Send) -> None:
    for gender, audio in (("female", spoken_by_espeak()), ("male", spoken_by_flite())):
        send(f"{ZORBLAT}/{gender}/explainer-1.wav", audio)
    look_at(batch)
    job = confirm_upload(batch=batch).job
    assert job is not None
    assert take_turn(pk=job.pk, turn_seconds=0.0)
    assert Clip.objects.count() == 1
    run_to_its_end(job=job)
    batch.refresh_from_db()
    assert (Clip.objects.count(), batch.state) == (2, UploadBatch.State.DONE)


def test_a_prompt_withdrawn_in_between_gets_no_clip(
    corpus: Corpus, batch: UploadBatch, send: Send
) -> None:
    send(GOOD, spoken_by_espeak())
    look_at(batch)
    confirm_upload(batch=batch)
    corpus.prompts.update(is_current=False)
    batch.refresh_from_db()
    assert batch.job is not None
    run_to_its_end(job=batch.job)
    assert not Clip.objects.exists()
    assert "has gone" in batch.files.get().failure


@pytest.mark.parametrize("ending", ["stored", "discarded", "forgotten"])
def test_no_staged_file_outlives_its_upload(batch: UploadBatch, send: Send, ending: str) -> None:
    before = set(staged_files())
    send(GOOD, spoken_by_espeak())
    send("unmatched.wav", spoken_by_flite())
    look_at(batch)
    assert len(set(staged_files()) - before) == 2
    if ending == "stored":
        store(batch)
    elif ending == "discarded":
        discard_upload(batch=batch)
    else:
        UploadBatch.objects.update(touched_at=timezone.now() - KEPT - timedelta(hours=1))
    sweep_uploads()
    assert set(staged_files()) == before
    batch.refresh_from_db()
    assert batch.state in {"done", "discarded", "expired"}


def test_an_upload_of_yesterday_is_kept(batch: UploadBatch, send: Send) -> None:
    send(GOOD, spoken_by_espeak())
    UploadBatch.objects.update(touched_at=timezone.now() - timedelta(days=1))
    sweep_uploads()
    batch.refresh_from_db()
    assert batch.is_open


def test_a_closed_upload_takes_nothing_more(batch: UploadBatch, send: Send) -> None:
    discard_upload(batch=batch)
    with pytest.raises(UploadRefused, match="closed: discarded"):
        send(GOOD, spoken_by_espeak())
    with pytest.raises(UploadRefused, match="closed: discarded"):
        start_looking(batch=batch)


def test_a_storage_that_is_away_ends_the_job_with_a_sentence_and_loses_nothing(
    batch: UploadBatch, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(GOOD, spoken_by_espeak())

    def away(*_: object, **__: object) -> None:
        raise OSError("no route to host")

    with monkeypatch.context() as patch:
        patch.setattr(default_storage, "open", away)
        assert "cannot be reached" in look_at(batch).summary
    look_at(batch)
    assert outcomes(batch) == {GOOD: Outcome.NEW}


def test_staged_files_have_random_keys(batch: UploadBatch, send: Send) -> None:
    send(GOOD, spoken_by_espeak())
    key = str(batch.files.get().file.name)
    assert re.fullmatch(r"uploads/[0-9a-f]{2}/[0-9a-f]{40}", key)
