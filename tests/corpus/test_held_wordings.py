"""A frozen version goes on: its wordings get clips of new voices after they were superseded."""

import io

import pytest
from django.core.files.base import ContentFile
from django.core.management import CommandError, call_command
from django.utils import timezone

from corpus.coverage import by_voice
from corpus.curation.upload_rows import external_ids_of, plans_of
from corpus.jobs import JobRun
from corpus.models import (
    Clip,
    Corpus,
    CorpusVersion,
    Job,
    Prompt,
    Synthesizer,
    UploadBatch,
    UploadedFile,
    Voice,
)
from corpus.roles import CURATOR, REVIEWER
from corpus.services import add_clip, freeze_version
from corpus.services.jobs import run_to_its_end
from corpus.services.prompts import edit_prompt, withdraw_prompt
from corpus.services.synthesis import (
    SynthesisRefused,
    engine_for,
    estimate_of,
    start_synthesis,
)
from corpus.services.synthesis.making import make_clip
from corpus.services.uploads import (
    UploadRefused,
    begin_upload,
    confirm_upload,
    match_anew,
    pick,
    receive,
    start_looking,
)
from corpus.services.versions import draft_version
from tests.corpus.audio.recordings import spoken_by_espeak
from tests.people import account
from tests.synthesis import TEXTS, approved_prompts, speaking_system, whole

pytestmark = pytest.mark.django_db

NEW = "Your parcel waits behind the blue door."
FILE = "zorblat/female/explainer-0.wav"


@pytest.fixture
def corpus() -> Corpus:
    """Three approved prompts, all in a frozen version; the first has another wording since."""
    made = Corpus.objects.create(slug="bench", title="The benchmark")
    freeze_version(corpus=made, prompts=approved_prompts(made))
    reword(Prompt.objects.get(text=TEXTS[0]), NEW)
    return made


@pytest.fixture
def version(corpus: Corpus) -> CorpusVersion:
    """The frozen one."""
    return corpus.versions.get()


@pytest.fixture
def newcomer(corpus: Corpus) -> Synthesizer:
    """A system that joins late."""
    return speaking_system("espeak-ng")


def reword(prompt: Prompt, text: str) -> Prompt:
    editor = account(CURATOR, name=f"editor of {text}")
    return edit_prompt(prompt=prompt, by=editor, seen=prompt.revision, text=text)


def texts_of_clips() -> set[str]:
    return set(Clip.objects.values_list("prompt__text", flat=True))


def look_at(batch: UploadBatch) -> UploadedFile:
    job = start_looking(batch=batch).job
    assert job is not None
    run_to_its_end(job=job)
    return batch.files.select_related("prompt").get()


def sent(batch: UploadBatch, path: str = FILE) -> UploadedFile:
    receive(batch=batch, path=path, file=ContentFile(spoken_by_espeak(), name=path))
    return look_at(batch)


def wording(row: UploadedFile) -> str:
    assert row.prompt is not None
    return row.prompt.text


def test_a_newcomer_speaks_a_version_in_the_wordings_that_it_holds(
    corpus: Corpus, version: CorpusVersion, newcomer: Synthesizer
) -> None:
    order = whole(corpus, newcomer, version=version)
    assert estimate_of(order).characters == 2 * sum(map(len, TEXTS))
    job = run_to_its_end(job=start_synthesis(order=order))
    assert (job.title, job.summary) == (
        "Synthesise Zorblat: The benchmark, version 1",
        "6 clips made.",
    )
    assert texts_of_clips() == set(TEXTS)
    held = corpus.prompts.all().held_by(version)
    assert {one.missing for one in by_voice(corpus, held, order.voices)} == {0}


def test_without_a_version_what_stands_is_spoken(corpus: Corpus, newcomer: Synthesizer) -> None:
    approved = {"state": Prompt.State.APPROVED, "reviewed_at": timezone.now()}
    Prompt.objects.filter(text=NEW).update(reviewer=account(REVIEWER), **approved)
    run_to_its_end(job=start_synthesis(order=whole(corpus, newcomer)))
    assert texts_of_clips() == {NEW, *TEXTS[1:]}


def test_what_was_withdrawn_since_is_still_in_the_version(
    corpus: Corpus, version: CorpusVersion, newcomer: Synthesizer
) -> None:
    gone = Prompt.objects.get(text=TEXTS[1])
    by = account(CURATOR)
    withdraw_prompt(prompt=gone, by=by, seen=gone.revision, reason="Nobody says so.")
    assert estimate_of(whole(corpus, newcomer, version=version)).prompts == 3
    assert estimate_of(whole(corpus, newcomer, unreviewed=True)).prompts == 2


def test_a_draft_is_not_spoken_on_its_own(corpus: Corpus, newcomer: Synthesizer) -> None:
    draft = draft_version(corpus=corpus)
    with pytest.raises(SynthesisRefused, match="Version 2 is a draft"):
        start_synthesis(order=whole(corpus, newcomer, version=draft))
    assert not Job.objects.exists()


def test_a_retired_voice_gets_no_clip_of_a_version_either(
    corpus: Corpus, version: CorpusVersion, newcomer: Synthesizer
) -> None:
    job = start_synthesis(order=whole(corpus, newcomer, version=version))
    Voice.objects.filter(name="Ada").update(is_current=False)
    run_to_its_end(job=job)
    assert set(Clip.objects.values_list("voice__name", flat=True)) == {"Bo"}
    row = sent(begin_upload(corpus=corpus, by=None, version=version))
    assert row.outcome == UploadedFile.Outcome.UNMATCHED


@pytest.mark.parametrize("is_frozen", [True, False])
def test_a_wording_that_is_superseded_while_it_is_spoken_keeps_its_clip_where_it_is_frozen(
    newcomer: Synthesizer, corpus: Corpus, *, is_frozen: bool
) -> None:
    prompt = Prompt.objects.get(text=TEXTS[1] if is_frozen else NEW)
    ada, bo = whole(corpus, newcomer).voices
    add_clip(prompt=prompt, voice=ada, audio=b"spoken, so that it is superseded, not edited")
    order = whole(corpus, newcomer, unreviewed=True)
    job = start_synthesis(order=order)
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING)
    job.refresh_from_db()
    assert reword(prompt, "Something else altogether.").pk != prompt.pk
    make_clip(JobRun(job), newcomer, engine_for(newcomer, bo), prompt, bo)
    assert Clip.objects.filter(voice=bo).exists() is is_frozen


def test_a_file_becomes_a_clip_of_the_wording_that_the_version_holds(
    corpus: Corpus, version: CorpusVersion, newcomer: Synthesizer
) -> None:
    batch = begin_upload(corpus=corpus, by=None, version=version)
    assert wording(sent(batch)) == TEXTS[0]
    job = confirm_upload(batch=batch).job
    assert job is not None
    assert run_to_its_end(job=job).summary == "1 clip is stored and will be rendered."
    assert texts_of_clips() == {TEXTS[0]}


def test_without_a_version_a_file_is_of_what_stands(corpus: Corpus, newcomer: Synthesizer) -> None:
    assert wording(sent(begin_upload(corpus=corpus, by=None))) == NEW


def test_an_upload_is_matched_anew_with_another_target(
    corpus: Corpus, version: CorpusVersion, newcomer: Synthesizer
) -> None:
    batch = begin_upload(corpus=corpus, by=None)
    row = sent(batch)
    assert wording(pick(row=row, external_id="explainer-0", voice=row.voice_id)) == NEW
    batch = match_anew(batch=batch, version=version)
    assert wording(batch.files.get()) == TEXTS[0], "although it was picked by hand"
    match_anew(batch=batch)
    assert wording(batch.files.get()) == NEW


def test_a_wording_that_is_superseded_before_its_file_is_stored_keeps_it(
    corpus: Corpus, newcomer: Synthesizer
) -> None:
    batch = begin_upload(corpus=corpus, by=None)
    sent(batch, "zorblat/female/explainer-1.wav")
    job = confirm_upload(batch=batch).job
    reword(Prompt.objects.get(text=TEXTS[1]), "A comet is dust and ice.")
    assert job is not None
    run_to_its_end(job=job)
    assert texts_of_clips() == {TEXTS[1]}


def test_clips_are_brought_for_frozen_versions_of_the_corpus_alone(
    corpus: Corpus, version: CorpusVersion
) -> None:
    other = Corpus.objects.create(slug="other", title="Other")
    batch = begin_upload(corpus=corpus, by=None)
    with pytest.raises(UploadRefused, match="no frozen version of Other"):
        begin_upload(corpus=other, by=None, version=version)
    with pytest.raises(UploadRefused, match="Version 2 is no frozen version"):
        match_anew(batch=batch, version=draft_version(corpus=corpus))
    assert UploadBatch.objects.get().version is None


def test_a_clip_of_the_former_wording_covers_nothing_of_the_new_one(
    corpus: Corpus, version: CorpusVersion, newcomer: Synthesizer
) -> None:
    ada = newcomer.system.voices.get(name="Ada")
    add_clip(prompt=Prompt.objects.get(text=TEXTS[0]), voice=ada, audio=b"old words")
    batch = begin_upload(corpus=corpus, by=None)
    sent(batch, "zorblat/female/explainer-1.wav")
    (now,) = plans_of(batch, external_ids_of(batch))
    assert now.missing == ["explainer-0", "explainer-2"]
    batch = match_anew(batch=batch, version=version)
    (then,) = plans_of(batch, external_ids_of(batch))
    assert then.missing == ["explainer-2"]


def told(*options: str) -> str:
    out = io.StringIO()
    call_command("synthesise", "bench", "--system", "zorblat", *options, stdout=out, stderr=out)
    return out.getvalue()


def test_the_command_speaks_a_version(corpus: Corpus, newcomer: Synthesizer) -> None:
    assert "6 clips made." in told("--version", "1")
    assert texts_of_clips() == set(TEXTS)


@pytest.mark.parametrize("number", ["2", "9"])
def test_the_command_says_which_versions_are_frozen(
    corpus: Corpus, newcomer: Synthesizer, number: str
) -> None:
    draft_version(corpus=corpus)
    with pytest.raises(CommandError, match=f"no frozen version {number}. Frozen: 1."):
        told("--version", number)
