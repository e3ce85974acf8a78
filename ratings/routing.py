"""WebSocket addresses."""

from typing import Any

from django.urls import path

from ratings.live import BoardConsumer

# Any: Django's path() is typed for views only, Channels' consumers go through it all the same.
consumer: Any = BoardConsumer.as_asgi()
websocket_urlpatterns: list[Any] = [path("ws/studies/<slug:slug>/board/", consumer)]
