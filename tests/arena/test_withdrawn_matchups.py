"""A vote is about the very bytes that its matchup was issued with."""

import hashlib
from collections.abc import Callable
from threading import Thread

import pytest
from django.db import IntegrityError, connection, connections, transaction

from arena.models import Matchup, Study, Vote
from arena.services.listening import copied_fields
from corpus.models import Clip
from corpus.services import add_clip, render_clip
from tests.corpus.audio.recordings import spoken_by_flite
from tests.studies import make_study
from tests.voting import VotingClient, code_of


def replaced(clip: Clip) -> Clip:
    """The clip with another recording, not yet rendered."""
    return add_clip(prompt=clip.prompt, voice=clip.voice, audio=spoken_by_flite())


def test_a_matchup_keeps_the_digests_of_what_is_heard(study: Study, listener: VotingClient) -> None:
    clips = listener.matchup()["clips"]
    matchup = Matchup.objects.get()
    for side, digest in (("left", matchup.left_rendition), ("right", matchup.right_rendition)):
        assert hashlib.sha256(listener.get(clips[side]).content).hexdigest() == digest


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_clip_that_was_issued_and_replaced_is_neither_heard_nor_voted_on(
    study: Study, listener: VotingClient, side: str
) -> None:
    issued = listener.matchup()
    replaced(getattr(Matchup.objects.get(), f"{side}_clip"))
    heard, vote = listener.get(issued["clips"][side]), listener.vote(issued["token"])
    assert (heard.status_code, code_of(heard)) == (410, "matchup-withdrawn")
    assert (vote.status_code, code_of(vote)) == (410, "matchup-withdrawn")
    assert not Vote.objects.exists()


def test_nor_once_the_other_recording_is_rendered(study: Study, listener: VotingClient) -> None:
    issued = listener.matchup()
    render_clip(clip=replaced(Matchup.objects.get().left_clip))
    assert code_of(listener.get(issued["clips"]["left"])) == "matchup-withdrawn"
    assert code_of(listener.vote(issued["token"])) == "matchup-withdrawn"


def test_the_listener_goes_on_with_another_matchup(study: Study, listener: VotingClient) -> None:
    withdrawn = listener.matchup()["token"]
    replaced(Matchup.objects.get().left_clip)
    token = listener.matchup()["token"]
    assert token != withdrawn
    assert listener.vote(token).status_code == 201


def test_the_database_itself_refuses_such_a_vote(study: Study, listener: VotingClient) -> None:
    listener.matchup()
    matchup = Matchup.objects.get()
    replaced(matchup.right_clip)
    vote = Vote(matchup=matchup, choice="left", response_seconds=1, **copied_fields(matchup))
    with pytest.raises(IntegrityError, match="renditions that its matchup"), transaction.atomic():
        vote.save()


def test_an_issued_matchup_keeps_its_digests(study: Study, listener: VotingClient) -> None:
    listener.matchup()
    with pytest.raises(IntegrityError, match="never changes"), transaction.atomic():
        Matchup.objects.update(left_rendition="0" * 64)


@pytest.mark.django_db(transaction=True)
def test_a_vote_waits_for_a_replacement_under_way_and_is_refused(listener: VotingClient) -> None:
    make_study()
    token = listener.matchup()["token"]
    answers: list[str] = []
    with transaction.atomic():
        replaced(Matchup.objects.get().left_clip)
        voter = _in_thread(lambda: answers.append(code_of(listener.vote(token))))
        if connection.vendor == "postgresql":
            voter.join(0.5)  # long enough to meet the lock; a vote that did not wait is in by then
    voter.join()
    assert answers == ["matchup-withdrawn"]


def _in_thread(work: Callable[[], object]) -> Thread:
    def run() -> None:
        try:
            work()
        finally:
            connections.close_all()

    thread = Thread(target=run)
    thread.start()
    return thread
