"""Boards that move without a reload.

Readers of a study that publishes at declared times hear of publications only; staff hear of every
board. With Redis the worker tells every web process through the channel layer. In memory a layer
ends at its process; there each web process that has open board pages looks once a second which
board is newest, a few small queries for all of them, and tells its own pages.
"""

import asyncio
import logging
from collections import Counter
from functools import cache
from typing import Any, NamedTuple

from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.db import DatabaseError

from arena.models import Study
from ratings.models import Publication
from ratings.publication import is_live, shown_board
from ratings.slices import OVERALL

WATCH_SECONDS = 1.0

logger = logging.getLogger(__name__)


class Audience(NamedTuple):
    """Those who have a study's board open, and whether they see every board or the public ones."""

    slug: str
    staff: bool

    @property
    def group(self) -> str:
        """Their channel group."""
        return f"board.{self.slug}.{'staff' if self.staff else 'public'}"


def announce_board(study: Study, board: int) -> None:
    """Tell those who see it of a new board, in this process or, over Redis, in all of them."""
    async_to_sync(_tell)(Audience(study.slug, staff=True), board)
    if is_live(study):
        async_to_sync(_tell)(Audience(study.slug, staff=False), board)


def announce_publication(publication: Publication) -> None:
    """Tell open public pages of a publication."""
    overall = publication.boards.filter(slice_key=OVERALL).first()
    if overall is not None:
        async_to_sync(_tell)(Audience(publication.study.slug, staff=False), overall.pk)


async def _tell(audience: Audience, board: int) -> None:
    layer = get_channel_layer()
    if layer is not None:
        await layer.group_send(audience.group, {"type": "board.new", "board": board})


class BoardConsumer(AsyncJsonWebsocketConsumer):
    """Says ``{"type": "board", "board": id}`` when the reader's board is new; says nothing else."""

    async def connect(self) -> None:
        """Accept the page of a public study."""
        slug = self.scope["url_route"]["kwargs"]["slug"]
        self.joined = await Study.objects.public().filter(slug=slug).aexists()
        if not self.joined:
            await self.close(code=4404)
            return
        self.audience = Audience(slug, staff=await _is_staff(self.scope))
        await self.channel_layer.group_add(self.audience.group, self.channel_name)
        await self.accept()
        if isinstance(self.channel_layer, InMemoryChannelLayer):
            watcher_of_process().join(self.audience)

    async def disconnect(self, code: int) -> None:
        """Leave the group."""
        if not self.joined:
            return
        await self.channel_layer.group_discard(self.audience.group, self.channel_name)
        if isinstance(self.channel_layer, InMemoryChannelLayer):
            watcher_of_process().leave(self.audience)

    async def receive(
        self,
        text_data: str | None = None,
        bytes_data: bytes | None = None,
        **kwargs: Any,
    ) -> None:
        """Nothing is asked of this socket: whatever comes is not even read."""

    async def board_new(self, event: dict[str, Any]) -> None:
        """Pass the news on."""
        await self.send_json({"type": "board", "board": event["board"]})


@database_sync_to_async
def _is_staff(scope: Any) -> bool:
    user = scope.get("user")
    return bool(user and user.is_staff)


class BoardWatcher:
    """Notices new boards of the studies whose pages are open in this process."""

    def __init__(self) -> None:
        self._pages: Counter[Audience] = Counter()
        self._task: asyncio.Task[None] | None = None

    def join(self, audience: Audience) -> None:
        """One more page of a study; the first one starts the watch."""
        self._pages[audience] += 1
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._watch())

    def leave(self, audience: Audience) -> None:
        """One page less; the watch ends by itself after the last one."""
        self._pages[audience] -= 1
        self._pages += Counter()  # drops studies without a page

    async def _watch(self) -> None:
        known = await newest_boards(list(self._pages))
        while self._pages:
            await asyncio.sleep(WATCH_SECONDS)
            try:
                newest = await newest_boards(list(self._pages))
            except DatabaseError:
                logger.exception("Could not look for new boards; looking again")
                continue
            for audience, board in newest.items():
                if board != known.get(audience):
                    await _tell(audience, board)
            known = newest


@cache
def watcher_of_process() -> BoardWatcher:
    """The one watcher of this process."""
    return BoardWatcher()


@database_sync_to_async
def newest_boards(audiences: list[Audience]) -> dict[Audience, int]:
    """The board that each audience sees, of the studies that have one."""
    studies = Study.objects.in_bulk([a.slug for a in audiences], field_name="slug")
    boards = {
        audience: shown_board(studies[audience.slug], OVERALL, staff=audience.staff)
        for audience in audiences
        if audience.slug in studies
    }
    return {audience: board.pk for audience, board in boards.items() if board is not None}
