"""WebSocket addresses that lead nowhere."""

from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.urls import re_path


class NowhereConsumer(AsyncWebsocketConsumer):
    """Refuses a socket whose address no other consumer answers."""

    async def connect(self) -> None:
        """Close before accepting: to the client a refused handshake, to the log no error."""
        await self.close(code=4404)


# Any: Django's re_path() is typed for views only, Channels' consumers go through it all the same.
_consumer: Any = NowhereConsumer.as_asgi()
nowhere: Any = re_path(r"", _consumer)
