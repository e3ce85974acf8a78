"""Boards that move without a reload.

With Redis the worker tells every web process of a new board through the channel layer. In memory
a layer ends at its process; there each web process that has open board pages looks once a second
which board is newest, one small query for all of them, and tells its own pages.
"""

import asyncio
import logging
from collections import Counter
from functools import cache
from typing import Any

from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.db import DatabaseError
from django.db.models import Max

from arena.models import Study
from ratings.models import Board

WATCH_SECONDS = 1.0

logger = logging.getLogger(__name__)


def group_of(slug: str) -> str:
    """The channel group of a study's open board pages."""
    return f"board.{slug}"


def announce_board(slug: str, board: int) -> None:
    """Tell open board pages, in this process or, over Redis, in all of them."""
    async_to_sync(_tell_pages)(slug, board)


async def _tell_pages(slug: str, board: int) -> None:
    layer = get_channel_layer()
    if layer is not None:
        await layer.group_send(group_of(slug), {"type": "board.new", "board": board})


class BoardConsumer(AsyncJsonWebsocketConsumer):
    """Says ``{"type": "board", "board": id}`` when a study has a new board; says nothing else."""

    async def connect(self) -> None:
        """Accept the page of a public study."""
        self.slug = self.scope["url_route"]["kwargs"]["slug"]
        self.joined = await Study.objects.public().filter(slug=self.slug).aexists()
        if not self.joined:
            await self.close(code=4404)
            return
        await self.channel_layer.group_add(group_of(self.slug), self.channel_name)
        await self.accept()
        if isinstance(self.channel_layer, InMemoryChannelLayer):
            watcher_of_process().join(self.slug)

    async def disconnect(self, code: int) -> None:
        """Leave the group."""
        if not self.joined:
            return
        await self.channel_layer.group_discard(group_of(self.slug), self.channel_name)
        if isinstance(self.channel_layer, InMemoryChannelLayer):
            watcher_of_process().leave(self.slug)

    async def receive_json(self, content: Any, **kwargs: Any) -> None:
        """Nothing is asked of this socket."""

    async def board_new(self, event: dict[str, Any]) -> None:
        """Pass the news on."""
        await self.send_json({"type": "board", "board": event["board"]})


class BoardWatcher:
    """Notices new boards of the studies whose pages are open in this process."""

    def __init__(self) -> None:
        self._pages: Counter[str] = Counter()
        self._task: asyncio.Task[None] | None = None

    def join(self, slug: str) -> None:
        """One more page of a study; the first one starts the watch."""
        self._pages[slug] += 1
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._watch())

    def leave(self, slug: str) -> None:
        """One page less; the watch ends by itself after the last one."""
        self._pages[slug] -= 1
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
            for slug, board in newest.items():
                if board != known.get(slug):
                    await _tell_pages(slug, board)
            known = newest


@cache
def watcher_of_process() -> BoardWatcher:
    """The one watcher of this process."""
    return BoardWatcher()


@database_sync_to_async
def newest_boards(slugs: list[str]) -> dict[str, int]:
    """The newest board's id of each study that has one."""
    boards = Board.objects.filter(study__slug__in=slugs).order_by()
    return dict(boards.values_list("study__slug").annotate(Max("id")))
