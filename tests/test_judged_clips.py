"""A vote is about the recording that was heard, which therefore stays."""

import pytest
from django.core.files.base import ContentFile
from django.db import IntegrityError, transaction

from arena.models import Study, Vote
from arena.services.simulation import simulate_votes
from corpus.models import Clip, UploadBatch, UploadedFile
from corpus.roles import CURATOR
from corpus.services import add_clip
from corpus.services.clips import RecordingStays
from corpus.services.jobs import run_to_its_end
from corpus.services.uploads import begin_upload, confirm_upload, receive, start_looking
from tests.corpus.audio.recordings import spoken_by_flite
from tests.people import account

ANOTHER = {"original_digest": "1" * 64, "rendition_digest": "", "state": Clip.State.PENDING}


@pytest.fixture
def judged(study: Study) -> Clip:
    """A clip that a listener has judged."""
    simulate_votes(study=study, listeners=1, votes=1, seed=1)
    return Vote.objects.get().matchup.left_clip


def unjudged(judged: Clip) -> Clip:
    matchup = Vote.objects.get().matchup
    return Clip.objects.exclude(pk__in=[matchup.left_clip_id, matchup.right_clip_id]).earliest("pk")


def path_of(clip: Clip) -> str:
    voice = clip.voice
    return f"{voice.system.slug}/{voice.gender}/{clip.prompt.external_id}.wav"


def upload(batch: UploadBatch, clip: Clip) -> None:
    content = ContentFile(spoken_by_flite(), name="take.wav")
    receive(batch=batch, path=path_of(clip), file=content)


def test_the_database_keeps_a_recording_that_was_judged(judged: Clip) -> None:
    with pytest.raises(IntegrityError, match="keeps its recording"), transaction.atomic():
        Clip.objects.filter(pk=judged.pk).update(**ANOTHER)
    Clip.objects.filter(pk=unjudged(judged).pk).update(**ANOTHER)


def test_the_database_parts_another_recording_from_the_former_rendition(judged: Clip) -> None:
    free = Clip.objects.filter(pk=unjudged(judged).pk)
    with pytest.raises(IntegrityError, match="gives up the rendition"), transaction.atomic():
        free.update(original_digest="1" * 64)


def test_another_recording_is_refused_and_not_kept(judged: Clip) -> None:
    before = judged.original.name
    assert before is not None
    with pytest.raises(RecordingStays, match="Swap the voice"):
        add_clip(prompt=judged.prompt, voice=judged.voice, audio=spoken_by_flite())
    judged.refresh_from_db()
    assert (judged.original.name, judged.state) == (before, Clip.State.READY)
    assert judged.original.storage.exists(before)


def test_an_upload_replaces_what_nobody_has_judged_and_says_why_not_the_rest(
    judged: Clip,
) -> None:
    free = unjudged(judged)
    batch = begin_upload(corpus=judged.prompt.corpus, by=account(CURATOR))
    for clip in (judged, free):
        upload(batch, clip)
    looking = start_looking(batch=batch).job
    assert looking is not None
    run_to_its_end(job=looking)
    storing = confirm_upload(batch=batch).job
    assert storing is not None
    assert "1 file was not stored" in run_to_its_end(job=storing).summary
    kept, stored = (UploadedFile.objects.get(path=path_of(clip)) for clip in (judged, free))
    assert "Listeners have judged this clip" in kept.failure
    assert stored.outcome == UploadedFile.Outcome.STORED
