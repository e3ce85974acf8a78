"""The broker of a site without Redis."""

import threading
from contextlib import suppress
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from kombu import Connection

from config.broker import Transport

MESSAGES = 300


@pytest.fixture
def broker(tmp_path: Path) -> Connection:
    """A broker in an empty folder."""
    folders = {
        "data_folder_in": str(tmp_path),
        "data_folder_out": str(tmp_path),
        "control_folder": str(tmp_path / "control"),
    }
    return Connection("filesystem://", transport=Transport, transport_options=folders)


def test_messages_arrive_in_their_order(broker: Connection) -> None:
    queue = broker.SimpleQueue("post")
    for word in ("first", "second", "third"):
        queue.put(word)
    assert [queue.get(timeout=5).payload for _ in range(3)] == ["first", "second", "third"]


def test_a_reader_never_meets_a_message_that_is_half_written(
    broker: Connection, tmp_path: Path
) -> None:
    writing: Any = broker.clone().channel()
    sending = threading.Thread(target=lambda: [writing._put("post", n) for n in range(MESSAGES)])
    sending.start()
    channel: Any = broker.channel()
    received: list[int] = []
    while sending.is_alive() or any(tmp_path.glob("*.msg")):
        with suppress(Empty):
            received.append(channel._get("post"))
    assert received == list(range(MESSAGES))
