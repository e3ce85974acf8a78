"""Sessions in the database."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import VALID_KEY_CHARS


class SessionStore(db.SessionStore):
    """Asks the database only for what can be a session's key.

    A cookie may hold anything in quotes, a NUL too, which PostgreSQL refuses with an error.
    """

    def __init__(self, session_key: str | None = None) -> None:
        """A key with other characters than Django gives counts as none."""
        known = session_key is not None and set(session_key) <= set(VALID_KEY_CHARS)
        super().__init__(session_key if known else None)
