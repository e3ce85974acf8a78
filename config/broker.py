"""The filesystem broker of a site without Redis, with messages that appear whole.

Kombu writes a message under the name that readers look for. A worker that reads between the
creation of the file and its content gets an empty message, which ends it.
"""

import time
import uuid
from pathlib import Path
from typing import Any

from kombu.transport import filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    """A channel that writes aside and renames."""

    # kombu's own base classes disagree on the name of the second argument.
    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]
        """Put a message on the queue, in one step for readers. Names sort by time of arrival."""
        name = f"{time.time_ns()}_{uuid.uuid4()}.{queue}.msg"
        folder = Path(self.data_folder_out)
        aside = folder / f"{name}.part"
        aside.write_text(dumps(payload))
        aside.replace(folder / name)


class Transport(filesystem.Transport):
    """The transport of ``CELERY_BROKER_TRANSPORT``."""

    Channel = Channel
