"""Open board pages hear of a new board. In memory by watching, over Redis by the channel layer."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import User
from django.db import connections
from django.test import Client
from django.utils import timezone

from arena.models import Study
from config.asgi import application
from ratings.live import announce_publication, watcher_of_process
from ratings.services import declare_publications, publish_due_boards, refit_study
from ratings.tasks import refit_boards
from tests.studies import make_study
from tests.voting import VotingClient

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.broker,
]
PROMISED_SECONDS = 5


@pytest.fixture(autouse=True)
async def _no_connection_stays_open(transactional_db: None) -> AsyncIterator[None]:
    """Close what the thread behind ``sync_to_async`` opened; PostgreSQL keeps the database else."""
    yield
    await sync_to_async(connections.close_all)()


Header = tuple[bytes, bytes]


def page(slug: str = "first-light", headers: list[Header] | None = None) -> Any:
    """An open board page's socket."""
    return socket_at(f"/ws/studies/{slug}/board/", headers)


def socket_at(path: str, headers: list[Header] | None = None) -> Any:
    """A socket that a page of this site opens."""
    own = [(b"origin", b"http://localhost"), (b"host", b"localhost"), *(headers or [])]
    return WebsocketCommunicator(application, path, headers=own)


def staff_cookie() -> Header:
    """The session of someone of the staff."""
    client = Client()
    client.force_login(User.objects.create_user("staff", is_staff=True))
    return b"cookie", f"sessionid={client.cookies['sessionid'].value}".encode()


def vote() -> None:
    """One vote of one listener."""
    listener = VotingClient()
    listener.vote(listener.matchup()["token"])


async def test_a_page_hears_of_a_new_board_within_five_seconds() -> None:
    await sync_to_async(make_study)(board_every_votes=1)
    socket = page()
    connected, _ = await socket.connect()
    assert connected
    await sync_to_async(vote)()
    # The task as the worker runs it. In memory its announcement does not leave its process in
    # real life; here one process plays both, and the watcher would find the board as well.
    await sync_to_async(refit_boards)()
    news = await socket.receive_json_from(timeout=PROMISED_SECONDS)
    assert news["type"] == "board"
    assert set(news) == {"type", "board"}
    await socket.disconnect()


async def test_a_board_of_another_process_is_noticed_without_redis(settings: Any) -> None:
    if settings.ENVIRONMENT.redis_url:
        return  # over Redis the worker's announcement reaches every process: the test above
    study = await sync_to_async(make_study)()
    first, second = page(), page()
    await first.connect()
    await second.connect()
    await asyncio.sleep(0)
    await sync_to_async(vote)()
    await sync_to_async(refit_study)(study=study)  # stores a board and tells nobody
    for socket in (first, second):
        news = await socket.receive_json_from(timeout=PROMISED_SECONDS)
        assert news["type"] == "board"
        await socket.disconnect()


async def test_pages_of_other_studies_hear_nothing() -> None:
    await sync_to_async(make_study)("other-study")
    await sync_to_async(make_study)(board_every_votes=1)
    other = page("other-study")
    await other.connect()
    await sync_to_async(vote)()
    await sync_to_async(refit_boards)()
    assert await other.receive_nothing(timeout=2)
    await other.disconnect()


async def test_the_public_hears_of_publications_and_staff_of_every_board() -> None:
    study = await sync_to_async(make_study)(board_every_votes=1)
    schedule = await sync_to_async(declare_publications)(
        study=study, first_at=timezone.now() + timedelta(hours=1), every_hours=24
    )
    public, staff = page(), page(headers=[await sync_to_async(staff_cookie)()])
    for socket in (public, staff):
        assert (await socket.connect())[0]
    await sync_to_async(vote)()
    await sync_to_async(refit_boards)()
    assert (await staff.receive_json_from(timeout=PROMISED_SECONDS))["type"] == "board"
    assert await public.receive_nothing(timeout=2)
    [publication] = await sync_to_async(publish_due_boards)(now=schedule.first_at)
    await sync_to_async(announce_publication)(publication)
    assert (await public.receive_json_from(timeout=PROMISED_SECONDS))["type"] == "board"
    for socket in (public, staff):
        await socket.disconnect()


async def test_there_is_no_socket_for_drafts_and_unknown_studies() -> None:
    await sync_to_async(make_study)()
    await Study.objects.aupdate(state=Study.State.DRAFT)
    for slug in ("first-light", "nowhere"):
        connected, code = await page(slug).connect()
        assert (connected, code) == (False, 4404)


@pytest.mark.parametrize("path", ["/ws/nope/", "/ws/studies/a b/board/", "/"])
async def test_a_socket_that_leads_nowhere_is_refused(path: str) -> None:
    connected, code = await socket_at(path).connect()
    assert (connected, code) == (False, 4404)


async def test_whatever_a_page_says_it_is_still_told() -> None:
    await sync_to_async(make_study)(board_every_votes=1)
    socket = page()
    await socket.connect()
    await socket.send_to(text_data="no JSON")
    await socket.send_to(text_data="[" * 100_000)
    await socket.send_to(bytes_data=b"\xff")
    await sync_to_async(vote)()
    await sync_to_async(refit_boards)()
    news = await socket.receive_json_from(timeout=PROMISED_SECONDS)
    assert news["type"] == "board"
    await socket.disconnect()
    assert not watcher_of_process()._pages
