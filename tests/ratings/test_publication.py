"""Boards become public at times that were declared beforehand; staff see the live one."""

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from arena.models import Exclusion, Study, Vote
from arena.services import exclude_votes
from ratings.boards import newest_board
from ratings.models import Board, Publication, PublicationSchedule
from ratings.publication import shown_board
from ratings.services import declare_publications, publish_due_boards, refit_study
from ratings.services.publish import cut_at
from ratings.slices import OVERALL
from tests.voting import VotingClient

BOARD = "/studies/first-light/board/"
JSON = "/studies/first-light/leaderboard.json"
HOUR = timedelta(hours=1)


@pytest.fixture
def daily(study: Study) -> PublicationSchedule:
    """Daily publications, the first in an hour."""
    return declare_publications(study=study, first_at=timezone.now() + HOUR, every_hours=24)


def first_time(schedule: PublicationSchedule) -> datetime:
    """When it publishes first."""
    assert schedule.first_at is not None
    return schedule.first_at


def votes_shown(client: Client) -> int:
    """How many votes the board that this visitor is given was made from."""
    votes: int = json.loads(client.get(JSON).content)["votes"]
    return votes


def test_without_a_declaration_the_public_sees_each_board(
    study: Study, listener: VotingClient, client: Client
) -> None:
    listener.vote(listener.matchup()["token"])
    refit_study(study=study)
    assert votes_shown(client) == 1
    assert "follows the votes" in client.get(BOARD).content.decode()


def test_between_declared_times_the_public_sees_nothing_new_and_staff_the_live_board(
    study: Study,
    daily: PublicationSchedule,
    listener: VotingClient,
    client: Client,
    curator: Client,
) -> None:
    listener.vote(listener.matchup()["token"])
    refit_study(study=study)
    assert client.get(JSON).status_code == 404
    assert "The first one is published on" in client.get(BOARD).content.decode()
    assert votes_shown(curator) == 1
    page = curator.get(BOARD).content.decode()
    assert "Live board, for staff only" in page
    assert "The next one comes on" in page


def test_nothing_is_published_before_its_time(daily: PublicationSchedule) -> None:
    assert publish_due_boards(now=first_time(daily) - timedelta(seconds=1)) == []


def test_a_declared_time_publishes_every_slice_once(
    study: Study, daily: PublicationSchedule, listener: VotingClient, client: Client
) -> None:
    listener.vote(listener.matchup()["token"])
    [publication] = publish_due_boards(now=first_time(daily))
    assert publication.declared_for == daily.first_at
    assert set(publication.boards.values_list("slice_key", flat=True)) >= {OVERALL, "gender:female"}
    assert publish_due_boards(now=first_time(daily)) == []
    assert votes_shown(client) == 1
    listener.vote(listener.matchup()["token"])
    refit_study(study=study)
    assert votes_shown(client) == 1
    assert "Published for" in client.get(BOARD).content.decode()
    [_] = publish_due_boards(now=first_time(daily) + timedelta(hours=24))
    assert votes_shown(client) == 2


def test_a_late_publication_counts_the_votes_up_to_its_time_only(
    study: Study, listener: VotingClient, client: Client, curator: Client
) -> None:
    early = timezone.now() - 10 * HOUR
    PublicationSchedule.objects.create(
        study=study, declared_at=early, first_at=early + HOUR, every_hours=4
    )
    votes = [listener.vote(listener.matchup()["token"]) for _ in range(4)]
    assert all(vote.status_code == 201 for vote in votes)
    for age, vote in zip((9.5, 8, 6, 0.5), Vote.objects.order_by("id"), strict=True):
        backdate(vote, timezone.now() - age * HOUR)
    refit_study(study=study)  # the live board exists before the late ones are made
    missed = [publish_due_boards() for _ in range(4)]
    assert [len(found) for found in missed] == [1, 1, 1, 0]
    boards = [found[0].boards.get(slice_key=OVERALL).vote_count for found in missed[:3]]
    assert boards == [1, 3, 3]  # 9, 5 and 1 hours ago
    assert votes_shown(client) == 3
    assert votes_shown(curator) == 4
    newest = newest_board(study, OVERALL)
    assert newest is not None
    assert newest.vote_count == 4


def backdate(vote: Vote, moment: datetime) -> None:
    """Let a vote have been given earlier, which the guards refuse to everyone else."""
    from django.db import connection  # noqa: PLC0415

    from arena.guards import GUARDS  # noqa: PLC0415
    from corpus.triggers import create_guards, drop_guards  # noqa: PLC0415

    drop_guards(GUARDS, connection)
    Vote.objects.filter(pk=vote.pk).update(created_at=moment)
    create_guards(GUARDS, connection)


def test_an_exclusion_after_the_time_does_not_count(study: Study, listener: VotingClient) -> None:
    listener.vote(listener.matchup()["token"])
    exclude_votes(votes=Vote.objects.all(), detail="test")
    exclusion = Exclusion.objects.get()
    before = exclusion.created_at - timedelta(microseconds=1)
    assert cut_at(study, before).last_exclusion == 0
    assert cut_at(study, exclusion.created_at).last_exclusion == exclusion.pk


def test_a_board_that_was_public_stays_so_after_a_declaration(
    study: Study, listener: VotingClient, client: Client
) -> None:
    listener.vote(listener.matchup()["token"])
    refit_study(study=study)
    declare_publications(study=study, first_at=timezone.now() + HOUR, every_hours=1)
    listener.vote(listener.matchup()["token"])
    refit_study(study=study)
    assert votes_shown(client) == 1
    assert "before publication times were declared" in client.get(BOARD).content.decode()


def test_going_live_again_shows_boards_made_from_then_on(
    study: Study, daily: PublicationSchedule, listener: VotingClient, client: Client
) -> None:
    listener.vote(listener.matchup()["token"])
    refit_study(study=study)
    declare_publications(study=study, first_at=None, every_hours=None)
    assert shown_board(study, OVERALL, staff=False) is None
    listener.vote(listener.matchup()["token"])
    refit_study(study=study)
    assert votes_shown(client) == 2


def test_a_slice_follows_the_published_board(
    study: Study, daily: PublicationSchedule, listener: VotingClient, client: Client
) -> None:
    for _ in range(6):
        listener.vote(listener.matchup()["token"])
    publish_due_boards(now=first_time(daily))
    published = Vote.objects.filter(gender="female").count()
    for _ in range(6):
        listener.vote(listener.matchup()["token"])
    refit_study(study=study)
    female = client.get(JSON, {"slice": "gender:female"})
    assert json.loads(female.content)["votes"] == published
    page = client.get(BOARD).content.decode()
    assert (
        "12"
        not in page[
            page.index('aria-label="Slices"') : page.index(
                "</nav>", page.index('aria-label="Slices"')
            )
        ]
    )


def test_a_time_that_has_passed_cannot_be_declared(study: Study) -> None:
    past = timezone.now() - HOUR
    with pytest.raises(ValidationError, match="still to come"):
        declare_publications(study=study, first_at=past, every_hours=1)
    with pytest.raises(ValidationError, match="or neither"):
        declare_publications(study=study, first_at=None, every_hours=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        PublicationSchedule.objects.create(study=study, first_at=past, every_hours=1)


@pytest.mark.parametrize("model", [PublicationSchedule, Publication])
def test_declarations_and_publications_are_never_edited_or_deleted(
    daily: PublicationSchedule, model: Any
) -> None:
    publish_due_boards(now=first_time(daily))
    with pytest.raises(IntegrityError, match="never edited"), transaction.atomic():
        model.objects.update(study=daily.study)
    with pytest.raises(IntegrityError, match="never edited"), transaction.atomic():
        model.objects.filter(pk=model.objects.get().pk)._raw_delete("default")


def test_what_was_published_cannot_be_taken_back(daily: PublicationSchedule) -> None:
    [publication] = publish_due_boards(now=first_time(daily))
    with pytest.raises(IntegrityError, match="never edited"), transaction.atomic():
        publication.boards.clear()


def test_a_draft_publishes_nothing(study: Study, daily: PublicationSchedule) -> None:
    Study.objects.update(state=Study.State.DRAFT)
    assert publish_due_boards(now=first_time(daily)) == []


@pytest.mark.usefixtures("static_files")
def test_a_curator_declares_in_the_admin(study: Study, curator: Client) -> None:
    address = reverse("admin:ratings_publicationschedule_add")
    fields = {"study": study.pk, "every_hours": 24}
    past = curator.post(address, {**fields, "first_at_0": "2020-01-01", "first_at_1": "12:00"})
    assert "still to come" in past.content.decode()
    curator.post(address, {**fields, "first_at_0": "2099-01-01", "first_at_1": "12:00"})
    declared = PublicationSchedule.objects.get()
    assert (declared.every_hours, declared.declared_by) == (24, "curator")


def test_publishing_the_same_cut_twice_uses_the_same_boards(
    daily: PublicationSchedule, listener: VotingClient
) -> None:
    listener.vote(listener.matchup()["token"])
    [first] = publish_due_boards(now=first_time(daily))
    count = Board.objects.count()
    [second] = publish_due_boards(now=first_time(daily) + timedelta(hours=24))
    assert Board.objects.count() == count
    assert set(first.boards.all()) == set(second.boards.all())
