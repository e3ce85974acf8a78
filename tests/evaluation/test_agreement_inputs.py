"""The votes of a board and what was measured, as agreement takes them."""

import numpy as np
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arena.models import Exclusion, Matchup, Study, Vote
from arena.services.simulation import simulate_votes
from corpus.models import Clip
from evaluation.metrics.base import Direction
from evaluation.models import Measurement
from evaluation.reports.judged import inputs_of
from evaluation.reports.measured import digest_of, measured_for
from ratings.models import Board
from ratings.services import refit_study
from ratings.slices import OVERALL
from tests.evaluation.conftest import Install
from tests.evaluation.measuring import measure_as

pytestmark = pytest.mark.django_db


def board_of(study: Study) -> Board:
    return next(board for board in refit_study(study=study) if board.slice_key == OVERALL)


@pytest.fixture
def board(study: Study) -> Board:
    """Of 300 votes, some of them excluded."""
    simulate_votes(study=study, listeners=5, votes=300, seed=1)
    for vote in Vote.objects.order_by("pk")[:7]:
        Exclusion.objects.create(vote=vote, reason=Exclusion.Reason.CURATOR)
    return board_of(study)


def test_the_votes_are_those_that_the_board_counted(study: Study, board: Board) -> None:
    simulate_votes(study=study, listeners=1, votes=9, seed=2)
    Exclusion.objects.create(vote=Vote.objects.order_by("pk")[50], reason="curator")
    found = inputs_of(board)
    assert len(found.inputs.votes) == board.vote_count == 293
    assert len(np.unique(found.inputs.votes.listener)) == board.listener_count == 5


def test_each_vote_stands_for_its_two_clips(study: Study, board: Board) -> None:
    found = inputs_of(board)
    counted = Vote.objects.filter(exclusions=None).select_related("matchup").order_by("pk")
    for k, vote in enumerate(counted):
        matchup = vote.matchup
        left, right = matchup.left_clip_id, matchup.right_clip_id
        winner, loser = (left, right) if vote.choice == "left" else (right, left)
        assert found.clips[found.inputs.votes.winner[k]].clip == winner
        assert found.clips[found.inputs.votes.loser[k]].clip == loser


def test_clips_stand_with_system_voice_register_and_prompt(study: Study, board: Board) -> None:
    found = inputs_of(board)
    clips = Clip.objects.select_related("voice__system", "prompt__register").in_bulk()
    assert len(found.clips) == 24
    assert found.inputs.human is not None
    assert found.inputs.systems[found.inputs.human] == "Human anchor"
    for k, judged in enumerate(found.clips):
        clip = clips[judged.clip]
        assert found.inputs.systems[found.inputs.clips.system[k]] == str(clip.voice.system)
        register = found.inputs.registers[found.inputs.clips.register[k]]
        assert register == clip.prompt.register.name
        assert judged.rendition == clip.rendition_digest


def test_ratings_are_those_of_the_board_and_of_each_register(study: Study, board: Board) -> None:
    found = inputs_of(board).inputs
    for rated in found.ratings:
        row = board.standings.get(label=found.systems[rated.system])
        assert (rated.rating, rated.low, rated.high) == (
            row.rating,
            row.rating_low,
            row.rating_high,
        )
    assert len(found.register_ratings) == 2
    slugs = {"Phone agent": "phone-agent", "Explainer": "explainer"}
    for place, ratings in found.register_ratings.items():
        key = f"register:{slugs[found.registers[place]]}"
        other = Board.objects.get(slice_key=key)
        found_here = {rated.rating for rated in ratings}
        assert found_here == set(other.standings.values_list("rating", flat=True))


def test_a_vote_is_about_the_rendition_that_was_heard(study: Study, board: Board) -> None:
    clip = Clip.objects.order_by("pk")[0]
    measure_as(study, "naturalness", lambda one: float(one.pk))
    Measurement.objects.create(
        clip=clip,
        family="naturalness",
        metric="naturalness",
        version="1",
        rendition_digest="f" * 64,
        amount=-1.0,
        direction="higher",
    )
    Clip.objects.filter(pk=clip.pk).update(rendition_digest="f" * 64)
    found = inputs_of(board)
    (measured,) = measured_for(board, found)
    assert len(measured.values.clip) == 24
    assert -1.0 not in measured.values.value


def test_a_clip_with_two_renditions_is_two_clips_to_the_listeners(study: Study) -> None:
    simulate_votes(study=study, listeners=2, votes=100, seed=1)
    clip = Clip.objects.order_by("pk")[0]
    Clip.objects.filter(pk=clip.pk).update(rendition_digest="e" * 64)
    simulate_votes(study=study, listeners=2, votes=100, seed=2)
    found = inputs_of(board_of(study))
    issued = {one.rendition for one in found.clips if one.clip == clip.pk}
    assert issued == {clip.rendition_digest, "e" * 64}
    about = Matchup.objects.filter(left_clip=clip).values_list("left_rendition", flat=True)
    assert set(about) <= issued


def test_values_of_two_versions_are_never_mixed(study: Study, board: Board) -> None:
    measure_as(study, "naturalness", lambda clip: 1.0 + clip.pk)
    measure_as(study, "naturalness", lambda clip: 1000.0 + clip.pk, version="2")
    found = inputs_of(board)
    (newest,) = measured_for(board, found)
    assert newest.version == "2"
    some = Measurement.objects.filter(version="2").order_by("pk")[:3]
    Measurement.objects.filter(pk__in=[one.pk for one in some]).delete()
    (fullest,) = measured_for(board, found)
    assert fullest.version == "1"
    assert len(fullest.values.clip) == 24
    assert fullest.values.value.max() < 1000


def test_what_is_not_available_is_absent_and_facts_keep_their_direction(
    study: Study, board: Board, install: Install
) -> None:
    install()
    measure_as(
        study,
        "length",
        lambda clip: clip.duration if not clip.voice.system.is_human else None,
        direction=Direction.NEITHER,
    )
    (measured,) = measured_for(board, inputs_of(board))
    assert measured.metric.direction is Direction.NEITHER
    assert len(measured.values.clip) == 16


def test_the_digest_tells_values_and_versions_apart(study: Study, board: Board) -> None:
    found = inputs_of(board)
    measure_as(study, "naturalness", lambda clip: float(clip.pk))
    first = digest_of(measured_for(board, found))
    assert first == digest_of(measured_for(board, found))
    row = Measurement.objects.all()[0]
    Measurement.objects.filter(pk=row.pk).update(amount=0.25)
    second = digest_of(measured_for(board, found))
    Measurement.objects.update(version="2")
    assert len({first, second, digest_of(measured_for(board, found))}) == 3


def test_queries_do_not_grow(study: Study) -> None:
    simulate_votes(study=study, listeners=2, votes=20, seed=1)
    board = board_of(study)
    measure_as(study, "naturalness", lambda clip: float(clip.pk))
    with CaptureQueriesContext(connection) as few:
        measured_for(board, inputs_of(board))
    simulate_votes(study=study, listeners=20, votes=400, seed=2)
    more = board_of(study)
    measure_as(study, "other", lambda clip: float(clip.pk))
    with CaptureQueriesContext(connection) as many:
        measured_for(more, inputs_of(more))
    assert len(many) <= len(few) <= 9
